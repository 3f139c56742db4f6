import os from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import type { FoodKind } from '#contract/schema.gen.ts'
import type { OperationContext } from '#server/context.ts'
import type { Database } from '#server/db/connect.ts'
import { withoutTimeLimits } from '#server/db/time-limits.ts'
import { createLog } from '#server/log.ts'
import { getPosts } from '#server/posts/lists/get-posts.ts'
import { wantedFacts } from '#server/posts/lists/list-filter.ts'
import { MOST_EXAMINED } from '#server/posts/lists/paging.ts'
import { getMapPosts } from '#server/posts/map/get-map-posts.ts'
import { Secrets } from '#server/secrets.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'

/**
 * Milliseconds of the first page of a list that is filtered by a frequent kind of food and by a rare one, and of the same
 * page without the filter; beside it, the same posts found by a plain join with `posts`, without the column `facts`.
 */
const RUNS = 30

/** Every second post tells a kind; one in ten thousand the rare one. */
const RARE: FoodKind = 'other'
const FREQUENT: FoodKind = 'korean'

const stage = await openStage()
const { db } = stage
const context = {
  db,
  log: createLog('warn'),
  secrets: new Secrets('the secret of a bench that keeps nothing'),
  images: { urlOf: (key: string) => key },
  shown: new Set(),
} as unknown as OperationContext
await tellFacts(db)

const here = { lat: 37.55, lng: 126.95 }
const country = { south: 33, west: 124, north: 39, east: 132, zoom: 7 }

/** The kind of each of the next posts is looked up in `posts`. */
const joined = (posts: RawBuilder<unknown>) => (kind: FoodKind) =>
  sql`select next.id from (${posts} limit ${sql.lit(MOST_EXAMINED)}) next,
    lateral (select p.kind from posts p where p.id = next.id offset 0) told
    where told.kind = ${kind} limit 11`.execute(db)
const joins: Record<string, (kind: FoodKind) => Promise<unknown>> = {
  latest: joined(sql`select id from posts order by id desc`),
  popular: joined(sql`select post_id as id from post_stats order by like_count desc, post_id desc`),
  order: joined(sql`select id from posts order by title collate "ko-x-icu", id desc`),
  near: joined(sql`select post_id as id from post_positions order by position <-> map_point(${here.lat}, ${here.lng})`),
}

type Wanted = { kind?: FoodKind[] }
const lists: Record<string, (wanted: Wanted) => Promise<unknown>> = {
  latest: (wanted) => getPosts(context, wanted),
  popular: (wanted) => getPosts(context, { ...wanted, filter: 'popular' }),
  order: (wanted) => getPosts(context, { ...wanted, filter: 'order' }),
  near: (wanted) => getPosts(context, { ...wanted, filter: 'near', ...here }),
  'map of the country': (wanted) => getMapPosts(context, { ...wanted, ...country }),
}

const rows: Row[] = []
for (const [list, ask] of Object.entries(lists)) {
  for (const kind of [FREQUENT, RARE]) {
    rows.push(await measure(list, kind, ask))
  }
}
report('facts', `Lists of one kind of food among ${stage.posts.toLocaleString('en')} posts`, rows, [
  `One post in 10,000 is of the kind '${RARE}', two of five are '${FREQUENT}'. A page looks at ${MOST_EXAMINED.toLocaleString('en')} posts at most.`,
  'The control is the same call without the filter; `join ms` is the page from `posts.kind` by a join, among as many posts.',
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])
await stage.close()

async function measure(list: string, kind: FoodKind, ask: (wanted: Wanted) => Promise<unknown>): Promise<Row> {
  const times: Record<'filtered' | 'join' | 'all', number[]> = { filtered: [], join: [], all: [] }
  const join = joins[list]
  const first = await timed(() => ask({ kind: [kind] }))
  for (let run = 0; run < RUNS; run++) {
    times.filtered.push(await timed(() => ask({ kind: [kind] })))
    times.all.push(await timed(() => ask({})))
    if (join) times.join.push(await timed(() => join(kind)))
  }
  const { filtered, all } = times
  return {
    list,
    kind,
    'first ms': round(first),
    'p50 ms': round(quantile(filtered, 0.5)),
    'p95 ms': round(quantile(filtered, 0.95)),
    'control p50 ms': round(quantile(all, 0.5)),
    'filtered / control': round(quantile(filtered, 0.5) / quantile(all, 0.5)),
    'join p50 ms': join ? round(quantile(times.join, 0.5)) : '',
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** Gives the posts of the stage their kinds, once. */
async function tellFacts(stageDb: Database): Promise<void> {
  const { rows: told } = await sql`select from posts where kind is not null limit 1`.execute(stageDb)
  if (told.length > 0) return
  await withoutTimeLimits(stageDb, async (connection) => {
    await sql`update posts set kind = case when hashint8(id) % 10000 = 0 then ${RARE}::text
      when hashint8(id) % 10 in (0, 2, 4, 6) then ${FREQUENT} when hashint8(id) % 10 = 8 then 'cafe' end`.execute(
      connection,
    )
    for (const kind of [RARE, FREQUENT, 'cafe'] as const)
      await sql`update posts set facts = ${wantedFacts({ kind: [kind] })}::integer where kind = ${kind}`.execute(
        connection,
      )
    for (const table of ['post_stats', 'post_positions', 'post_areas']) {
      await sql`update ${sql.table(table)} t set facts = p.facts from posts p where p.id = t.post_id and p.facts is not null`.execute(
        connection,
      )
    }
    for (const table of ['posts', 'post_stats', 'post_positions', 'post_areas']) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(connection)
    }
  })
}
