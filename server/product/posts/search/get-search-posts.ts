import { sql } from 'kysely'
import type { QueryGetSearchPostsArgs } from '#contract/schema.gen.ts'
import { withFiltersOfKeyword } from '#rules/asked-filters.ts'
import type { PriceRange } from '#rules/food-kinds.ts'
import { LIST_PAGE_SIZE, toSort } from '#rules/paging.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { searchSchema } from '#rules/search.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { arrayOf } from '../../../platform/database/prepared.ts'
import { checkInput } from '../../../platform/errors.ts'
import { visitorCounterOf } from '../../figures/visitor-counter.ts'
import type { KnownPlace } from '../../places/names/known-names.ts'
import { getNearPosts, isSortedByDistance, nearListName } from '../lists/get-near-posts.ts'
import { getPosts } from '../lists/get-posts.ts'
import { type ListFilter, parseFilter } from '../lists/list-filter.ts'
import { orders } from '../lists/orders.ts'
import {
  cursorAfter,
  emptyList,
  isCursorOf,
  loadPosts,
  type PresentedList,
  parseListRequest,
  presentList,
  skipOf,
} from '../lists/paging.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { findOrderedPosts } from './find-ordered-posts.ts'
import { findRelevantPosts, isRankedWhole, type Rank } from './find-relevant-posts.ts'
import {
  findList,
  type PostQuery,
  queryName,
  queryOfWords,
  radiusOfPlace,
  type SearchList,
  searchRadiusOf,
} from './post-query.ts'
import { presentMeaning, readSearch } from './resolve-keyword.ts'

/**
 * Ten posts for a keyword, in the order `filter` or the best match first; without a match, those nearest to the place that the
 * keyword names.
 * @throws {AppError} BAD_USER_INPUT for an invalid page or cursor, and for a keyword that is too long
 */
export async function getSearchPosts(
  context: OperationContext,
  typed: QueryGetSearchPostsArgs,
): Promise<PresentedList> {
  const args = withAskedFilters({ ...typed, ...checkInput(searchSchema, typed) })
  const { keyword } = args
  const filter = isSortedByDistance(args) ? null : parseFilter(args, context.session, new Date(), context.db)
  const search = await readSearch(context.db, keyword, context.session)
  if (!search) {
    parseListRequest(context, 'search', { ...args, cursor: null })
    return emptyList
  }
  const findMeaning = () => presentMeaning(context, search, keyword)
  const { query, place } = search
  if (!query) {
    const all = await getPosts(context, { ...args, filter: args.filter ?? 'popular' })
    return { ...(await withTitled(context, args, all, search.titled)), findMeaning }
  }
  const asked =
    query.isMood && !args.filter && (await findsTooManyToRank(context, args, query))
      ? { ...args, filter: 'popular' }
      : args
  const { found, isOwn } = await ownOrOtherList(context, asked, { place, query, filter })
  const isFirst = !asked.cursor && !args.pageParam
  if (isFirst && search.titled === null && (!isOwn || found.data.length === 0))
    visitorCounterOf(context.db).noteMissed(context, keyword)
  return { ...(await withTitled(context, args, found, search.titled)), findMeaning }
}

/** Keyword for any place to eat, if the typed one has only filters. */
const ANY = '맛집'

/** Turns the filters that a keyword names into arguments, as the page does: '만원 이하 국밥'. */
function withAskedFilters(args: QueryGetSearchPostsArgs): QueryGetSearchPostsArgs {
  const asked = withFiltersOfKeyword<{ keyword?: string }>({ keyword: args.keyword })
  if (!asked) return args
  const { keyword = ANY, open, price } = asked
  const prices = price?.split(',') as PriceRange[] | undefined
  return {
    ...args,
    keyword,
    open: args.open || open === '1',
    price: args.price?.length ? args.price : (prices ?? null),
  }
}

/** Puts a post with the keyword as its title first on the first page of the best matches. */
async function withTitled(
  context: OperationContext,
  { filter, cursor, pageParam, open, kind, price, traits }: QueryGetSearchPostsArgs,
  list: PresentedList,
  titled: number | null,
): Promise<PresentedList> {
  const isFirst = !cursor && (pageParam ?? 1) === 1
  const isFiltered = open || [kind, price, traits].some((facts) => (facts ?? []).length > 0)
  if (titled === null || filter || !isFirst || isFiltered) return list
  const rows = await loadRows(context, [{ id: titled }])
  const others = list.data.filter(({ id }) => Number(id) !== titled)
  const { instead: _, ...found } = list
  return { ...found, data: [...rows.map((row) => presentPost(context, row)), ...others] }
}

/**
 * Whether a keyword of occasions alone ('데이트') finds too many posts to rank them all; then those with most likes come first. A list
 * that began ranked goes on so.
 */
async function findsTooManyToRank(
  context: OperationContext,
  { cursor, ...args }: QueryGetSearchPostsArgs,
  query: PostQuery,
) {
  const isRanked = cursor && isCursorOf(context, `search relevance ${queryName(query)}`, { ...args, cursor })
  return !isRanked && !(await isRankedWhole(context.db, query))
}

type Sought = Readonly<{ place: KnownPlace | null; query: PostQuery; filter: ListFilter | null }>

