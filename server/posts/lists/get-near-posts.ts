import { sql } from 'kysely'
import { once } from '#rules/once.ts'
import { NEAR, PAGE_SIZE } from '#rules/paging.ts'
import { positionSchema } from '#rules/places.ts'
import type { OperationContext } from '../../context.ts'
import { checkInput } from '../../errors.ts'
import { countAreaPosts, type ListedArea } from '../areas/find-area-posts.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { findOrderedPosts } from '../search/find-ordered-posts.ts'
import { type PostQuery, queryName } from '../search/post-query.ts'
import { findNearestPosts } from './find-nearest-posts.ts'
import { countRows, countUpToExact, listCounts } from './list-counts.ts'
import { allOf, conditionsOf, countedName, type FilterArgs, type ListFilter } from './list-filter.ts'
import { orders } from './orders.ts'
import { MAX_SKIPPED, type Paging, readList, signCursor } from './paging.ts'
import { emptyList, type PresentedList } from './present-list.ts'

type NearArgs = FilterArgs & {
  filter?: string | null
  lat?: number | null
  lng?: number | null
  pageParam?: number | null
  cursor?: string | null
}

/** Without a position the list is the latest one. */
export function isSortedByDistance({ filter, lat, lng }: NearArgs): boolean {
  return filter === NEAR && typeof lat === 'number' && typeof lng === 'number'
}

type NearScope = { query: PostQuery | null; area: ListedArea | null }

/** `pageCount` may count posts without a position, which are not shown. @throws {AppError} BAD_USER_INPUT */
export async function getNearPosts(
  context: OperationContext,
  args: NearArgs,
  { query = null, area = null }: Partial<NearScope> = {},
): Promise<PresentedList> {
  const position = checkInput(positionSchema, { lat: args.lat, lng: args.lng })
  const name = [
    ...(area ? ['area', area.id] : []),
    'near',
    position.lat,
    position.lng,
    ...(query ? [queryName(query)] : []),
  ].join(' ')
  const list = readList(context, name, args)
  const { filter } = list
  const { after, skip } = startOf(list.paging)
  const count = once(() => countOf(context, { query, area }, filter))
  if (skip > MAX_SKIPPED) return { ...emptyList, count }
  const limit = skip + PAGE_SIZE + 1
  const { posts: near, stop } = await findNearestPosts(context.db, position, { query, area, filter, after, limit })
  const shown = near.slice(skip, skip + PAGE_SIZE)
  const end = near.length === limit ? shown.at(-1) : skip === 0 ? stop : null
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${shown.map(({ id }) => id)}::bigint[])`.execute(context.db)
  const posts = new Map(rows.map((row) => [String(row.id), presentPost(context, row)]))
  return {
    data: shown.flatMap(({ id }) => posts.get(String(id)) ?? []),
    count,
    nextCursor: end ? signCursor(context.secrets, list, end.id, end.away) : null,
    startCursor: null,
  }
}

function startOf(paging: Paging) {
  if ('skip' in paging) return { after: null, skip: paging.skip }
  return { after: { id: paging.after.id, away: Number(paging.after.rank) }, skip: 0 }
}

async function countOf(context: OperationContext, { query, area }: NearScope, filter: ListFilter): Promise<number> {
  if (area) return countAreaPosts(context, area, filter)
  if (query) {
    const { count } = await findOrderedPosts(context, query, orders.latest, { filter, paging: { skip: 0 } })
    return count()
  }
  const posts = sql`select from post_positions m where ${allOf(conditionsOf(filter, 'm'))}`
  const { db, log } = context
  return listCounts(db).of(
    `${countedName(filter)} near`,
    () => countUpToExact(db, posts),
    () => countRows(db, posts),
    log,
  )
}
