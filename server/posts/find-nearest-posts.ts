import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { containsAllSql, expectedRows, hasGrams, withIndexOnly } from '../search/match-terms.ts'
import { findNearestInArea } from './areas/find-nearest-in-area.ts'
import { allOf, conditionsOf, isFiltering, isForOpen, type OpenFilter } from './list-filter.ts'
import {
  awayFrom,
  isAfter,
  MAX_POSTS_COMPARED,
  type NearList,
  type NearPost,
  nearColumns,
  nearestOf,
} from './nearest-rows.ts'

/** For a frequent word, the texts of this many of the nearest posts are read at most: 4 µs each, 25 from disk. */
const NEAREST_WALKED = 2000

/** With a filter, this many of the nearest posts are read by the index, 1 to 2 µs each, or this many for one that passes. */
const NEAREST_READ = 5000
const READ_FOR_ONE = 15

/** Most open posts that are compared when hardly any of the nearest is open: about 0.5 µs each. */
const MAX_OPEN_COMPARED = 30_000

/**
 * Ids of the posts nearest to a position, the newest first at one place: the order '가까운 순'. Posts without a position
 * are not in such a list. For a word that is frequent elsewhere but rare around here, up to twice `MAX_POSTS_COMPARED` posts
 * are compared; if none of the nearest is open, up to `MAX_OPEN_COMPARED` are.
 */
export async function findNearestPosts(db: Database, position: Position, list: NearList): Promise<NearPost[]> {
  if (list.area) return findNearestInArea(db, position, list, list.area)
  if (list.terms.length === 0) return nearestWithoutTerms(db, position, list)
  if ((await expectedRows(db, 'post_search', list.terms)) > MAX_POSTS_COMPARED) {
    const found = await nearestOf(db, walked(position, list), list)
    if (found.length === list.limit) return found
  }
  return withIndexOnly(db, (tx) => nearestOf(tx, lookedUp(position, list), list))
}

/**
 * Without a filter, the nearest posts. With one, those of the nearest that pass, and if they are too few, of all posts.
 */
async function nearestWithoutTerms(db: Queryable, position: Position, list: NearList): Promise<NearPost[]> {
  const { filter } = list
  if (!isForOpen(filter)) return nearestOf(db, sql`(select ${nearColumns(position)} from post_positions m) m`, list)
  const found = await nearestOf(db, nearestRows(position, list, NEAREST_READ), list)
  return found.length === list.limit ? found : nearestOf(db, openRows(position, filter), list)
}

/** The nearest posts, before any filter, from the index alone. */
function nearestRows(position: Position, { after }: NearList, reach: number): RawBuilder<unknown> {
  return sql`(
    select ${nearColumns(position)} from post_positions m where ${after ? isAfter(awayFrom(position), after) : sql`true`}
    order by ${awayFrom(position)} limit ${sql.lit(reach)}
  ) m`
}

/** Posts that are open, wherever they are. */
function openRows(position: Position, filter: OpenFilter): RawBuilder<unknown> {
  return sql`(
    select ${nearColumns(position)} from hour_classes
    join post_positions m on hour_class(m.open_hours) = hour_classes.class and m.open_hours is not null
    where may_be_open(hour_classes.class, ${filter.openAt}::integer)
      and ${allOf(conditionsOf(filter, 'm'))} limit ${sql.lit(MAX_OPEN_COMPARED)}
  ) m`
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
    select ${nearColumns(position)} from post_search join post_positions m using (post_id)
    where ${allOf(conditions)} limit ${sql.lit(2 * MAX_POSTS_COMPARED)}
  ) m`
}
