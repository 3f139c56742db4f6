import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../search/match-terms.ts'
import type { SearchTerm } from '../search/search-text.ts'
import { conditionsOf, isFiltering, isForOpen, type ListFilter, type OpenFilter } from './list-filter.ts'

/**
 * A post and its distance in degrees of the map. A larger value means a larger real distance; the list is ordered by
 * it.
 */
export type NearPost = Readonly<{ id: number; away: number }>

export type NearList = Readonly<{
  /** Words that the posts must contain; none for all posts. */
  terms: readonly SearchTerm[]
  filter: ListFilter
  /** The last post of the previous page. */
  after: NearPost | null
  limit: number
}>

/** Up to this many expected matches, all of them are compared. */
const MAX_COMPARED = 3000

/** For a frequent word, this many of the nearest posts are read: 10 to 25 µs each. */
const NEAREST_WALKED = [400, 2000] as const

/** With a filter, this many of the nearest posts are read by the index: about 1 µs each. */
const NEAREST_READ = 5000

/** Most open posts that are compared when hardly any of the nearest is open: about 0.5 µs each. */
const MAX_OPEN_COMPARED = 30_000

/**
 * Ids of the posts nearest to a position, the newest first at one place: the order '가까운 순'. Posts without a position
 * are not in such a list. For a word that is frequent elsewhere but rare around here, up to twice `MAX_COMPARED` posts
 * are compared; if none of the nearest is open, up to `MAX_OPEN_COMPARED` are.
 */
export async function findNearestPosts(db: Database, position: Position, list: NearList): Promise<NearPost[]> {
  if (list.terms.length === 0) return nearestWithoutTerms(db, position, list)
  if ((await expectedRows(db, 'post_search', list.terms)) > MAX_COMPARED) {
    for (const reach of NEAREST_WALKED) {
      const found = await nearest(db, walked(position, list, reach), position, list)
      if (found.length === list.limit) return found
    }
  }
  return withIndexOnly(db, (tx) => nearest(tx, lookedUp(list), position, list))
}

/**
 * Without a filter, the nearest posts. With one, those of the nearest that pass, and if they are too few, of all posts.
 */
async function nearestWithoutTerms(db: Queryable, position: Position, list: NearList): Promise<NearPost[]> {
  const { filter } = list
  if (!isForOpen(filter)) return nearest(db, sql`post_positions m`, position, list)
  const found = await nearest(db, nearestRows(position, list, NEAREST_READ), position, list)
  return found.length === list.limit ? found : nearest(db, openRows(filter), position, list)
}

/** The nearest posts, before any filter, from the index alone. */
function nearestRows(position: Position, { after }: NearList, reach: number): RawBuilder<unknown> {
  return sql`(
    select position, post_id, open_hours from post_positions m where ${after ? isAfter(position, after) : sql`true`}
    order by ${awayFrom(position)} limit ${sql.lit(reach)}
  ) m`
}

/** Posts that are open, wherever they are. */
function openRows(filter: OpenFilter): RawBuilder<unknown> {
  return sql`(
    select m.position, m.post_id, m.open_hours from hours_in_use
    join post_positions m on m.open_hours = hours_in_use.hours
    where is_open(hours_in_use.hours, ${filter.openAt}::integer) limit ${sql.lit(MAX_OPEN_COMPARED)}
  ) m`
}

async function nearest(
  db: Queryable,
  source: RawBuilder<unknown>,
  position: Position,
  { filter, after, limit }: NearList,
): Promise<NearPost[]> {
  const { rows } = await sql<NearPost>`
    select post_id as id, ${awayFrom(position)} as away from ${source} where ${isWanted(position, { filter, after })}
    order by ${awayFrom(position)}, post_id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

function walked(position: Position, list: NearList, reach: number): RawBuilder<unknown> {
  const { terms, filter } = list
  const read = isFiltering(filter) ? NEAREST_READ : reach
  return sql`(
    select near.* from (
      select m.* from ${nearestRows(position, list, read)}
      where ${sql.join([sql`true`, ...conditionsOf(filter, 'm')], sql` and `)}
      order by ${awayFrom(position)} limit ${sql.lit(reach)}
    ) near, lateral (select normal from post_search where post_id = near.post_id offset 0) t
    where ${containsAllSql(sql`t.normal`, terms)}
  ) m`
}

function lookedUp({ terms, filter }: NearList): RawBuilder<unknown> {
  const conditions = [hasGrams(terms), containsAllSql(sql`normal`, terms), ...conditionsOf(filter, 'm')]
  return sql`(
    select m.* from post_search join post_positions m using (post_id)
    where ${sql.join(conditions, sql` and `)} limit ${sql.lit(2 * MAX_COMPARED)}
  ) m`
}

function isWanted(position: Position, { filter, after }: Pick<NearList, 'filter' | 'after'>): RawBuilder<boolean> {
  const conditions = [...conditionsOf(filter, 'm'), after ? isAfter(position, after) : sql<boolean>`true`]
  return sql`${sql.join(conditions, sql` and `)}`
}

/** In the order of the index on `post_positions`. */
function awayFrom({ lat, lng }: Position): RawBuilder<number> {
  return sql`(position <-> map_point(${lat}, ${lng}))`
}

function isAfter(position: Position, { away, id }: NearPost): RawBuilder<boolean> {
  return sql`(${awayFrom(position)} > ${away} or ${awayFrom(position)} = ${away} and post_id < ${id})`
}
