import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../search/match-terms.ts'
import type { SearchTerm } from '../search/search-text.ts'
import { idsIn, isIn, type ListedArea } from './areas/find-area-posts.ts'
import { allOf, conditionsOf, isFiltering, isForOpen, type ListFilter, type OpenFilter } from './list-filter.ts'

/**
 * A post and its distance in degrees of the map. A larger value means a larger real distance; the list is ordered by
 * it.
 */
export type NearPost = Readonly<{ id: number; away: number }>

export type NearList = Readonly<{
  /** Words that the posts must contain; none for all posts. */
  terms: readonly SearchTerm[]
  /** The area in which the posts lie, for a list without terms; null for the whole country. */
  area?: ListedArea | null
  filter: ListFilter
  /** The last post of the previous page. */
  after: NearPost | null
  limit: number
}>

/** Up to this many expected matches, or posts of an area, all of them are compared. */
const MAX_POSTS_COMPARED = 3000

/** For a frequent word, the texts of this many of the nearest posts are read at most: 4 µs each, 25 from disk. */
const NEAREST_WALKED = 2000

/** With a filter, this many of the nearest posts are read by the index, 1 to 2 µs each, or this many for one that passes. */
const NEAREST_READ = 5000
const READ_FOR_ONE = 15

/** Parts of an area in which the nearest posts are sought first; then in twice as many more, and so on. */
const FIRST_PARTS = 2

/** Most open posts that are compared when hardly any of the nearest is open: about 0.5 µs each. */
const MAX_OPEN_COMPARED = 30_000

/**
 * Ids of the posts nearest to a position, the newest first at one place: the order '가까운 순'. Posts without a position
 * are not in such a list. For a word that is frequent elsewhere but rare around here, up to twice `MAX_POSTS_COMPARED` posts
 * are compared; if none of the nearest is open, up to `MAX_OPEN_COMPARED` are.
 */
export async function findNearestPosts(db: Database, position: Position, list: NearList): Promise<NearPost[]> {
  if (list.area) return nearestInArea(db, position, list, list.area)
  if (list.terms.length === 0) return nearestWithoutTerms(db, position, list)
  if ((await expectedRows(db, 'post_search', list.terms)) > MAX_POSTS_COMPARED) {
    const found = await nearest(db, walked(position, list), list)
    if (found.length === list.limit) return found
  }
  return withIndexOnly(db, (tx) => nearest(tx, lookedUp(position, list), list))
}

/**
 * Without a filter, the nearest posts. With one, those of the nearest that pass, and if they are too few, of all posts.
 */
async function nearestWithoutTerms(db: Queryable, position: Position, list: NearList): Promise<NearPost[]> {
  const { filter } = list
  if (!isForOpen(filter)) return nearest(db, sql`(select ${columns(position)} from post_positions m) m`, list)
  const found = await nearest(db, nearestRows(position, list, NEAREST_READ), list)
  return found.length === list.limit ? found : nearest(db, openRows(position, filter), list)
}

/** All posts of a small area are compared; of a larger one, those of its parts around the position. */
async function nearestInArea(db: Database, position: Position, list: NearList, area: ListedArea): Promise<NearPost[]> {
  const found = area.count > MAX_POSTS_COMPARED ? await nearestByParts(db, position, list, area) : null
  if (found) return found
  const all = sql`(
    select ${columns(position)} from (${idsIn(area, list.filter)} offset 0) own
    join post_positions m on m.post_id = own.id
  ) m`
  return nearest(db, all, list)
}

/**
 * The nearest posts of an area's parts, the nearest parts first, until no other part can have a nearer post. Null if
 * all parts together have too few.
 */
function nearestByParts(
  db: Database,
  position: Position,
  list: NearList,
  area: ListedArea,
): Promise<NearPost[] | null> {
  return db.transaction().execute(async (tx) => {
    // The planner expects few posts in a box, and would rather sort them than read them by distance.
    await sql`set local enable_sort = off`.execute(tx)
    let found: NearPost[] = []
    for (let asked = 0, wanted = FIRST_PARTS; ; asked += wanted, wanted *= 2) {
      const reach = found.length === list.limit ? (found.at(-1)?.away ?? 0) : null
      const parts = await partsAround(tx, position, area, { skip: asked, limit: wanted })
      const asking = parts.filter(({ away }) => reach === null || away <= reach)
      const more = asking.length > 0 ? await nearest(tx, nearestInParts(position, list, asking, reach), list) : []
      found = [...found, ...more].toSorted((a, b) => a.away - b.away || b.id - a.id).slice(0, list.limit)
      if (asking.length < wanted) return found.length === list.limit ? found : null
    }
  })
}

