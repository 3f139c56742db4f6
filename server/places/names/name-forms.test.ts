import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aliases } from './name-forms.ts'

type Row = [string, string, string, number, number]
const rows = (name: string): Row[] =>
  JSON.parse(gunzipSync(readFileSync(`korea/${name}.json.gz`)).toString()).rows as Row[]
const addresses = Map.groupBy(
  [
    ...rows('areas').map(([, address]) => ({ name: address.split(' ').at(-1) ?? '', address })),
    ...rows('places').map(([name, , address]) => ({ name, address })),
  ],
  ({ name }) => name,
)

test('every by-name means an area or landmark of the bundle, once, and says where it comes from', () => {
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
