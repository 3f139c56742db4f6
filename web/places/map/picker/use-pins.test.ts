import { expect, test } from 'vitest'
import { type DrawnMap, PLACE_ZOOM, type Position } from '../provider.ts'
import { showPin } from './use-pins.ts'

const pin = { lat: 37.5, lng: 127 }
const farAway = { lat: 33.45, lng: 126.57 }

function shownFrom(zoom: number, wanted: Position & { zoom: number | null }, own: Position | null = null) {
  let view = { ...farAway, zoom }
  const show = (center: Position, next = view.zoom) => {
    view = { ...center, zoom: next }
  }
  showPin({ view: () => view, show } as unknown as DrawnMap, wanted, own)
  return view
}

test('an exact pin is shown as near as one place, or nearer if the map is', () => {
  for (const zoom of [7, 12, PLACE_ZOOM])
    expect(shownFrom(zoom, { ...pin, zoom: null })).toEqual({ ...pin, zoom: PLACE_ZOOM })
  expect(shownFrom(18, { ...pin, zoom: null })).toEqual({ ...pin, zoom: 18 })
  expect(shownFrom(9, { ...pin, zoom: null }, farAway)).toEqual({ ...pin, zoom: PLACE_ZOOM })
})

test('the centre of an area is shown with all of the area', () => {
  for (const zoom of [7, 18]) expect(shownFrom(zoom, { ...pin, zoom: 12 })).toEqual({ ...pin, zoom: 12 })
  expect(shownFrom(18, { ...pin, zoom: 12 }, pin)).toEqual({ ...pin, zoom: 12 })
})

test('a pin that was set on the map, or confirmed, moves nothing', () => {
  expect(shownFrom(9, { ...pin, zoom: null }, pin)).toEqual({ ...farAway, zoom: 9 })
})
