import { type RawBuilder, sql } from 'kysely'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { withoutTableScans } from '../../search/search-text.ts'
import { countUpToExact, EXACT_COUNT_LIMIT, type ListCount, listCounts } from '../lists/list-counts.ts'
import { allOf, conditionsOf, filterNameForCounts, isFiltering, type ListFilter } from '../lists/list-filter.ts'
import type { ListStop, Order } from '../lists/orders.ts'
import {
  conditionsAfter,
  findAmongNext,
  type ListRequest,
  limitOf,
  MOST_EXAMINED,
  nextPosts,
  type Paging,
} from '../lists/paging.ts'
import { expectedPosts, foundIds, isFound, type PostQuery, queryName } from './post-query.ts'

/** Ids of the posts of a page, one more than a page if there are more, and how to count all. */
export type OrderedPosts = {
  ids: number[]
  count: () => Promise<number>
  /** End of the examined posts; null or missing if the list was read to its end. */
  stop?: ListStop | null
}

type Services = Pick<OperationContext, 'db' | 'log'>
type Wanted = Pick<ListRequest, 'filter' | 'paging'>

type Limits = Readonly<{
  /** Expected number of matches up to which all are read from the search index and sorted. */
  sorted: number
  /** Posts checked in the list's own order before the search index is used. */
  walked: number
  /** First posts of the walk: if none has the words, the rest would hardly fill a page and is skipped. */
  walkedFirst: number
  /** Expected number of matches up to which all posts with the grams are checked, if the walk did not fill a page. */
  checked: number
  /** If more matches than `checked` are expected, posts checked in the list's own order; the next page continues after them. */
  searched: number
}>

const LIMITS: Limits = { sorted: 1000, walked: 5000, walkedFirst: 1000, checked: 30_000, searched: 10_000 }

/**
 * Expected number of matches up to which they are counted at once; if more are expected, counting takes longer than the page,
 * and the expected number is shown first.
 */
const MAX_COUNTED = 3 * EXACT_COUNT_LIMIT

/** Options of a look-up in the index of frequent words, which may never occur together. */
const ALL_MATCHES = { seconds: 2, allMatches: true }

/**
 * Posts of a query in some order: checks the list post by post for frequent words, and uses the index for rare ones, as judged
 * by PostgreSQL's statistics. Its planner would check a million posts for frequent words that never occur together.
 */
export async function findOrderedPosts(
  context: Services,
  query: PostQuery,
  order: Order,
  wanted: Wanted,
  limits: Limits = LIMITS,
): Promise<OrderedPosts> {
  const { db } = context
  const expected = await expectedPosts(db, query)
  if (expected <= limits.sorted) return lookUp(db, query, order, wanted)
  const count = () => countFoundPosts(context, query, { expected, filter: wanted.filter })
  if (expected > limits.checked) {
    const found = await searchNext(db, query, order, { ...wanted, searched: limits.searched })
    return { ...found, count: isWholeList(found, wanted.paging) ? async () => found.ids.length : count }
  }
  for (const limit of [limits.walkedFirst, limits.walked]) {
    const ids = await matchesAmong(db, query, order, {
      posts: postsWithTexts(order, wanted, limit),
      paging: wanted.paging,
    })
    if (ids.length > LIST_PAGE_SIZE) return { ids, count }
    if (ids.length === 0) break
  }
  return withoutTableScans(db, (tx) => lookUp(tx, query, order, wanted), ALL_MATCHES)
}

type Walk = { posts: RawBuilder<unknown>; paging: Paging }

async function matchesAmong(db: Queryable, query: PostQuery, order: Order, walk: Walk): Promise<number[]> {
  const { rows } = await matchesOf(query, order, walk).execute(db)
  return rows.map(({ id }) => id)
}

function matchesOf(query: PostQuery, order: Order, { posts, paging }: Walk): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`
    select ${order.id} as id from ${posts} where ${isFound(query, order.id, sql`normal`)}
    order by ${order.by} ${limitOf(paging)}`
}

