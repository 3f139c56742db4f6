import { type RawBuilder, sql } from 'kysely'
import type { GoneEntry, KeywordMeaning, PostsInstead } from '#contract/schema.gen.ts'
import { MINUTE_MS } from '#rules/dates.ts'
import { errorMessages } from '#rules/errors.ts'
import { once } from '#rules/once.ts'
import { LIST_PAGE_SIZE, MAX_PAGE, type Sort } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { listOfCursor, type OperationContext, parseCursor, signCursor } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { arrayOf } from '../../../platform/database/prepared.ts'
import { badInput } from '../../../platform/errors.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'
import {
  allOf,
  conditionsOf,
  type FilterArgs,
  filterName,
  isFiltering,
  type ListFilter,
  mayPass,
  parseFilter,
} from './list-filter.ts'
import { type ListKey, type ListStop, type Order, orders } from './orders.ts'

/** Where a page begins: after a post, or behind a number of skipped posts. */
export type Paging<Rank = ListKey['rank']> = { after: ListKey<Rank> } | { skip: number }

/** The request for a page of a list. */
export type ListRequest<Rank = ListKey['rank']> = Readonly<{
  listName: string
  filter: ListFilter
  /** Minute since 1970 that is "now" for all pages of the list. */
  minute: number
  paging: Paging<Rank>
}>

type ListArgs = FilterArgs & { pageParam?: number | null; cursor?: string | null }

type Asker = Pick<OperationContext, 'secrets' | 'session'>

type ListAsker = Pick<OperationContext, 'db' | 'secrets' | 'session'>

/** Limit of skipped posts for a page by number, where skipping is expensive; cursors have none. */
export const MAX_SKIPPED = 100 * LIST_PAGE_SIZE

/** Minutes for which all pages of a list use the "now" of the first page. */
const NOW_MINUTES = 30

/**
 * Reads the filter, and `cursor` or else `pageParam` (from 1) of the list called `name`.
 * @throws {AppError} BAD_USER_INPUT for a page out of range and for a cursor of another list
 */
export function parseListRequest<Rank = ListKey['rank']>(
  context: ListAsker,
  name: string,
  args: ListArgs,
): ListRequest<Rank> {
  const thisMinute = Math.floor(Date.now() / MINUTE_MS)
  const filterAt = (minute: number) => parseFilter(args, context.session, new Date(minute * MINUTE_MS), context.db)
  const listName = listNameOf(filterAt(thisMinute), name)
  const cursor = parseCursor<[id: number, rank: Rank, minute?: number]>(context, listName, args.cursor)
  if (!cursor) {
    const paging = { skip: parseSkip(args.pageParam) }
    return { listName, minute: thisMinute, filter: filterAt(thisMinute), paging }
  }
  const [id, rank, minute = thisMinute] = cursor
  const asked = Math.abs(thisMinute - minute) <= NOW_MINUTES ? minute : thisMinute
  return { listName, minute: asked, filter: filterAt(asked), paging: { after: { id, rank } } }
}

function listNameOf(filter: ListFilter, name: string): string {
  return [filterName(filter), name].filter((part) => part !== '').join(' ')
}

/** Whether the cursor continues the list called `name`. */
export function isCursorOf(context: ListAsker, name: string, args: ListArgs & { cursor: string }): boolean {
  return (
    listOfCursor(context, args.cursor) === listNameOf(parseFilter(args, context.session, new Date(), context.db), name)
  )
}

/** SQL conditions of the posts after the cursor; none for a page by number. */
export function conditionsAfter(order: Order, paging: Paging): RawBuilder<boolean>[] {
  return 'after' in paging ? [order.after(paging.after)] : []
}

export function skipOf(paging: Paging<unknown>): number {
  return 'skip' in paging ? paging.skip : 0
}

/** SQL limit of a page, and one post more, which tells that there are more. */
export function limitOf(paging: Paging): RawBuilder<unknown> {
  const limit = sql`limit ${sql.lit(LIST_PAGE_SIZE + 1)}`
  const skip = skipOf(paging)
  return skip > 0 ? sql`${limit} offset ${skip}` : limit
}

/** Cursor after the post `id`; `rank` is its sort value, null for an order by id. */
export function cursorAfter<Rank>(
  context: Asker,
  { listName, filter, minute }: ListRequest<Rank>,
  id: number,
  rank: Rank,
): string {
  return signCursor(context, listName, [id, rank, ...(filter.openAt === null ? [] : [minute])])
}

function parseSkip(pageParam: number | null | undefined): number {
  const page = pageParam ?? 1
  if (!Number.isInteger(page) || page < 1 || page > MAX_PAGE)
    throw badInput([{ field: 'pageParam', message: errorMessages.BAD_USER_INPUT }])
  return (page - 1) * LIST_PAGE_SIZE
}

