import { type RawBuilder, sql } from 'kysely'
import type { CountResult, QueryGetNewPostCountArgs, QueryGetPostsArgs } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { MAX_POSTS_BY_ID, toSort } from '#rules/paging.ts'
import { isHandle } from '#rules/validate.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import {
  ANY_LIKES,
  ANY_LIST,
  RANKINGS,
  shownPostsOfArea,
  shownPostsOfAuthor,
  shownPostsOfPlace,
} from '../../../platform/database/shown.ts'
import { badInput, requireId } from '../../../platform/errors.ts'
import { isShownTo } from '../../authors/visibility.ts'
import { countAreaPosts, findAreaPosts, requireArea } from '../areas/find-area-posts.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { getNearPosts, isSortedByDistance } from './get-near-posts.ts'
import { countList } from './list-counts.ts'
import {
  allOf,
  conditionsOf,
  filterNameForCounts,
  isFiltering,
  type ListFilter,
  type ListScope,
  postsOfAuthor,
  postsOfPlace,
} from './list-filter.ts'
import { type ListStop, type Order, orders } from './orders.ts'
import {
  conditionsAfter,
  emptyList,
  findFilteredPosts,
  type ListRequest,
  limitOf,
  loadPosts,
  type PresentedList,
  parseListRequest,
  presentList,
} from './paging.ts'

/**
 * A page of posts: of the whole site, an author, a place or an area, or those with given ids.
 * @throws {AppError} BAD_USER_INPUT for a page, a cursor, two scopes or too many ids, NOT_FOUND for an unknown area or id
 */
export async function getPosts(context: OperationContext, args: QueryGetPostsArgs): Promise<PresentedList> {
  if (args.ids) return getPostsById(context, args.ids)
  const { user_id: author = null, place = null, area = null } = args
  if ([author, place, area].filter((wanted) => wanted !== null).length > 1) {
    throw badInput([{ field: 'area', message: errorMessages.BAD_USER_INPUT }])
  }
  if (area !== null) return getAreaPosts(context, args, area)
  context.shown.add(author !== null ? shownPostsOfAuthor(author) : place !== null ? shownPostsOfPlace(place) : ANY_LIST)
  const scope = author !== null ? postsOfAuthor(author) : place !== null ? postsOfPlace(place) : null
  if (!scope && isSortedByDistance(args)) return getNearPosts(context, args)
  const sort = toSort(args.filter)
  if (!scope && sort === 'popular') context.shown.add(ANY_LIKES)
  if (sort === 'again') context.shown.add(RANKINGS)
  const list = parseListRequest(context, `posts ${sort} ${scope?.name ?? ''}`, args)
  if (author !== null && !isHandle(author)) return emptyList
  const page = await pageOf(context.db, orders[sort], scope, list)
  return presentList(context, list, { sort, ...page, count: () => countOf(context, scope, list.filter) })
}

async function getPostsById(context: OperationContext, ids: readonly string[]): Promise<PresentedList> {
  // The response depends on every post asked for: one that is hidden now may be shown later.
  context.shown.addUnnamed()
  if (ids.length > MAX_POSTS_BY_ID) throw badInput([{ field: 'ids', message: errorMessages.BAD_USER_INPUT }])
  const { rows } = await sql<PostRow>`${selectPosts} where p.id = any(${ids.map(requireId)}::bigint[])
    and ${isShownTo(context.session, 'post', 'p')} order by p.id desc`.execute(context.db)
  return { ...emptyList, data: rows.map((row) => presentPost(context, row)), count: async () => rows.length }
}

async function getAreaPosts(context: OperationContext, args: QueryGetPostsArgs, path: string): Promise<PresentedList> {
  const area = await requireArea(context, path)
  context.shown.add(shownPostsOfArea(area.id))
  if (isSortedByDistance(args)) return getNearPosts(context, args, { area })
  const sort = toSort(args.filter)
  if (sort === 'popular') context.shown.add(ANY_LIKES)
  if (sort === 'again') context.shown.add(RANKINGS)
  const list = parseListRequest(context, `area ${area.id} ${sort}`, args)
  const ids = await findAreaPosts(context.db, area, orders[sort], list)
  const rows = await loadPosts(context.db, ids, orders[sort])
  return presentList(context, list, { sort, rows, count: () => countAreaPosts(context, area, list.filter) })
}

type Page = { rows: PostRow[]; stop: ListStop | null }

async function pageOf(db: Database, order: Order, scope: ListScope | null, list: ListRequest): Promise<Page> {
  if (!scope && isFiltering(list.filter)) {
    const { ids, stop } = await findFilteredPosts(db, order, list)
    return { rows: await loadPosts(db, ids, order), stop }
  }
  const { rows } = await selectPage(order, scope, list).execute(db)
  return { rows, stop: null }
}

/** SQL of a page: reads ids from an index alone, then the columns of these posts. One post more than a page tells that there are more. */
function selectPage(order: Order, scope: ListScope | null, { filter, paging }: ListRequest): RawBuilder<PostRow> {
  const conditions = [...conditionsOf(filter, order.alias), ...conditionsAfter(order, paging)]
  return sql<PostRow>`${selectPosts}
    join (
      select ${order.id} as page_id from ${scope ? sourceOf(order, scope) : order.table} where ${allOf(conditions)}
      order by ${order.by} ${limitOf(paging)}
    ) page on page.page_id = p.id
    order by ${order.by}`
}

/** `offset 0` makes the planner use the index of the scope: walking the list's index would read a million rows. */
function sourceOf(order: Order, { posts }: ListScope): RawBuilder<unknown> {
  if (order.isById) return sql`(${posts}) p`
  const own = sql`(${posts} offset 0) p`
  return order.alias === 'p' ? own : sql`${own} join ${order.table} on ${order.id} = p.id`
}

function countOf(context: OperationContext, scope: ListScope | null, filter: ListFilter): Promise<number> {
  const source = scope ? sql`(${scope.posts}) p` : orders.latest.table
  const posts = sql`select from ${source} where ${allOf(conditionsOf(filter, 'p'))}`
  return countList(context, `${filterNameForCounts(filter)} posts ${scope?.name ?? ''}`, posts)
}

const MAX_COUNT = 99

/**
 * Number of newer posts than the given one, at most 99. The post may be deleted; '0' is older than all.
 * @throws {AppError} NOT_FOUND
 */
export async function getNewPostCount(context: OperationContext, args: QueryGetNewPostCountArgs): Promise<CountResult> {
  const after = args.after === '0' ? 0 : requireId(args.after)
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from posts p where id > ${after}
      and ${isShownTo(context.session, 'post', 'p')} order by id limit ${MAX_COUNT}) newer`.execute(context.db)
  return { count: rows[0]?.count ?? 0, id: null }
}
