import os from 'node:os'
import { sql } from 'kysely'
import type { OperationContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'
import { geocode, reverseGeocode } from '#server/places/geocode.ts'
import { searchPlaces } from '#server/places/search-places.ts'
import { findNearestPosts } from '#server/posts/lists/find-nearest-posts.ts'
import { allPosts } from '#server/posts/lists/list-filter.ts'
import { wordsOnly } from '#server/posts/search/post-query.ts'
import { searchTerms } from '#server/search/search-text.ts'
import { importQuietly, koreaFile, koreaFileNames } from '#tests/place-files.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/**
 * Milliseconds per query of places, among the imported places of `places-import` and a million posts, with the areas,
 * landmarks and boundaries of korea/.
 */
const RUNS = 60

const stage = await openStage()
const { db } = stage
for (const name of koreaFileNames) {
  await importQuietly(db, await koreaFile(name))
}
const context = {
  db,
  session: null,
  log: createLog('warn'),
  config: { places: { kakaoRestKey: null, geocoder: null } },
} as unknown as OperationContext

/** Typical positions: at posts. */
const { rows: positions } = await sql<{ lat: number; lng: number }>`
  select lat, lng from posts where lat is not null and id % (select greatest(1, count(*) / ${RUNS}) from posts) = 0
  limit ${RUNS}`.execute(db)
const { rows: addresses } = await sql<{ road_address: string; address: string }>`
  select road_address, address from places where road_address is not null and address is not null
    and id % (select greatest(1, count(*) / ${RUNS}) from places) = 0 limit ${RUNS}`.execute(db)

const keywords = [
  '노형동',
  '해운대',
  'ㅎㅇㄷ',
  '김밥',
  '국밥집',
  '할매국밥',
  '청담 냉면',
  '제주 칼국수',
  '제주 제주시 노형동 할매칼국수집',
  '역전길',
  '뷁뷁',
  '집',
  'ㄱㅂ',
]
const rows: Row[] = []
for (const keyword of keywords) {
  rows.push(await measure(`keyword ${keyword}`, () => () => searchPlaces(context, { keyword })))
  rows.push(await measure(`keyword ${keyword}, near`, (at) => () => searchPlaces(context, { keyword, ...at })))
}
rows.push(await measure('position to area', (at) => () => reverseGeocode(context, at)))
rows.push(
  await measure('address by road', (_, n) => () => geocode(context, { address: addresses[n]?.road_address ?? '' })),
)
rows.push(await measure('address by lot', (_, n) => () => geocode(context, { address: addresses[n]?.address ?? '' })))
rows.push(
  await measure('address of a 동', (_, n) => () => geocode(context, { address: areaOf(addresses[n]?.address) })),
)
for (const keyword of ['', '노포', '도토리묵', '맛있', '뷁뷁']) {
  for (const page of [1, 10]) {
    const name = `nearest posts${keyword && ` with ${keyword}`}, page ${page}`
    rows.push(await measure(name, (at) => nearest(at, keyword, page)))
  }
}
const counts = await sql<{ places: number; areas: number; rings: number }>`
  select (select count(*) from places) as places, (select count(*) from place_areas) as areas,
    (select count(*) from place_rings) as rings`.execute(db)
const { places = 0, areas = 0, rings = 0 } = counts.rows[0] ?? {}
report('places-search', 'Questions about places', rows, [
  `${stage.posts.toLocaleString('en')} posts, ${places.toLocaleString('en')} places, ${areas.toLocaleString('en')} areas, ${rings.toLocaleString('en')} rings. Page 10 costs the tenth page alone.`,
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])
await stage.close()

type Position = { lat: number; lng: number }

type Ask = () => Promise<unknown>

/** Measures only what `prepare` returns, not `prepare` itself. */
async function measure(name: string, prepare: (at: Position, n: number) => Ask | Promise<Ask>): Promise<Row> {
  const times: number[] = []
  for (const [n, at] of positions.entries()) {
    const ask = await prepare(at, n)
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return {
    question: name,
    'p50 ms': round(quantile(times, 0.5)),
    'p95 ms': round(quantile(times, 0.95)),
    'max ms': round(Math.max(...times)),
  }
}

function areaOf(address = ''): string {
  return address.replace(/ \S+$/, '')
}

async function nearest(at: Position, keyword: string, page: number): Promise<Ask> {
  const query = keyword === '' ? null : wordsOnly(searchTerms(keyword))
  const list = { query, filter: allPosts }
  const before = await findNearestPosts(db, at, { ...list, after: null, limit: (page - 1) * 10 })
  return () => findNearestPosts(db, at, { ...list, after: before.posts.at(-1) ?? null, limit: 11 })
}
