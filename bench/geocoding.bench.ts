import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { OperationContext } from '#server/context.ts'
import { connect } from '#server/db/connect.ts'
import { loadExtras } from '#server/places/bundle/load-bundle.ts'
import { geocode } from '#server/places/geocode.ts'
import { metres } from '#server/places/roads/geometry.ts'
import { startTemplateDatabase } from '#tests/template-database.ts'
import { quantile, report, round } from './report.ts'

/**
 * How far the estimated position of an address by road is from the building. The addresses are those of shops whose name
 * is unique in the country or in their 시군구, in lists of 2026 (모범음식점, 식품안심업소: 식품의약품안전처, LOCALDATA); the positions are those of
 * shops of that name in the same 시군구 (OpenStreetMap 2021, ODbL; 상가(상권)정보: 소상공인시장진흥공단). Positions more than 150 m from
 * the road of the address, of another shop or of one that has moved, were left out.
 */
type Known = Position & Readonly<{ address: string }>

/** Markets and stations whose public lists have both an address by road and a position. */
const placesOfBundle = (JSON.parse(gunzipSync(readFileSync('korea/places.json.gz')).toString()).rows as BundleRow[])
  .filter(([, category]) => category === '전통시장' || category === '지하철역')
  .filter(([, , address]) => /[로길] (?:지하 ?)?\d+(?:-\d+)?(?: |$)/.test(address))
  .map(([, , address, lat, lng]): Known => ({ address, lat, lng }))

type BundleRow = [name: string, category: string, address: string, lat: number, lng: number]

const known = readFileSync(new URL('addresses.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((row): Known => {
    const [address = '', lat, lng] = row.split('\t')
    return { address, lat: Number(lat), lng: Number(lng) }
  })

const template = await startTemplateDatabase()
const { db } = connect(template.templateUrl, 2)
const loading = performance.now()
await loadExtras(db)
const loaded = performance.now() - loading
const context = { db } as unknown as OperationContext
// The same shops are in the bundle, and would be found as buildings.
await sql`delete from places`.execute(db)
const shops = await locate(known)
// Some of the known numbers of the roads come from these places.
await sql`update roads set known = '{}'`.execute(db)
const places = await locate(placesOfBundle)
await db.destroy()
await template.stop()

async function locate(list: readonly Known[]) {
  const results = []
  for (const place of list) {
    const since = performance.now()
    const found = await geocode(context, { address: place.address })
    const took = performance.now() - since
    const isRoad = found?.precision === 'road'
    results.push({ took, isRoad, radius: found?.radius ?? null, away: isRoad ? metres(found.position, place) : 0 })
  }
  return results
}

const share = (part: number, all: number) => `${round((100 * part) / all)} %`
function rowsOf(of: string, results: Awaited<ReturnType<typeof locate>>) {
  const located = results.filter(({ isRoad }) => isRoad)
  const classes = {
    all: located,
    'radius 50 m': located.filter(({ radius }) => radius === 50),
    'radius 200 m': located.filter(({ radius }) => radius === 200),
    'the road only': located.filter(({ radius }) => radius === null),
  }
  return Object.entries(classes).map(([name, list]) => {
    const away = list.map((one) => one.away)
    const within = (limit: number) => share(away.filter((one) => one <= limit).length, list.length)
    return {
      addresses: of,
      'known to': name,
      found: `${list.length} of ${results.length}`,
      'median m': Math.round(quantile(away, 0.5)),
      'p75 m': Math.round(quantile(away, 0.75)),
      '≤ 60 m': within(60),
      '≤ 120 m': within(120),
    }
  })
}

const took = shops.map((one) => one.took)
const rows = [...rowsOf('shops', shops), ...rowsOf('markets and stations', places)]
report('geocoding', 'Positions of addresses by road', rows, [
  `Found: ${share(shops.filter(({ isRoad }) => isRoad).length, shops.length)} of the shops, ${share(
    places.filter(({ isRoad }) => isRoad).length,
    places.length,
  )} of the markets and stations, whose own numbers were taken from the roads before. One lookup: median ${round(quantile(took, 0.5))} ms, p95 ${round(quantile(took, 0.95))} ms.`,
  'The point of a market or a station is rarely its door: it is a hundred metres long and more.',
  `Loading ${Math.round(gunzipSync(readFileSync('korea/roads.tsv.gz')).length / 1e6)} MB of roads into an empty database took ${round(loaded / 1000)} s.`,
])
