import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newDistricts } from '../renamed-areas.ts'
import { getKeywordVariants, placeTerms } from './find-names.ts'
import { aliases } from './name-forms.ts'

type Row = [string, string, string, number, number]
const rows = (name: string): Row[] =>
  JSON.parse(gunzipSync(readFileSync(`korea/${name}.json.gz`)).toString()).rows as Row[]
const addresses = Map.groupBy(
  [
    ...rows('areas').map(([, address]) => ({ name: address.split(' ').at(-1) ?? '', address })),
    ...rows('places').map(([name, , address]) => ({ name, address })),
    ...[...newDistricts.keys()].map((address) => ({ name: address.split(' ').at(-1) ?? '', address })),
  ],
  ({ name }) => name,
)

test('every by-name means an area or landmark of the bundle, or a new district, once, and says where it comes from', () => {
  expect(aliases.length).toBeGreaterThanOrEqual(150)
  for (const { alias, name, within, source } of aliases) {
    expect(
      addresses.get(name)?.some(({ address }) => address.startsWith(within)),
      `${alias}: ${name}`,
    ).toBe(true)
    expect(source, alias).not.toBe('')
  }
  expect(new Set(aliases.map(({ alias }) => alias)).size).toBe(aliases.length)
})

const asked = (keyword: string) =>
  getKeywordVariants(keyword)
    .flatMap(placeTerms)
    .flatMap(({ grams }) => grams).length

test('however long a keyword is, the index is asked for few grams, and for the beginning of each word', () => {
  const long = Array.from({ length: 100 }, (_, i) => String.fromCharCode(0xac00 + i * 28)).join('')
  expect(asked(long)).toBeLessThan(60)
  expect(placeTerms(long)[0]?.text).toBe(long.slice(0, 30))
  expect(asked([...long].map((letter, i) => (i % 10 === 9 ? ' ' : letter)).join(''))).toBeLessThan(120)
  expect(placeTerms('서울특별시 마포구')).toHaveLength(2)
})
