import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metresBetween } from '#rules/position.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { writeRoads } from '../bundle/load-bundle.ts'
import { keepSource, usualSources } from '../import/sources.ts'

let site: PostSite

const addresses = readFileSync('tests/fixtures/addresses.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((row) => {
    const [address = '', lat, lng] = row.split('\t')
    return { address, lat: Number(lat), lng: Number(lng) }
  })

beforeAll(async () => {
  site = await startPostSite()
  const sourceId = await keepSource(site.db, { key: 'bundled-roads', ...usualSources.roads })
  await writeRoads(site.db, sourceId, roadsOf(new Set(addresses.flatMap(({ address }) => address.split(' ')))))
})

afterAll(() => site.close())

/** Roads of the bundle with these names; all roads would take long. */
function roadsOf(names: ReadonlySet<string>): string {
  const [districts, ...rows] = gunzipSync(readFileSync('korea/roads.tsv.gz')).toString().split('\n')
  return [districts, ...rows.filter((row) => names.has(row.slice(0, row.indexOf('\t'))))].join('\n')
}

test('88 % of addresses by road are found, about half of them within 60 metres, and 85 % of the sure ones', async () => {
  const found: { away: number; isSure: boolean }[] = []
  for (const { address, ...door } of addresses) {
    const located = await site.api.geocode({ address })
    if (located?.precision !== 'road') continue
    found.push({ away: metresBetween(located.position, door), isSure: located.radius === 50 })
  }
  const near = (list: typeof found) => list.filter(({ away }) => away <= 60).length / list.length
  const sure = found.filter(({ isSure }) => isSure)
  expect(addresses.length).toBeGreaterThan(900)
  expect(sure.length).toBeGreaterThan(100)
  expect(found.length / addresses.length).toBeGreaterThanOrEqual(0.88)
  expect(near(found)).toBeGreaterThanOrEqual(0.48)
  expect(near(sure)).toBeGreaterThanOrEqual(0.85)
})
