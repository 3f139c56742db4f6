import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { readKoreaTable } from './korea-areas.ts'
import { getNameIndex, type NameIndex } from './names/known-names.ts'
import { likeliestReading, readingsOf } from './names/readings.ts'
import { currentAddress } from './renamed-areas.ts'

const site = await openPostSite({ places: true, env: unlimited })

const rows = readKoreaTable('renamed.tsv').map(([name = '', area = '']) => ({ name, area }))
const areasOf = Map.groupBy(rows, ({ name }) => name)

/** Today's names of the areas with a name, and of the district that they make up. */
function presentNames(name: string): readonly string[] {
  const areas = (areasOf.get(name) ?? []).map(({ area }) => area)
  return [...new Set([name, ...areas.map(currentAddress)])]
}

let names: NameIndex

beforeAll(async () => {
  names = await getNameIndex(site.db)
})

/** Whether an address is one of the areas, or lies in it, or is what contains all of several. */
function agrees(address: string, name: string): boolean {
  const present = currentAddress(address)
  const wanted = presentNames(name)
  const isOneOf = (one: string) => present === one || present.startsWith(`${one} `)
  return wanted.some(isOneOf) || wanted.slice(1).every((one) => `${one} `.startsWith(`${present} `))
}

test('the search reads every name of the table as its area', () => {
  const astray = [...areasOf.keys()].filter((name) => {
    const { named } = likeliestReading(readingsOf(names, name))
    return !named[0] || !agrees(named[0].address, name)
  })
  expect(astray).toEqual([])
})

test('an address with any name of the table is located in its area', async () => {
  const astray: string[] = []
  for (const name of areasOf.keys()) {
    const located = await site.api.geocode({ address: name })
    if (!located || !agrees(located.address_name, name)) astray.push(`${name}: ${located?.address_name}`)
  }
  expect(astray).toEqual([])
})

test('pages of areas, and the outlines and pins that link to them, have the name of today for every name of the table', async () => {
  const { rows: found } = await sql<{ name: string; address: string }>`
    select n.address as name, a.address from area_names n join areas a on a.id = n.area_id
    where n.address = any(${[...new Set(rows.flatMap(({ name, area }) => [name, area]))]}::text[])`.execute(site.db)
  const called = new Map(found.map(({ name, address }) => [name, address]))
  // A 면 that became several 동 is only known in addresses.
  const known = rows.filter(({ area }) => names.areas.has(area))
  expect(known.length).toBeGreaterThan(rows.length - 3)
  const astray = known.flatMap(({ name, area }) => {
    const page = called.get(name) ?? called.get(area)
    return page !== undefined && agrees(page, name) && page === currentAddress(page) ? [] : [`${name}: ${page}`]
  })
  expect(astray).toEqual([])
})

test('a position in the middle of an area is called by the name of today', async () => {
  const astray: string[] = []
  for (const area of new Set(rows.map(({ area }) => area))) {
    const place = names.areas.get(area)
    if (!place) continue
    const found = await site.api.reverseGeocode({ lat: place.lat, lng: place.lng })
    const isToday = found !== null && found.address_name === currentAddress(found.address_name)
    // Some 동 have no borders, and lie in those of their neighbours.
    const isSame = found?.address_name.split(' ').at(-1) === area.split(' ').at(-1)
    if (!isToday || (isSame && found.address_name !== currentAddress(area)))
      astray.push(`${area}: ${found?.address_name}`)
  }
  expect(astray).toEqual([])
})