/** Searches the next posts that pass a filter, examining at most `MOST_EXAMINED`. */
function searchNext(
  db: Queryable,
  query: PostQuery,
  order: Order,
  { searched, ...wanted }: Wanted & { searched: number },
): Promise<{ ids: number[]; stop: ListStop | null }> {
  const reach = isFiltering(wanted.filter) ? { examined: MOST_EXAMINED } : { examined: searched, searched }
  const posts = postsWithTexts(order, wanted, reach.searched)
  return findAmongNext(db, order, wanted, { ids: matchesOf(query, order, { posts, paging: wanted.paging }), ...reach })
}

function isWholeList({ ids, stop }: Pick<OrderedPosts, 'ids' | 'stop'>, paging: Paging): boolean {
  return stop === null && 'skip' in paging && paging.skip === 0 && ids.length <= LIST_PAGE_SIZE
}

/** Next posts of the list that pass the filter, at most `most`, with their texts. */
function postsWithTexts(order: Order, wanted: Wanted, most?: number): RawBuilder<unknown> {
  if (isFiltering(wanted.filter)) {
    const posts = nextPosts(order, wanted, { examined: MOST_EXAMINED, most })
    return sql`${posts}, lateral (select normal from post_search where post_id = ${order.id} offset 0) t`
  }
  const source = order.isById
    ? sql`(select post_id as id, null::integer as open_hours, null::integer as facts, normal from post_search) p`
    : sql`${order.table} join post_search t on t.post_id = ${order.id}`
  return sql`(
    select ${order.columns}, normal from ${source} where ${isWanted(order, wanted)}
    order by ${order.by} limit ${sql.lit(most ?? null)}
  ) ${sql.ref(order.alias)}`
}

async function lookUp(
  db: Queryable,
  query: PostQuery,
  order: Order,
  { filter, paging }: Wanted,
): Promise<OrderedPosts> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${matches(query, filter)})
    select (select count(*) from found) as total, array(
      select ${order.id} from ${foundSource(order)} where ${isWanted(order, { paging })}
      order by ${order.by} ${limitOf(paging)}
    )::float8[] as ids`.execute(db)
  const { ids = [], total = 0 } = rows[0] ?? {}
  return { ids, count: async () => total }
}

function matches(query: PostQuery, filter: ListFilter): RawBuilder<unknown> {
  const found = sql`(${foundIds(query)}) found`
  if (!isFiltering(filter)) return sql`select post_id as id from ${found}`
  return sql`select post_id as id from ${found} join post_stats s using (post_id) where ${allOf(conditionsOf(filter, 's'))}`
}

function foundSource(order: Order): RawBuilder<unknown> {
  return order.isById ? sql`found p` : sql`found f join ${order.table} on ${order.id} = f.id`
}

type Expected = { expected: number; filter: ListFilter }

/** Number of posts of a query that pass the filter; a long list is counted in the background. */
export function countFoundPosts(context: Services, query: PostQuery, { expected, filter }: Expected): Promise<number> {
  const upToLimit = async (db: Queryable): Promise<ListCount> => {
    const { total, isWhole } = await countUpToExact(db, matches(query, filter))
    return { total: isWhole ? total : Math.max(total, expected), isWhole }
  }
  const quickly = async () => (expected > MAX_COUNTED ? { total: expected, isWhole: false } : upToLimit(context.db))
  const wholly = async () => (await withoutTableScans(context.db, upToLimit, ALL_MATCHES)).total
  return listCounts(context.db).of(
    `${filterNameForCounts(filter)} search ${queryName(query)}`,
    quickly,
    wholly,
    context.log,
  )
}

function isWanted(order: Order, { filter, paging }: Partial<Wanted> & Pick<Wanted, 'paging'>): RawBuilder<boolean> {
  return allOf([...conditionsAfter(order, paging), ...(filter ? conditionsOf(filter, order.alias) : [])])
}
