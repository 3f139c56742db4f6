import { type RawBuilder, sql } from 'kysely'
import type { QueryGetWeeklyTopArgs } from '#contract/schema.gen.ts'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import { areaPathSchema } from '#rules/places.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { RANKINGS } from '../../../platform/database/shown.ts'
import { AppError, checkInput } from '../../../platform/errors.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { addressOfPath } from '../../places/address.ts'
import { countRows, EXACT_COUNT_LIMIT, listCounts } from '../lists/list-counts.ts'
import {
  allOf,
  conditionsOf,
  filterNameForCounts,
  isFiltering,
  isNarrowed,
  type ListFilter,
} from '../lists/list-filter.ts'
import type { Order } from '../lists/orders.ts'
import { conditionsAfter, limitOf, MAX_SKIPPED, nextPosts, type PageRequest, skipOf } from '../lists/paging.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'
import { findAreaByAddress } from './get-area.ts'

/** An area with the number of its posts that the reader may see. */
export type ListedArea = Readonly<{ id: number; count: number }>

/** Number of posts up to which an area is sorted as a whole. */
const MAX_SORTED = 3000

/** Posts of the whole list that are checked in its order before a larger area is sorted. */
const WALKED_POSTS = 8000

/** The area with this path. @throws {AppError} BAD_USER_INPUT, NOT_FOUND for an unknown area */
export async function requireArea(
  context: Pick<OperationContext, 'db' | 'session'>,
  path: string,
): Promise<ListedArea> {
  const area = await findAreaByAddress(context, addressOfPath(checkInput(areaPathSchema, { path }).path))
  if (!area) throw new AppError('NOT_FOUND')
  return area
}

/** Ids of an area's posts in an order, at most one more than a page. */
export async function findAreaPosts(
  db: Queryable,
  area: ListedArea,
  order: Order,
  { filter, paging }: PageRequest,
): Promise<number[]> {
  if (skipOf(paging) > MAX_SKIPPED) return []
  const after = conditionsAfter(order, paging)
  // The index of an area, large or small, has its posts in this order.
  const isAlike = order.isById && !isFiltering(filter)
  const read = async (source: RawBuilder<unknown>, conditions: readonly RawBuilder<boolean>[]) => {
    const { rows } = await sql<{ id: number }>`${isAlike ? prepared : sql``}
      select ${order.id} as id from ${source} where ${allOf(conditions)} order by ${order.by} ${limitOf(paging)}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  if (order.isById) return read(sql`(${idsInArea(area, filter)}) p`, after)
  if (area.count > MAX_SORTED) {
    // Reads only as many posts of the whole list as a page needs.
    const walk = nextPosts(order, { filter, paging }, { examined: WALKED_POSTS })
    const found = await read(walk, [isInArea(sql`${area.id}`, order.id)])
    if (found.length > LIST_PAGE_SIZE) return found
  }
  return read(sql`(${idsInArea(area, filter)} offset 0) own join ${order.table} on ${order.id} = own.id`, after)
}

/** SQL of the ids of an area's posts, the newest first by the index. */
export function idsInArea({ id }: ListedArea, filter: ListFilter): RawBuilder<unknown> {
  const conditions = [sql`a.area_id = ${id}`, ...conditionsOf(filter, 'a')]
  return sql`select a.post_id as id from post_areas a where ${allOf(conditions)}`
}

/** SQL condition: a post is in an area. A subquery for each post, because a join would read the whole area first. */
export function isInArea(area: RawBuilder<number>, post: RawBuilder<number>): RawBuilder<boolean> {
  return sql`(select true from post_areas a where a.area_id = ${area} and a.post_id = ${post})`
}

/** Number of an area's posts that pass the filter; for a large area estimated at first. */
export function countAreaPosts({ db, log }: OperationContext, area: ListedArea, filter: ListFilter): Promise<number> {
  if (!isNarrowed(filter)) return Promise.resolve(area.count)
  const wholly = () => countRows(db, idsInArea(area, filter))
  const isWhole = area.count <= EXACT_COUNT_LIMIT
  const quickly = async () => ({ total: isWhole ? await wholly() : area.count, isWhole })
  return listCounts(db).of(`${filterNameForCounts(filter)} area ${area.id}`, quickly, wholly, log)
}

const SHOWN = 10

/** A post of the weekly ranking, with the number of people who liked, kept or commented on it. */
export type WeeklyPost = { post: PresentedPost; people: number }

/**
 * Posts of a 시군구 or 동 that most people liked, kept or commented on within a week, as of the last hour.
 * @throws {AppError} BAD_USER_INPUT, NOT_FOUND for an unknown area
 */
export async function getWeeklyTop(
  context: OperationContext,
  { area: path }: QueryGetWeeklyTopArgs,
): Promise<WeeklyPost[]> {
  const { id } = await requireArea(context, path)
  context.shown.add(RANKINGS)
  const rows = await loadWeeklyTop(context.db, context.session, id)
  return rows.map(({ people, ...row }) => ({ post: presentPost(context, row), people }))
}

/** The ranked posts of an area (`rankWeeklyPosts`) that the reader may see, with their numbers of people. */
export async function loadWeeklyTop(
  db: Queryable,
  reader: Reader,
  areaId: number,
): Promise<(PostRow & { people: number })[]> {
  const { rows } = await sql<PostRow & { people: number }>`${prepared}
    select shown.*, top.people from area_tops top
    join listed_posts l on l.id = top.post_id
    cross join lateral (${selectPosts} where p.id = top.post_id and ${isShownTo(reader, 'post', 'p')}) shown
    where top.area_id = ${areaId} order by top.rank limit ${sql.lit(SHOWN)}`.execute(db)
  return rows
}
