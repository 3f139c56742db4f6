import os from 'node:os'
import { sql } from 'kysely'
import type { OperationContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'
import { findAreaPosts, requireArea } from '#server/posts/areas/find-area-posts.ts'
import { forgetPopularAreas, getArea, getPopularAreas } from '#server/posts/areas/get-area.ts'
import { findNearestPosts } from '#server/posts/lists/find-nearest-posts.ts'
import { isOpen, type ListFilter, parseFilter } from '#server/posts/lists/list-filter.ts'
import { orders } from '#server/posts/lists/orders.ts'
import { writeLists } from '#server/posts/writing/write-lists.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/**
 * Milliseconds of the lists and counts of areas in the server's code, compared with plain SQL for the same answer, without
 * counters, limits or our choice of an index. Calls of the two alternate.
 */
const RUNS = 40

/** A plain query that takes longer than this is not repeated. */
const SLOW_MS = 100

const stage = await openStage()
const { db } = stage
const context = { db, log: createLog('warn') } as unknown as OperationContext

const areas = ['서울', '경기', '서울/마포구', '제주/제주시', await pathOfSize(3500), await pathOfSize(300)]
const times = { '': null, ', open at noon': '12:00', ', open at 4 a.m.': '04:00' } as const
const here = { lat: 37.5665, lng: 126.978 }
const rows: Row[] = []
for (const path of new Set(areas)) {
  const area = await requireArea({ db, session: null }, path)
  const posts = area.count.toLocaleString('en')
  for (const [when, time] of Object.entries(times)) {
    const filter = parseFilter({ open: time !== null }, null, new Date(`2026-11-22T${time ?? '12:00'}:00+09:00`))
    for (const sort of ['latest', 'popular', 'order'] as const) {
      const ours = () => findAreaPosts(db, area, orders[sort], { filter, paging: { skip: 0 } })
      const plain = () => plainList(area.id, sort, filter)
      rows.push(await measure({ area: path, posts, what: `${sort}${when}` }, ours, plain))
    }
    const nearest = () => findNearestPosts(db, here, { query: null, area, filter, after: null, limit: 11 })
    rows.push(
      await measure({ area: path, posts, what: `near 서울시청${when}` }, nearest, () => plainNearest(area.id, filter)),
    )
  }
  const counted = () => getArea(context, { path })
  rows.push(
    await measure({ area: path, posts, what: 'counts of it and its parts' }, counted, () => plainCounts(area.id)),
  )
}
const popular = async () => {
  forgetPopularAreas(db)
  await getPopularAreas(context)
}
rows.push(
  await measure(
    { area: 'all', posts: stage.posts.toLocaleString('en'), what: 'popular areas, not kept' },
    popular,
    plainPopular,
  ),
)
const [{ id: probe } = { id: 0 }] = (await sql<{ id: number }>`select max(id) as id from posts`.execute(db)).rows
const where = { address: null, lat: 37.5554, lng: 126.9012 }
const write = () => db.transaction().execute((tx) => writeLists(tx, [{ id: probe, ...where }]))
const nothing = () => db.transaction().execute((tx) => sql`select 1`.execute(tx))
rows.push(await measure({ area: 'of one post', posts: '1', what: 'found and written' }, write, nothing))

report('areas', `Areas of ${stage.posts.toLocaleString('en')} posts`, rows, [
  'Bare is plain SQL over the rows of posts and areas; for the write it is an empty transaction.',
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])
await stage.close()

async function pathOfSize(size: number): Promise<string> {
  const { rows: near } = await sql<{ address: string }>`
    select a.address from area_counts c join areas a on a.id = c.area_id
    where cardinality(a.path) >= 3 group by a.id order by abs(sum(c.count) - ${size}) limit 1`.execute(db)
  return near[0]?.address.replaceAll(' ', '/') ?? ''
}

async function measure(named: Row, ours: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<Row> {
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let run = 0; run < RUNS; run++) {
    times.ours.push(await time(ours))
    const isSlow = times.bare.some((ms) => ms > SLOW_MS)
    if (!isSlow) times.bare.push(await time(bare))
  }
  const [p50, p95] = [quantile(times.ours, 0.5), quantile(times.ours, 0.95)]
  const bareP50 = quantile(times.bare, 0.5)
  return {
    ...named,
    'p50 ms': round(p50),
    'p95 ms': round(p95),
    'bare p50 ms': round(bareP50),
    'ours / bare': round(p50 / bareP50),
  }
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

function plainList(id: number, sort: 'latest' | 'popular' | 'order', { openAt }: ListFilter): Promise<unknown> {
  const by = {
    latest: sql`p.id desc`,
    popular: sql`s.like_count desc, p.id desc`,
    order: sql`p.title collate "ko-x-icu", p.id desc`,
  }
  const open = openAt === null ? sql`true` : isOpen(sql`p.open_hours`, openAt)
  return sql`select p.id from post_areas a join posts p on p.id = a.post_id join post_stats s on s.post_id = p.id
    where a.area_id = ${id} and ${open} order by ${by[sort]} limit 11`.execute(db)
}

function plainNearest(id: number, { openAt }: ListFilter): Promise<unknown> {
  const open = openAt === null ? sql`true` : isOpen(sql`p.open_hours`, openAt)
  return sql`select p.id from post_areas a join posts p on p.id = a.post_id where a.area_id = ${id} and ${open}
    order by map_point(p.lat, p.lng) <-> map_point(${here.lat}, ${here.lng}) limit 11`.execute(db)
}

function plainCounts(id: number): Promise<unknown> {
  return sql`select area_id, count(*) from post_areas
    where area_id in (select id from areas where id = ${id} or parent_id = ${id}) group by area_id`.execute(db)
}

function plainPopular(): Promise<unknown> {
  return sql`select area_id, count(*) from post_areas a
    where not exists (select from areas part where part.parent_id = a.area_id)
    group by area_id order by count(*) desc limit 8`.execute(db)
}