/** The query's own posts, and without any on this page those of the list that answers it. */
async function ownOrOtherList(
  context: OperationContext,
  args: QueryGetSearchPostsArgs,
  { place, query, filter }: Sought,
): Promise<{ found: PresentedList; isOwn: boolean }> {
  const others = filter && place ? otherLists(context, args, { place, query }) : []
  const { cursor } = args
  // A list goes on after its first page, although posts that were written since may have all words.
  const begun = cursor ? others.find(({ name }) => isCursorOf(context, name, { ...args, cursor })) : undefined
  if (begun) return { found: await begun.read(), isOwn: false }
  const found = await ownList(context, args, query)
  if (cursor || found.data.length > 0 || !filter || !place) return { found, isOwn: true }
  const isOwnEmpty = found.nextCursor === null && (args.pageParam ?? 1) === 1
  const list = await findList(context.db, query, place, filter, { isOwnEmpty })
  const other = others.find(({ kind }) => kind === list)
  return other ? { found: await other.read(), isOwn: false } : { found, isOwn: true }
}

function ownList(context: OperationContext, args: QueryGetSearchPostsArgs, query: PostQuery): Promise<PresentedList> {
  if (isSortedByDistance(args)) return getNearPosts(context, args, { query })
  return typeof args.filter === 'string' ? sortedList(context, args, query) : relevantList(context, args, query)
}

async function sortedList(
  context: OperationContext,
  args: QueryGetSearchPostsArgs,
  query: PostQuery,
): Promise<PresentedList> {
  const sort = toSort(args.filter)
  const list = parseListRequest(context, `search ${sort} ${queryName(query)}`, args)
  const { ids, count, stop } = await findOrderedPosts(context, query, orders[sort], list)
  const rows = await loadPosts(context.db, ids, orders[sort])
  return presentList(context, list, { sort, rows, count, stop })
}

async function relevantList(
  context: OperationContext,
  args: QueryGetSearchPostsArgs,
  query: PostQuery,
): Promise<PresentedList> {
  const list = parseListRequest<Rank>(context, `search relevance ${queryName(query)}`, args)
  const { posts, count, stop } = await findRelevantPosts(context, query, list)
  const shown = posts.slice(0, LIST_PAGE_SIZE)
  const next = posts.length > LIST_PAGE_SIZE ? shown.at(-1) : stop
  const rows = await loadRows(context, shown)
  const from = query.there?.around ?? null
  // Few posts with the other words around a landmark are sorted by distance.
  const isFew = query.there?.terms.length && posts.length <= LIST_PAGE_SIZE && skipOf(list.paging) === 0 && !args.cursor
  const sorted = isFew && from ? rows.toSorted((a, b) => away(a, from) - away(b, from)) : rows
  return {
    data: sorted.map((row) => presentPost(context, row)),
    count,
    nextCursor: next ? cursorAfter(context, list, next.id, next.rank) : null,
    startCursor: null,
    from,
    ...(stop && posts.length <= LIST_PAGE_SIZE && { searched: stop.searched }),
  }
}

function away({ lat, lng }: PostRow, from: Position): number {
  return lat === null || lng === null ? Number.POSITIVE_INFINITY : metresBetween(from, { lat, lng })
}

async function loadRows(context: OperationContext, posts: readonly { id: number }[]): Promise<PostRow[]> {
  const ids = posts.map(({ id }) => id)
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${arrayOf('bigint', ids)})`.execute(context.db)
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return ids.flatMap((id) => byId.get(Number(id)) ?? [])
}

/** Lists for a search without matches at its place: posts with the other words in the town, near and far, and the nearest of all posts. */
function otherLists(
  context: OperationContext,
  args: QueryGetSearchPostsArgs,
  { place, query }: { place: KnownPlace; query: PostQuery },
) {
  const { lat, lng, name, level } = place
  const instead = { name: level === undefined ? name : place.address, isArea: false }
  const near = (kind: SearchList, radius: number | null, scope: PostQuery | null) => ({
    kind,
    name: nearListName({ lat, lng, radius }, { query: scope, area: null }),
    read: async () => {
      const list = await getNearPosts(context, { ...args, filter: 'near', lat, lng, radius }, { query: scope })
      const [nearest] = list.data
      const away =
        typeof nearest?.lat === 'number' && typeof nearest.lng === 'number'
          ? metresBetween({ lat, lng }, { lat: nearest.lat, lng: nearest.lng })
          : Number.POSITIVE_INFINITY
      const isBeside = away <= radiusOfPlace(place)
      const hasWords = kind === 'around' || others.terms.length === 0
      return { ...list, ...(isBeside && hasWords ? {} : { instead }), from: { lat, lng } }
    },
  })
  const others = queryOfWords(query.there?.terms ?? [])
  const inTown = { ...query, there: query.town ?? null, town: null }
  const order = typeof args.filter === 'string' ? toSort(args.filter) : 'relevance'
  const town = {
    kind: 'town' as const,
    name: `search ${order} ${queryName(inTown)}`,
    read: () => ownList(context, args, inTown),
  }
  return [
    ...(query.town ? [town] : []),
    ...[near('around', searchRadiusOf(place), others), near('far', null, others), near('nearest', null, null)],
  ]
}
