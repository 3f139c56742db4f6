import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../search/match-terms.ts'
import type { SearchTerm } from '../search/search-text.ts'
import { conditionsOf, type ListFilter } from './list-filter.ts'

/** A post and its distance in degrees of the map, which grow with the real distance; the list is ordered by it. */
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

/**
 * Ids of the posts nearest to a position, the newest first at one place: the order '가까운 순'. Posts without a position
 * are not in such a list. For a word that is frequent elsewhere but rare around here, up to twice `MAX_COMPARED` posts
 * are compared.
 */
export async function findNearestPosts(db: Database, position: Position, list: NearList): Promise<NearPost[]> {
  if (list.terms.length === 0) return nearest(db, sql`post_positions m`, position, list)
  if ((await expectedRows(db, 'post_search', list.terms)) > MAX_COMPARED) {
    for (const reach of NEAREST_WALKED) {
      const found = await nearest(db, walked(position, list, reach), position, list)
      if (found.length === list.limit) return found
    }
  }
  return withIndexOnly(db, (tx) => nearest(tx, lookedUp(list.terms), position, list))
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

function walked(position: Position, { terms, filter, after }: NearList, reach: number): RawBuilder<unknown> {
  return sql`(
    select near.* from (
      select * from post_positions m where ${isWanted(position, { filter, after })}
      order by ${awayFrom(position)} limit ${sql.lit(reach)}
    ) near, lateral (select normal from post_search where post_id = near.post_id offset 0) t
    where ${containsAllSql(sql`t.normal`, terms)}
  ) m`
}

function lookedUp(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`(
    select m.* from (
      select post_id from post_search where ${hasGrams(terms)} and ${containsAllSql(sql`normal`, terms)}
      limit ${sql.lit(2 * MAX_COMPARED)}
    ) having_words join post_positions m using (post_id)
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