/** A page of posts. `count` may cost more than the page, so it is called only when the number of pages is requested. */
export type PresentedList = {
  data: PresentedPost[]
  count: () => Promise<number>
  nextCursor: string | null
  startCursor: string | null
  /** Number of searched posts, if there were too many to search all of them. */
  searched?: number | undefined
  findMeaning?: () => Promise<KeywordMeaning>
  instead?: PostsInstead
  from?: Position | null
  gone?: GoneEntry[]
}

export const emptyList: PresentedList = { data: [], count: async () => 0, nextCursor: null, startCursor: null }

export async function loadPosts(db: Queryable, ids: readonly number[], order: Order): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    ${selectPosts} where p.id = any(${arrayOf('bigint', ids)}) order by ${order.by}`.execute(db)
  return rows
}

type Page = { sort: Sort; rows: readonly PostRow[]; count: () => Promise<number>; stop?: ListStop | null | undefined }

/** `rows` has one more than a page if there are more. */
export function presentList(
  context: OperationContext,
  list: ListRequest,
  { sort, rows, count, stop }: Page,
): PresentedList {
  const shown = rows.slice(0, LIST_PAGE_SIZE)
  const [first] = shown
  const last = rows.length > LIST_PAGE_SIZE ? shown.at(-1) : undefined
  const end = last ? { id: last.id, rank: orders[sort].rankOf(last) } : stop?.key
  return {
    data: shown.map((row) => presentPost(context, row)),
    count: once(count),
    nextCursor: end ? cursorAfter(context, list, end.id, end.rank) : null,
    // A list from this cursor starts with the same post despite new ones; in other orders posts may come in between.
    startCursor: first && orders[sort].isById ? cursorAfter(context, list, first.id + 1, null) : null,
    searched: stop?.searched,
  }
}

/** Limit of posts examined for a page, because a filter may pass few; the next page continues after them. */
export const MOST_EXAMINED = 50_000

/** Ids in the order of the list, at most one more than a page. `stop` is the last examined post, if more follow. */
export type FoundPage = Readonly<{ ids: number[]; stop: ListStop | null }>

export type PageRequest = Pick<ListRequest, 'filter' | 'paging'>

/** A page of posts that pass the filter. A page by number examines as many as it needs, one by cursor `MOST_EXAMINED` at most. */
export async function findFilteredPosts(db: Queryable, order: Order, request: PageRequest): Promise<FoundPage> {
  const examined = skipOf(request.paging) > 0 ? null : MOST_EXAMINED
  const ids = sql`select ${order.id} as id from ${nextPosts(order, request, { examined })}
    order by ${order.by} ${limitOf(request.paging)}`
  return findAmongNext(db, order, request, { ids, examined })
}

/** Limits of the examined posts, null for none, and of those that pass the filter. */
type Reach = { examined: number | null; most?: number | undefined }

/** SQL of the posts that pass the filter among the list's next `examined` ones, from the order's index alone. */
export function nextPosts(order: Order, request: PageRequest, { examined, most }: Reach): RawBuilder<unknown> {
  const alias = sql.ref(order.alias)
  const next = sql`(
    select ${order.columns} from ${order.table} where ${isNext(order, request)}
    order by ${order.by} limit ${sql.lit(examined)}
  ) ${alias}`
  if (!isFiltering(request.filter)) return next
  const passing = allOf(conditionsOf(request.filter, order.alias))
  const end = most === undefined ? sql`` : sql`order by ${order.by} limit ${sql.lit(most)}`
  return sql`(select ${alias}.* from ${next} where ${passing} ${end}) ${alias}`
}

/** Runs the query `ids`, and in the same statement finds the last of the next `examined` posts, so that the next page misses none. */
export async function findAmongNext(
  db: Queryable,
  order: Order,
  request: PageRequest,
  { ids, examined, searched }: { ids: RawBuilder<unknown>; examined: number | null; searched?: number },
): Promise<FoundPage> {
  const last = examined === null ? sql`false` : isNext(order, request)
  const { rows } = await sql<{ ids: number[]; id: number | null; rank: ListKey['rank'] }>`
    select found.ids, stop.id, stop.rank
    from (select array(${ids})::float8[] as ids) found
    left join lateral (
      select ${order.id} as id, ${order.rank} as rank from ${order.table}
      where cardinality(found.ids) <= ${sql.lit(LIST_PAGE_SIZE)} and ${last}
      order by ${order.by} limit 1 offset ${sql.lit((examined ?? 1) - 1)}
    ) stop on true`.execute(db)
  const { ids: found = [], id = null, rank = null } = rows[0] ?? {}
  return { ids: found, stop: id === null ? null : { key: { id, rank }, ...(searched !== undefined && { searched }) } }
}

function isNext(order: Order, { filter, paging }: PageRequest): RawBuilder<boolean> {
  return allOf([...conditionsAfter(order, paging), ...mayPass(filter, order.alias, order.isById)])
}
