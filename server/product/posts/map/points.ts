import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { withoutTableScans } from '../../search/search-text.ts'
import { allOf, conditionsOf, isFiltering } from '../lists/list-filter.ts'
import { expectedPosts, foundIds, isFound, type PostQuery } from '../search/post-query.ts'
import type { MapPoint } from './clusters.ts'
import type { Box, MapView } from './view.ts'

/** Posts on the map; each stands for `weight` posts, if they are a sample. */
export type MapPoints = Readonly<{ points: readonly MapPoint[]; weight: number }>

/** Number of posts in view up to which all their positions are read. */
export const MAX_POSITIONS = 3000

/** Number of posts in view up to which all their texts are read, most of which are not in the database's memory. */
const MAX_TEXTS = 1000

const MAX_SAMPLED_FROM = 50_000

const SAMPLED = 20_000

/** Reads few posts in view by position, and rare words by the index; samples frequent words in a crowd. */
export async function findPoints(db: Database, view: MapView, count: number): Promise<MapPoints> {
  const { query } = view
  const few = query ? MAX_TEXTS : MAX_POSITIONS
  if (count <= few) return allPoints(await select(db, withTerms(inView(view), view)))
  if (!query && count <= MAX_SAMPLED_FROM) {
    // Reads all posts that pass the filter, if these are few.
    const { rows } = await select(db, sql`${inView(view)} limit ${sql.lit(few + 1)}`)
    if (rows.length <= few) return allPoints({ rows })
  }
  if (query && (await expectedPosts(db, query)) <= few) {
    const { rows } = await withoutTableScans(db, (tx) => select(tx, rarePointsIn(view, query, 2 * few)))
    if (rows.length < 2 * few) return allPoints({ rows: rows.filter(({ isInView }) => isInView) })
  }
  if (count <= MAX_SAMPLED_FROM) return sampleOf(db, view, count, few)
  return sampleOfAll(db, view, count, few)
}

const columns = sql`m.post_id as id, m.position[0] as x, m.position[1] as y`

function inView(view: MapView): RawBuilder<unknown> {
  return sql`select ${columns} from post_positions m where ${isInMapView(view)}`
}

/** Looks the words up first: the planner underestimates the posts in a box, and would read all of them. */
function rarePointsIn(view: MapView, query: PostQuery, limit: number): RawBuilder<unknown> {
  return sql`
    select ${columns}, ${isInMapView(view)} as "isInView" from (
      select post_id from (${foundIds(query)}) ids limit ${sql.lit(limit)}
    ) found, lateral (select * from post_positions where post_id = found.post_id offset 0) m`
}

/** Every n-th post of the view by a hash, independent of patterns among authors. */
async function sampleOf(db: Queryable, view: MapView, count: number, size: number): Promise<MapPoints> {
  const every = Math.ceil(count / size)
  const { rows } = await select(
    db,
    withTerms(sql`${inView(view)} and (hashint8(m.post_id) & 2147483647) % ${every} = 0`, view),
  )
  return { points: rows, weight: every }
}

async function sampleOfAll(db: Queryable, view: MapView, count: number, size: number): Promise<MapPoints> {
  const sample = sql`
    select ${columns}, ${isInMapView(view)} as is_wanted
    from ${isFiltering(view.filter) ? evenRows : newestRows} m
    where ${isIn(view.box)} limit ${sql.lit(size)}`
  const { rows } = await sql<{ points: MapPoint[]; drawn: number }>`
    with sample as materialized (${sample})
    select (select count(*) from sample) as drawn,
      (select coalesce(json_agg(f), '[]') from (${withTerms(sql`select id, x, y from sample where is_wanted`, view)}) f) as points`.execute(
    db,
  )
  const { points = [], drawn = 0 } = rows[0] ?? {}
  return { points, weight: Math.max(1, count / Math.max(1, drawn)) }
}

const newestRows = sql`(select * from post_positions order by post_id desc limit ${sql.lit(SAMPLED)})`

// Rows of evenly chosen pages of the table, the same each time. The newest posts would be a biased sample: an import of
// office canteens adds none that is open at night.
const evenRows = sql`(
  select * from post_positions tablesample system (
    (select least(100, 100.0 * ${sql.lit(SAMPLED)} / greatest(1, reltuples)) from pg_class
      where oid = 'post_positions'::regclass)
  ) repeatable (0)
)`

function withTerms(points: RawBuilder<unknown>, { query }: MapView): RawBuilder<unknown> {
  if (!query) return points
  return sql`
    select f.id, f.x, f.y
    from (${points}) f, lateral (select normal from post_search where post_id = f.id offset 0) t
    where ${isFound(query, sql`f.id`, sql`t.normal`)}`
}

/** SQL condition: `post_positions m` is in the view and passes its filter. */
export function isInMapView({ box, filter }: MapView): RawBuilder<boolean> {
  return allOf([isIn(box), ...conditionsOf(filter, 'm')])
}

function isIn({ west, south, east, north }: Box): RawBuilder<boolean> {
  return sql`m.position <@ box(point(${west}, ${south}), point(${east}, ${north}))`
}

type Row = MapPoint & { isInView: boolean }

function select(db: Queryable, points: RawBuilder<unknown>): Promise<{ rows: Row[] }> {
  return sql<Row>`${points}`.execute(db)
}

function allPoints({ rows }: { rows: readonly MapPoint[] }): MapPoints {
  return { points: rows, weight: 1 }
}
