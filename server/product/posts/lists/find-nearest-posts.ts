import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { withoutTableScans } from '../../search/search-text.ts'
import { idsInArea, isInArea, type ListedArea } from '../areas/find-area-posts.ts'
import { expectedPosts, foundIds, isFound, type PostQuery } from '../search/post-query.ts'
import { allOf, conditionsOf, isFiltering, type ListFilter } from './list-filter.ts'
import { isAfter, mapDistanceFrom, type NearPost, nearColumns } from './orders.ts'
import { MOST_EXAMINED } from './paging.ts'

/** Which posts to find by their distance from a position. */
export type NearList = Readonly<{
  query: PostQuery | null
  /** Only without a search; null for the whole country. */
  area?: ListedArea | null
  filter: ListFilter
  after: NearPost | null
  limit: number
}>

/** Expected number of matches, or number of an area's posts, up to which all are compared. */
const MAX_POSTS_COMPARED = 3000

/** The nearest posts of `source`, which has `nearColumns`; one ordered by distance is read only as far as needed. */
async function nearestOf(
  db: Queryable,
  source: RawBuilder<unknown>,
  { filter, after, limit }: NearList,
): Promise<NearPost[]> {
  const conditions = [...conditionsOf(filter, 'm'), ...(after ? [isAfter(sql`m.away`, after)] : [])]
  const { rows } = await sql<NearPost>`
    select post_id as id, away from ${source} where ${allOf(conditions)}
    order by away, post_id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Texts of the nearest posts that are read for a frequent word; most come from disk. */
const NEAREST_WALKED = 2000

/** Posts that are read from the index for each text, because a filter may pass few. */
const READ_FOR_ONE = 15

type Nearest = Readonly<{ posts: NearPost[]; stop: NearPost | null }>

/**
 * '가까운 순': the nearest posts with a position. Frequent words and filters are compared with a bounded number of posts.
 */
export async function findNearestPosts(db: Database, position: Position, list: NearList): Promise<Nearest> {
  if (!list.area && !list.query && isFiltering(list.filter)) return nearestThatPass(db, position, list)
  return { posts: await nearestOfAll(db, position, list), stop: null }
}

async function nearestOfAll(db: Database, position: Position, list: NearList): Promise<NearPost[]> {
  if (list.area) return findNearestInArea(db, position, list, list.area)
  const { query } = list
  if (!query) return nearestOf(db, sql`(select ${nearColumns(position)} from post_positions m) m`, list)
  if ((await expectedPosts(db, query)) > MAX_POSTS_COMPARED) {
    const found = await nearestOf(db, walked(position, list, query), list)
    if (found.length === list.limit) return found
  }
  return withoutTableScans(db, (tx) => nearestOf(tx, lookedUp(position, list, query), list))
}

async function nearestThatPass(db: Queryable, position: Position, list: NearList): Promise<Nearest> {
  const next = nearestRows(position, list, MOST_EXAMINED)
  const posts = await nearestOf(db, next, list)
  if (posts.length === list.limit) return { posts, stop: null }
  const { rows } = await sql<NearPost>`
    select post_id as id, away from ${next} order by away, post_id desc offset ${sql.lit(MOST_EXAMINED - 1)}`.execute(
    db,
  )
  return { posts, stop: rows[0] ?? null }
}

/** SQL of the nearest rows before the filter, from the index alone. */
function nearestRows(position: Position, { after }: NearList, reach: number): RawBuilder<unknown> {
  return sql`(
    select ${nearColumns(position)} from post_positions m where ${after ? isAfter(mapDistanceFrom(position), after) : sql`true`}
    order by away, post_id desc limit ${sql.lit(reach)}
  ) m`
}

function walked(position: Position, list: NearList, query: PostQuery): RawBuilder<unknown> {
  const { filter } = list
  const read = isFiltering(filter) ? READ_FOR_ONE * NEAREST_WALKED : NEAREST_WALKED
  return sql`(
    select near.* from (
      select m.* from ${nearestRows(position, list, read)}
      where ${allOf(conditionsOf(filter, 'm'))}
      order by away limit ${sql.lit(NEAREST_WALKED)}
    ) near, lateral (select normal from post_search where post_id = near.post_id offset 0) t
    where ${isFound(query, sql`near.post_id`, sql`t.normal`)}
  ) m`
}

function lookedUp(position: Position, { filter }: NearList, query: PostQuery): RawBuilder<unknown> {
  return sql`(
    select ${nearColumns(position)} from (${foundIds(query)}) found join post_positions m using (post_id)
    where ${allOf(conditionsOf(filter, 'm'))} limit ${sql.lit(2 * MAX_POSTS_COMPARED)}
  ) m`
}

const FIRST_PARTS = 2

/** Compares all posts of a small area, and of a larger one those of its parts around the position. */
async function findNearestInArea(
  db: Database,
  position: Position,
  list: NearList,
  area: ListedArea,
): Promise<NearPost[]> {
  const found = area.count > MAX_POSTS_COMPARED ? await nearestByParts(db, position, list, area) : null
  if (found) return found
  const all = sql`(
    select ${nearColumns(position)} from (${idsInArea(area, list.filter)} offset 0) own
    join post_positions m on m.post_id = own.id
  ) m`
  return nearestOf(db, all, list)
}

// Reads posts of the nearest parts until no other part can have a nearer one; null if the parts have too few posts for a page.
function nearestByParts(
  db: Database,
  position: Position,
  list: NearList,
  area: ListedArea,
): Promise<NearPost[] | null> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_sort = off`.execute(tx)
    let found: NearPost[] = []
    for (let asked = 0, wanted = FIRST_PARTS; ; asked += wanted, wanted *= 2) {
      const reach = found.length === list.limit ? (found.at(-1)?.away ?? 0) : null
      const parts = await partsAround(tx, position, area, { skip: asked, limit: wanted })
      const asking = parts.filter(({ away }) => reach === null || away <= reach)
      const more = asking.length > 0 ? await nearestOf(tx, nearestInParts(position, list, asking, reach), list) : []
      found = [...found, ...more].toSorted((a, b) => a.away - b.away || b.id - a.id).slice(0, list.limit)
      if (asking.length < wanted) return found.length === list.limit ? found : null
    }
  })
}