type Part = Readonly<{ id: number; away: number }>

/** The smallest parts of an area with borders, or the area itself, by the distance of the box around them. */
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

/**
 * The first posts of each part, which the index on positions yields in order of distance: as many as are wanted in all,
 * not farther away than `reach`.
 */
function nearestInParts(
  position: Position,
  { filter, after, limit }: NearList,
  parts: readonly Part[],
  reach: number | null,
): RawBuilder<unknown> {
  const conditions = [
    ...conditionsOf(filter, 'm'),
    ...(after ? [isAfter(awayFrom(position), after)] : []),
    isIn(sql`part.id`, sql`m.post_id`),
  ]
  const box = reach === null ? sql`part.reach` : sql`part.reach # ${boxAround(position, reach)}`
  return sql`(
    select own.* from areas part cross join lateral (
      select ${columns(position)} from post_positions m
      where m.position <@ (${box}) and ${allOf(conditions)}
      order by ${awayFrom(position)} limit ${sql.lit(limit)}
    ) own where part.id = any(${parts.map(({ id }) => id)}::integer[])
  ) m`
}

/** The box around everything that is not farther away. */
function boxAround({ lat, lng }: Position, away: number): RawBuilder<unknown> {
  const corner = sql`point(${away}::float8, ${away}::float8)`
  return sql`box(map_point(${lat}, ${lng}) - ${corner}, map_point(${lat}, ${lng}) + ${corner})`
}

/** The nearest posts, before any filter, from the index alone. */
function nearestRows(position: Position, { after }: NearList, reach: number): RawBuilder<unknown> {
  return sql`(
    select ${columns(position)} from post_positions m where ${after ? isAfter(awayFrom(position), after) : sql`true`}
    order by ${awayFrom(position)} limit ${sql.lit(reach)}
  ) m`
}

/** Posts that are open, wherever they are. */
function openRows(position: Position, filter: OpenFilter): RawBuilder<unknown> {
  return sql`(
    select ${columns(position)} from hour_classes
    join post_positions m on hour_class(m.open_hours) = hour_classes.class and m.open_hours is not null
    where may_be_open(hour_classes.class, ${filter.openAt}::integer)
      and ${allOf(conditionsOf(filter, 'm'))} limit ${sql.lit(MAX_OPEN_COMPARED)}
  ) m`
}

/** The nearest of `source`, which has `columns`. Where that is in order of distance, it is read only as far as needed. */
async function nearest(
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

/** Read in order of distance, and only until enough are found. */
function walked(position: Position, list: NearList): RawBuilder<unknown> {
  const { terms, filter } = list
  const read = isFiltering(filter) ? READ_FOR_ONE * NEAREST_WALKED : NEAREST_WALKED
  return sql`(
    select near.* from (
      select m.* from ${nearestRows(position, list, read)}
      where ${allOf(conditionsOf(filter, 'm'))}
      order by away limit ${sql.lit(NEAREST_WALKED)}
    ) near, lateral (select normal from post_search where post_id = near.post_id offset 0) t
    where ${containsAllSql(sql`t.normal`, terms)}
  ) m`
}

function lookedUp(position: Position, { terms, filter }: NearList): RawBuilder<unknown> {
  const conditions = [hasGrams(terms), containsAllSql(sql`normal`, terms), ...conditionsOf(filter, 'm')]
  return sql`(
    select ${columns(position)} from post_search join post_positions m using (post_id)
    where ${allOf(conditions)} limit ${sql.lit(2 * MAX_POSTS_COMPARED)}
  ) m`
}

/** What the order and the filters need of `post_positions m`. */
function columns(position: Position): RawBuilder<unknown> {
  return sql`m.post_id, m.open_hours, ${awayFrom(position)} as away`
}

/** In the order of the index on `post_positions`. */
function awayFrom({ lat, lng }: Position): RawBuilder<number> {
  return sql`(m.position <-> map_point(${lat}, ${lng}))`
}

function isAfter(distance: RawBuilder<number>, { away, id }: NearPost): RawBuilder<boolean> {
  return sql`(${distance} > ${away} or ${distance} = ${away} and m.post_id < ${id})`
}
