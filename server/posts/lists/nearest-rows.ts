import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../db/connect.ts'
import { DEGREE_METRES } from '../../places/find-places.ts'
import type { ListedArea } from '../areas/find-area-posts.ts'
import type { PostQuery } from '../search/post-query.ts'
import { allOf, conditionsOf, filterColumns, type ListFilter } from './list-filter.ts'

/** `away` in degrees of the map: a larger value means a larger real distance. */
export type NearPost = Readonly<{ id: number; away: number }>

export type NearList = Readonly<{
  query: PostQuery | null
  /** Without a search; null for the whole country. */
  area?: ListedArea | null
  filter: ListFilter
  after: NearPost | null
  limit: number
}>

/** Up to this many expected matches, or posts of an area, are all compared. */
export const MAX_POSTS_COMPARED = 3000

/** `source` has `nearColumns`. Where it is in order of distance, it is read only as far as needed. */
export async function nearestOf(
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

/** What the order and the filters need of `post_positions m`. */
export function nearColumns(position: Position): RawBuilder<unknown> {
  return sql`m.post_id, ${filterColumns('m')}, ${awayFrom(position)} as away`
}

/** A distance from a position as `away` has it: on the map a metre is longer the farther north it is. */
export function degreesOf(metres: number, { lat }: Position): number {
  return metres / (DEGREE_METRES * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
}

/** In the order of the index on `post_positions`. */
export function awayFrom({ lat, lng }: Position): RawBuilder<number> {
  return sql`(m.position <-> map_point(${lat}, ${lng}))`
}

export function isAfter(distance: RawBuilder<number>, { away, id }: NearPost): RawBuilder<boolean> {
  return sql`(${distance} > ${away} or ${distance} = ${away} and m.post_id < ${id})`
}
