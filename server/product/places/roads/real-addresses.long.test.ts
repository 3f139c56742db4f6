import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { metresBetween } from '#rules/position.ts'
import { databaseWithPlaces } from '#tests/database.ts'
import { importQuietly } from '#tests/place-files.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { locateEach, publicAddresses, sharesOf, writeOfficialFiles } from '#tests/public-addresses.ts'
import { loadBundleExtras, writeRoads } from '../bundle/load-bundle.ts'
import { defaultSources, saveSource } from '../import/sources.ts'

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
  const sourceId = await saveSource(site.db, { key: 'bundled-roads', ...defaultSources.roads })
  await writeRoads(site.db, sourceId, roadsOf(new Set(addresses.flatMap(({ address }) => address.split(' ')))))
})

afterAll(() => site.close())

/** Roads of the bundle with these names; all roads would take long. */
function roadsOf(names: ReadonlySet<string>): string {
  const [districts, ...rows] = gunzipSync(readFileSync('korea/roads.tsv.gz')).toString().split('\n')
  return [districts, ...rows.filter((row) => names.has(row.slice(0, row.indexOf('\t'))))].join('\n')
}

test('90 % of addresses by road are found, half of them within 60 metres, and 9 of 10 within their radius', async () => {
  const found: { away: number; radius: number | null }[] = []
  for (const { address, ...door } of addresses) {
    const located = await site.api.geocode({ address })
    if (located?.precision !== 'road') continue
    found.push({ away: metresBetween(located.position, door), radius: located.radius ?? null })
  }
  const near = (list: typeof found) => list.filter(({ away }) => away <= 60).length / list.length
  const declared = found.filter(({ radius }) => radius !== null)
  const held = declared.filter(({ away, radius }) => away <= (radius ?? 0))
  expect(addresses.length).toBeGreaterThan(900)
  expect(declared.length).toBeGreaterThan(400)
  expect(found.length / addresses.length).toBeGreaterThanOrEqual(0.9)
  expect(near(found)).toBeGreaterThanOrEqual(0.5)
  expect(held.length / declared.length).toBeGreaterThanOrEqual(0.9)
})

test('public addresses of our choice are as exact as wanted, and with official files that have them exact', async () => {
  const database = await databaseWithPlaces()
  onTestFinished(() => database.drop())
  const { db } = database
  await loadBundleExtras(db)
  const isByRoad = ({ kind }: { kind: string }) => kind !== 'by lot'
  const bundled = await locateEach(db, publicAddresses)
  expect(publicAddresses.length).toBeGreaterThan(400)
  const byRoad = sharesOf(bundled.filter(isByRoad))
  expect(byRoad.found).toBeGreaterThanOrEqual(0.98)
  expect(byRoad.within60).toBeGreaterThanOrEqual(0.5)
  expect(byRoad.held).toBeGreaterThanOrEqual(0.9)
  expect(sharesOf(bundled.filter((one) => !isByRoad(one))).held).toBeGreaterThanOrEqual(0.9)
  for (const file of await writeOfficialFiles(publicAddresses)) await importQuietly(db, file)
  const official = await locateEach(db, publicAddresses)
  for (const [kind, ones] of Map.groupBy(official, ({ kind }) => kind))
    expect([kind, sharesOf(ones).within60 >= 0.97]).toEqual([kind, true])
})
