import { expect, test } from 'vitest'
import { stubTabStorage } from '#tests/tab-storage.ts'
import { keepMap, keptMap } from './kept-maps.ts'

const tab = stubTabStorage()

const asAddressed = { panned: null, active: null, pressed: null, isSheetOpen: false, reached: null }
const pannedTo = (lat: number) => ({ ...asAddressed, panned: { lat, lng: 127, zoom: 11 } })

test('each entry of the history gets its own map again', () => {
  keepMap('one', pannedTo(35))
  keepMap('other', pannedTo(36))
  keepMap('one', pannedTo(37))
  expect(keptMap('one')).toEqual(pannedTo(37))
  expect(keptMap('other')).toEqual(pannedTo(36))
  expect(keptMap('third')).toBeNull()
  expect(keptMap(undefined)).toBeNull()
})

test('the name of the place that the map was led to is kept with its view', () => {
  const led = { ...asAddressed, reached: { name: '망원동', view: { lat: 37.55, lng: 126.9, zoom: 14 } } }
  keepMap('one', led)
  expect(keptMap('one')).toEqual(led)
  keepMap('one', asAddressed)
  expect(keptMap('one')).toBeNull()
})

test('a map that is as its address says is forgotten', () => {
  keepMap('one', pannedTo(35))
  keepMap('one', asAddressed)
  expect(keptMap('one')).toBeNull()
})

test('only the maps of the last entries are stored, and a full or broken storage does no harm', () => {
  for (let entry = 0; entry < 1000; entry++) keepMap(`entry ${entry}`, pannedTo(35))
  expect(keptMap('entry 999')).toEqual(pannedTo(35))
  expect(keptMap('entry 0')).toBeNull()
  expect([...tab.stored.values()].join('').length).toBeLessThan(5000)
  tab.isFull = true
  keepMap('late', pannedTo(36))
  expect(keptMap('late')).toBeNull()
  for (const broken of ['{"a":1}', 'no json']) {
    tab.stored.set('kept_maps', broken)
    expect(keptMap('entry 999')).toBeNull()
  }
})
