import { sql } from 'kysely'
import { once } from '#rules/once.ts'
import { BY_DISTANCE, LIST_PAGE_SIZE } from '#rules/paging.ts'
import { nearSchema } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { checkInput } from '../../../platform/errors.ts'
import { countAreaPosts, isInArea, type ListedArea } from '../areas/find-area-posts.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { findOrderedPosts } from '../search/find-ordered-posts.ts'
import { foundIds, type PostQuery, queryName } from '../search/post-query.ts'
import { findNearestPosts } from './find-nearest-posts.ts'
import { countList } from './list-counts.ts'
import { allOf, conditionsOf, type FilterArgs, filterNameForCounts, type ListFilter } from './list-filter.ts'
import { degreesOf, isWithin, orders } from './orders.ts'
import { cursorAfter, emptyList, MAX_SKIPPED, type Paging, type PresentedList, parseListRequest } from './paging.ts'

type NearArgs = FilterArgs & {
  filter?: string | null
  lat?: number | null
  lng?: number | null
  radius?: number | null
  pageParam?: number | null
  cursor?: string | null
}

export function isSortedByDistance({ filter, lat, lng }: NearArgs): boolean {
  return filter === BY_DISTANCE && typeof lat === 'number' && typeof lng === 'number'
}

type NearScope = { query: PostQuery | null; area: ListedArea | null }

type Around = { position: Position; radius: number }

/** Posts by their distance, the nearest first. Without a radius, `pageCount` also counts posts without a position. @throws {AppError} BAD_USER_INPUT */
export async function getNearPosts(
  context: OperationContext,
  args: NearArgs,
  { query = null, area = null }: Partial<NearScope> = {},
): Promise<PresentedList> {
  const { radius, ...position } = checkInput(nearSchema, { lat: args.lat, lng: args.lng, radius: args.radius })
  const reach = radius === null ? Number.POSITIVE_INFINITY : degreesOf(radius, position)
  const name = nearListName({ ...position, radius }, { query, area })
  const list = parseListRequest(context, name, args)
  const { filter } = list
  const { after, skip } = startOf(list.paging)
  const count = once(() =>
    countOf(context, { query, area }, { name, filter, around: radius === null ? null : { position, radius } }),
  )
  if (skip > MAX_SKIPPED) return { ...emptyList, count }
  const limit = skip + LIST_PAGE_SIZE + 1
  const found = await findNearestPosts(context.db, position, { query, area, filter, after, limit })
  const near = found.posts.filter(({ away }) => away <= reach)
  const stop = found.stop && found.stop.away <= reach ? found.stop : null
  const shown = near.slice(skip, skip + LIST_PAGE_SIZE)
  const end = near.length === limit ? shown.at(-1) : skip === 0 ? stop : null
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${shown.map(({ id }) => id)}::bigint[])`.execute(context.db)
  const posts = new Map(rows.map((row) => [String(row.id), presentPost(context, row)]))
  return {
    data: shown.flatMap(({ id }) => posts.get(String(id)) ?? []),
    count,
    nextCursor: end ? cursorAfter(context, list, end.id, end.away) : null,
    startCursor: null,
  }
}

/** Name of a list by distance, in cursors and for cached counts. */
export function nearListName(
  { lat, lng, radius }: Position & { radius: number | null },
  { query, area }: NearScope,
): string {
  return [
    ...(area ? ['area', area.id] : []),
    'near',
    lat,
    lng,
    ...(radius === null ? [] : ['within', radius]),
    ...(query ? [queryName(query)] : []),
  ].join(' ')
}

function startOf(paging: Paging) {
  if ('skip' in paging) return { after: null, skip: paging.skip }
  return { after: { id: paging.after.id, away: Number(paging.after.rank) }, skip: 0 }
}

type Counted = { name: string; filter: ListFilter; around: Around | null }

async function countOf(
  context: OperationContext,
  { query, area }: NearScope,
  { name, filter, around }: Counted,
): Promise<number> {
  if (area && !around) return countAreaPosts(context, area, filter)
  if (query && !around) {
    const { count } = await findOrderedPosts(context, query, orders.latest, { filter, paging: { skip: 0 } })
    return count()
  }
  const conditions = [
    ...(around ? [isWithin(around.position, around.radius)] : []),
    ...(area ? [isInArea(sql`${area.id}`, sql`m.post_id`)] : []),
    ...(query ? [sql<boolean>`m.post_id in (${foundIds(query)})`] : []),
    ...conditionsOf(filter, 'm'),
  ]
  const posts = sql`select from post_positions m where ${allOf(conditions)}`
  return countList(context, `${filterNameForCounts(filter)} near ${name}`, posts)
}