type Part = Readonly<{ id: number; away: number }>

/** Smallest parts of an area with borders, or the area itself, by distance of their boxes. */
async function partsAround(
  db: Queryable,
  { lat, lng }: Position,
  area: ListedArea,
  { skip, limit }: { skip: number; limit: number },
): Promise<Part[]> {
  const away = sql`a.reach <-> map_point(${lat}, ${lng})`
  const { rows } = await sql<Part>`
    select a.id, ${away} as away from areas a
    where a.path @> array[${area.id}::integer] and a.reach is not null
      and not exists (select from areas part where part.parent_id = a.id)
    order by ${away}, a.id offset ${skip} limit ${limit}`.execute(db)
  return rows
}

// First posts of each part, in order of distance by the index on positions, within `reach`.
function nearestInParts(
  position: Position,
  { filter, after, limit }: NearList,
  parts: readonly Part[],
  reach: number | null,
): RawBuilder<unknown> {
  const conditions = [
    ...conditionsOf(filter, 'm'),
    ...(after ? [isAfter(mapDistanceFrom(position), after)] : []),
    isInArea(sql`part.id`, sql`m.post_id`),
  ]
  const box = reach === null ? sql`part.reach` : sql`part.reach # ${boxAround(position, reach)}`
  return sql`(
    select own.* from areas part cross join lateral (
      select ${nearColumns(position)} from post_positions m
      where m.position <@ (${box}) and ${allOf(conditions)}
      order by ${mapDistanceFrom(position)} limit ${sql.lit(limit)}
    ) own where part.id = any(${parts.map(({ id }) => id)}::integer[])
  ) m`
}

function boxAround({ lat, lng }: Position, away: number): RawBuilder<unknown> {
  const corner = sql`point(${away}::float8, ${away}::float8)`
  return sql`box(map_point(${lat}, ${lng}) - ${corner}, map_point(${lat}, ${lng}) + ${corner})`
}
