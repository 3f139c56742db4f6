import { sql } from 'kysely'
import type { QueryGetSearchPostsArgs } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { PAGE_SIZE, toSort } from '#rules/paging.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { searchSchema } from '#rules/search.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { badInput, checkInput } from '../../../platform/errors.ts'
import { getNearPosts, isSortedByDistance } from '../lists/get-near-posts.ts'
import { getPosts } from '../lists/get-posts.ts'
import { orders } from '../lists/orders.ts'
import {
  cursorAfter,
  emptyList,
  loadPosts,
  type PresentedList,
  parseList,
  presentList,
  skipOf,
} from '../lists/paging.ts'
import { type PostRow, presentPost, selectPosts } from '../present-post.ts'
import { findOrderedPosts } from './find-ordered-posts.ts'
import { findRelevantPosts, type Rank } from './find-relevant-posts.ts'
import { type PostQuery, queryName, wordsOnly } from './post-query.ts'
import { readSearch, type Search } from './read-search.ts'
import { presentMeaning } from './resolve-keyword.ts'

/**
 * Ten posts of a keyword, by `filter` or the best match first; without a match, those nearest to the place that it
 * names.
 * @throws {AppError} BAD_USER_INPUT for an invalid page or cursor, and for a keyword that is too long
 */
export async function getSearchPosts(context: OperationContext, args: QueryGetSearchPostsArgs): Promise<PresentedList> {
  const { keyword } = checkInput(searchSchema, args)
  const search = await readSearch(context.db, keyword, context.session)
  if (!search) {
    parseList(context, 'search', { ...args, cursor: null })
    return emptyList
  }
  const findMeaning = () => presentMeaning(context, search, keyword)
  const { query } = search
  if (!query) return { ...(await getPosts(context, { ...args, filter: args.filter ?? 'popular' })), findMeaning }
  const { named, otherWords, occasions } = search.meaning
  const isOccasionAlone = occasions.length > 0 && named.length === 0 && otherWords.length === 0
  // Likes tell more than the word, which may be in a warning: '데이트에는 권하지 않아요'.
  const filter = args.filter ?? (isOccasionAlone ? 'popular' : undefined)
  const { first, cursor } = parseSearchCursor(args.cursor)
  const asked = { ...args, filter, cursor }
  const lists = [() => ownList(context, asked, query), ...insteadLists(context, asked, search.place, query)]
  for (const [index, read] of lists.entries()) {
    if (index < first) continue
    const list = await read()
    const isGoingOn = cursor !== null || index === lists.length - 1
    if (!isGoingOn && list.data.length === 0 && !list.nextCursor && (await list.count()) === 0) continue
    const nextCursor = index === 0 || list.nextCursor === null ? list.nextCursor : `${index}.${list.nextCursor}`
    return { ...list, nextCursor, findMeaning }
  }
  throw badInput([{ field: 'cursor', message: errorMessages.BAD_USER_INPUT }])
}

/** A cursor of a substitute list begins with the list's number: '1.…'. */
function parseSearchCursor(cursor: string | null | undefined): { first: number; cursor: string | null } {
  const [, number, rest] = /^(\d)\.(.*)$/s.exec(cursor ?? '') ?? []
  return rest === undefined ? { first: 0, cursor: cursor ?? null } : { first: Number(number), cursor: rest }
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
  const list = parseList(context, `search ${sort} ${queryName(query)}`, args)
  const { ids, count, stop } = await findOrderedPosts(context, query, orders[sort], list)
  const rows = await loadPosts(context.db, ids, orders[sort])
  return presentList(context, list, { sort, rows, count, stop })
}

async function relevantList(
  context: OperationContext,
  args: QueryGetSearchPostsArgs,
  query: PostQuery,
): Promise<PresentedList> {
  const list = parseList<Rank>(context, `search relevance ${queryName(query)}`, args)
  const { posts, count, stop } = await findRelevantPosts(context, query, list)
  const shown = posts.slice(0, PAGE_SIZE)
  const next = posts.length > PAGE_SIZE ? shown.at(-1) : stop
  const rows = await loadRows(context, shown)
  const from = query.there?.around ?? null
  // Few posts with the other words around a landmark are sorted by distance.
  const isFew = query.there?.terms.length && posts.length <= PAGE_SIZE && skipOf(list.paging) === 0 && !args.cursor
  const sorted = isFew && from ? rows.toSorted((a, b) => away(a, from) - away(b, from)) : rows
  return {
    data: sorted.map((row) => presentPost(context, row)),
    count,
    nextCursor: next ? cursorAfter(context, list, next.id, next.rank) : null,
    startCursor: null,
    from,
    ...(stop && posts.length <= PAGE_SIZE && { searched: stop.searched }),
  }
}

function away({ lat, lng }: PostRow, from: Position): number {
  return lat === null || lng === null ? Number.POSITIVE_INFINITY : metresBetween(from, { lat, lng })
}

async function loadRows(context: OperationContext, posts: readonly { id: number }[]): Promise<PostRow[]> {
  const ids = posts.map(({ id }) => id)
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${ids}::bigint[])`.execute(context.db)
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return ids.flatMap((id) => byId.get(Number(id)) ?? [])
}

/** Metres around a place within which posts with the other words are preferred to those of another town. */
const AROUND = 30_000
const AROUND_PROVINCE = 100_000

/**
 * Substitutes if no post has all words: posts around the place with the words beside its name, then the nearest with
 * them, then the nearest of all.
 */
function insteadLists(
  context: OperationContext,
  args: QueryGetSearchPostsArgs,
  place: Search['place'],
  query: PostQuery,
) {
  if (!place || isSortedByDistance(args)) return []
  const { lat, lng, name, level } = place.place
  const instead = { name: level === undefined ? name : place.place.address, isArea: false }
  const near = async (radius: number | null, others: PostQuery | null) => {
    const list = await getNearPosts(context, { ...args, filter: 'near', lat, lng, radius }, { query: others })
    return { ...list, instead, from: { lat, lng } }
  }
  const nearest = () => near(null, null)
  const terms = query.there?.terms ?? []
  if (terms.length === 0) return [nearest]
  const others = wordsOnly(terms)
  return [() => near(level === 1 ? AROUND_PROVINCE : AROUND, others), () => near(null, others), nearest]
}
