import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../search/match-terms.ts'
import type { SearchTerm } from '../search/search-text.ts'
import { idsIn, isIn, type ListedArea } from './areas/find-area-posts.ts'
import { conditionsOf, isFiltering, isForOpen, type ListFilter, type OpenFilter } from './list-filter.ts'

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
const MAX_COMPARED = 3000

/** For a frequent word, this many of the nearest posts are read at most: 10 to 25 µs each. */
const NEAREST_WALKED = [400, 2000] as const

/** With a filter, this many of the nearest posts are read by the index, 1 to 2 µs each, or this many for one that passes. */
const NEAREST_READ = 5000
const READ_FOR_ONE = 15

/** Parts of an area in which the nearest posts are sought first; then in three times as many, and so on. */
const NEAREST_PARTS = 12

/**
 * Borders are simplified: this far outside, in degrees, some 300 m, posts of an area are sought as well. A post farther out
 * at sea is not in the list of a large area.
 */
const BESIDE_BORDERS = 0.003

/** Most open posts that are compared when hardly any of the nearest is open: about 0.5 µs each. */
const MAX_OPEN_COMPARED = 30_000

/**
 * Ids of the posts nearest to a position, the newest first at one place: the order '가까운 순'. Posts without a position
 * are not in such a list. For a word that is frequent elsewhere but rare around here, up to twice `MAX_COMPARED` posts
 * are compared; if none of the nearest is open, up to `MAX_OPEN_COMPARED` are.
 */
export async function findNearestPosts(db: Database, position: Position, list: NearList): Promise<NearPost[]> {
  if (list.area) return nearestInArea(db, position, list, list.area)
  if (list.terms.length === 0) return nearestWithoutTerms(db, position, list)
  if ((await expectedRows(db, 'post_search', list.terms)) > MAX_COMPARED) {
    for (const reach of NEAREST_WALKED) {
      const found = await nearest(db, walked(position, list, reach), list)
      if (found.length === list.limit) return found
    }
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

/** All posts of a small area; of a larger one, those of its nearest parts until no other part can have a nearer one. */
async function nearestInArea(db: Database, position: Position, list: NearList, area: ListedArea): Promise<NearPost[]> {
  if (area.count > MAX_COMPARED) {
    const parts = await partsAround(db, position, area)
    for (let read = NEAREST_PARTS; ; read *= 3) {
      const found = await inDistanceOrder(db, (tx) =>
        nearest(tx, nearestInParts(position, list, parts.slice(0, read)), list),
      )
      const isFull = found.length === list.limit
      if (isFull && (found.at(-1)?.away ?? 0) <= (parts[read]?.away ?? Number.POSITIVE_INFINITY)) return found
      if (read >= parts.length) break
    }
  }
  const all = sql`(
    select ${columns(position)} from (${idsIn(area, list.filter)} offset 0) own
    join post_positions m on m.post_id = own.id
  ) m`
  return nearest(db, all, list)
}

/** The planner takes few posts for what a box holds, and would rather sort them than read them by distance. */
function inDistanceOrder<T>(db: Database, run: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_sort = off`.execute(tx)
    return run(tx)
  })
}

type Part = Readonly<{ id: number; away: number; box: string }>

/** The smallest parts of an area with borders, or the area itself, by the distance of the box around them. */
async function partsAround(db: Queryable, { lat, lng }: Position, area: ListedArea): Promise<Part[]> {
  const pad = sql.lit(BESIDE_BORDERS)
  const { rows } = await sql<Part>`
    select id, box::text, (box <-> map_point(${lat}, ${lng})) as away from (
      select id, box(map_point(south - ${pad}, west - ${pad}), map_point(north + ${pad}, east + ${pad})) as box
      from areas where path @> array[${area.id}::integer] and south is not null
        and not exists (select from areas part where part.parent_id = areas.id)
    ) leaf order by away`.execute(db)
  return rows
}

/** The first posts of each part, which the index on positions yields in order of distance: as many as are wanted in all. */
function nearestInParts(
  position: Position,
  { filter, after, limit }: NearList,
  parts: readonly Part[],
): RawBuilder<unknown> {
  const [ids, boxes] = [parts.map(({ id }) => id), parts.map(({ box }) => box)]
  const conditions = [
    ...conditionsOf(filter, 'm'),
    ...(after ? [isAfter(awayFrom(position), after)] : []),
    isIn(sql`part.id`, sql`m.post_id`),
  ]
  return sql`(
    select own.* from unnest(${ids}::integer[], ${boxes}::text[]) part(id, box)
    cross join lateral (
      select ${columns(position)} from post_positions m
      where m.position <@ part.box::box and ${sql.join(conditions, sql` and `)}
      order by ${awayFrom(position)} limit ${sql.lit(limit)}
    ) own
  ) m`
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
      and ${sql.join(conditionsOf(filter, 'm'), sql` and `)} limit ${sql.lit(MAX_OPEN_COMPARED)}
  ) m`
}

/** The nearest of `source`, which has `columns`. Where that is in order of distance, it is read only as far as needed. */
async function nearest(
  db: Queryable,
  source: RawBuilder<unknown>,
  { filter, after, limit }: NearList,
): Promise<NearPost[]> {
  const conditions = [...conditionsOf(filter, 'm'), ...(after ? [isAfter(sql`m.away`, after)] : []), sql<boolean>`true`]
  const { rows } = await sql<NearPost>`
    select post_id as id, away from ${source} where ${sql.join(conditions, sql` and `)}
    order by away, post_id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

function walked(position: Position, list: NearList, reach: number): RawBuilder<unknown> {
  const { terms, filter } = list
  const read = isFiltering(filter) ? READ_FOR_ONE * reach : reach
  return sql`(
    select near.* from (
      select m.* from ${nearestRows(position, list, read)}
      where ${sql.join([sql`true`, ...conditionsOf(filter, 'm')], sql` and `)}
      order by away limit ${sql.lit(reach)}
    ) near, lateral (select normal from post_search where post_id = near.post_id offset 0) t
    where ${containsAllSql(sql`t.normal`, terms)}
  ) m`
}

function lookedUp(position: Position, { terms, filter }: NearList): RawBuilder<unknown> {
  const conditions = [hasGrams(terms), containsAllSql(sql`normal`, terms), ...conditionsOf(filter, 'm')]
  return sql`(
    select ${columns(position)} from post_search join post_positions m using (post_id)
    where ${sql.join(conditions, sql` and `)} limit ${sql.lit(2 * MAX_COMPARED)}
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
