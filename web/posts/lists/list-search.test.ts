import { expect, test } from 'vitest'
import { filtersOf, isFiltered, listArguments, listParams, listParamsKey, parseListSearch } from './list-search.ts'

const read = (url: string) => parseListSearch(Object.fromEntries(new URLSearchParams(url)))
const asked = (url: string) => listArguments(listParams(read(url)))

test('kinds, prices and traits are read from a URL: known ones, each once, in one order', () => {
  const search = read('kind=cafe,soup,korean,cafe&price=&traits=__proto__,kids&open=yes')
  expect(search).toEqual({ kind: 'korean,cafe', price: undefined, traits: 'kids', open: undefined })
  expect(filtersOf(search)).toEqual({ kind: 'korean,cafe', traits: 'kids' })
  expect(isFiltered(listParams(search))).toBe(true)
  expect(isFiltered(listParams(read('kind=soup')))).toBe(false)
  expect(asked('kind=cafe,korean')).toMatchObject({ kind: ['korean', 'cafe'], price: null, traits: null, open: false })
})

test('lists that differ in a choice have keys that differ', () => {
  const urls = [
    '',
    'kind=korean',
    'kind=korean,cafe',
    'price=under_1',
    'traits=solo',
    'near=37.5,127',
    'near=37.5,127&radius=1000',
  ]
  const keys = urls.map((url) => listParamsKey(listParams(read(url))).join(' '))
  expect(new Set(keys).size).toBe(urls.length)
  expect(listParamsKey(listParams(read('kind=cafe,korean')))).toEqual(
    listParamsKey(listParams(read('kind=korean,cafe'))),
  )
})

test.each([
  ['near=37.5,127', 10_000],
  ['near=37.5,127&radius=3000', 3000],
  ['near=37.5,127&radius=any', null],
  ['near=37.5,127&radius=2000', 10_000],
])('a list by distance reaches as far as its URL says, ten kilometres otherwise (%s)', (url, radius) => {
  expect(asked(url)).toMatchObject({ filter: 'near', lat: 37.5, lng: 127, radius })
})

test('without a position there is no radius', () => {
  expect(read('radius=1000')).toEqual({ radius: undefined })
  expect(asked('radius=1000')).not.toHaveProperty('radius')
})
