import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { withIndexOnly } from '../../search/match-terms.ts'
import { findNearestInArea } from '../areas/find-nearest-in-area.ts'
import { expectedPosts, foundIds, isFound, type PostQuery } from '../search/post-query.ts'
import { allOf, conditionsOf, isFiltering } from './list-filter.ts'
import {
  awayFrom,
  isAfter,
  MAX_POSTS_COMPARED,
  type NearList,
  type NearPost,
  nearColumns,
  nearestOf,
} from './nearest-rows.ts'
import { LOOKED_AT } from './next-posts.ts'

/** For a frequent word, at most so many texts of the nearest posts are read, because most come from disk. */
const NEAREST_WALKED = 2000

/** With a filter, so many posts are read by the index for one that passes. */
const READ_FOR_ONE = 15

export type Nearest = Readonly<{ posts: NearPost[]; stop: NearPost | null }>

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
  return withIndexOnly(db, (tx) => nearestOf(tx, lookedUp(position, list, query), list))
}

async function nearestThatPass(db: Queryable, position: Position, list: NearList): Promise<Nearest> {
  const next = nearestRows(position, list, LOOKED_AT)
  const posts = await nearestOf(db, next, list)
  if (posts.length === list.limit) return { posts, stop: null }
  const { rows } = await sql<NearPost>`
    select post_id as id, away from ${next} order by away, post_id desc offset ${sql.lit(LOOKED_AT - 1)}`.execute(db)
  return { posts, stop: rows[0] ?? null }
}

/** Before any filter, from the index alone. */
function nearestRows(position: Position, { after }: NearList, reach: number): RawBuilder<unknown> {
  return sql`(
    select ${nearColumns(position)} from post_positions m where ${after ? isAfter(awayFrom(position), after) : sql`true`}
    order by away, post_id desc limit ${sql.lit(reach)}
  ) m`
}

/** Read in order of distance, and only until enough are found. */
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
