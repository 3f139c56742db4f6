import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metresBetween } from '#rules/position.ts'
import { unpackKoreaFile } from '#tests/place-files.ts'
import { builtInAreas, provinceAliases } from './korea-areas.ts'

test('the 17 시도 and their 시군구, each once, with a centre in Korea', () => {
  expect(builtInAreas.filter(({ level }) => level === 1)).toHaveLength(17)
  expect(new Set(builtInAreas.map(({ address }) => address)).size).toBe(builtInAreas.length)
  for (const { lat, lng, address } of builtInAreas) {
    expect({ address, inKorea: lat > 33 && lat < 38.7 && lng > 124.5 && lng < 131 }).toEqual({ address, inKorea: true })
  }
  const provinces = builtInAreas.filter(({ level }) => level === 1).map(({ address }) => address)
  expect(new Set(provinceAliases.values())).toEqual(new Set(provinces))
})

test('names are the official ones, and centres lie within 20 km of the measured ones', async () => {
  const { rows } = JSON.parse(readFileSync(await unpackKoreaFile('korea-gazetteer.json'), 'utf8')) as {
    rows: [level: number, address: string, lat: number, lng: number][]
  }
  const official = new Map(rows.filter(([level]) => level <= 2).map(([, address, lat, lng]) => [address, { lat, lng }]))
  expect(new Set(builtInAreas.map(({ address }) => address))).toEqual(new Set(official.keys()))
  const far = builtInAreas.filter((area) => {
    const centre = official.get(area.address)
    return centre && metresBetween(area, centre) > 20_000
  })
  // The islands span 200 km; the gazetteer uses the farthest one as their centre.
  expect(far.map(({ address }) => address)).toEqual(['인천광역시 옹진군'])
})
