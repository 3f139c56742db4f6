import { type RawBuilder, sql } from 'kysely'
import type { QueryGetPostsArgs } from '#contract/schema.gen.ts'
import { PAGE_SIZE, toSort } from '#rules/paging.ts'
import type { OperationContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { findOpenPosts } from './find-open-posts.ts'
import { getNearPosts, isSortedByDistance } from './get-near-posts.ts'
import { EXACT_COUNT, type ListCount, listCounts } from './list-counts.ts'
import { conditionsOf, countedName, isForOpen, type ListFilter } from './list-filter.ts'
import { loadPosts } from './load-posts.ts'
import { type Order, orders } from './orders.ts'
import { type List, readList } from './paging.ts'
import { emptyList, type PresentedList, presentList } from './present-list.ts'
import { type PostRow, selectPosts } from './present-post.ts'

const HANDLE = /^[A-Za-z0-9_-]{22}$/

/**
 * Ten posts of the feed, or of one author, in the order of `filter` (P16, P18).
 * @throws {AppError} BAD_USER_INPUT for an invalid page or cursor
 */
export async function getPosts(context: OperationContext, args: QueryGetPostsArgs): Promise<PresentedList> {
  const author = args.user_id ?? null
  if (author === null && isSortedByDistance(args)) return getNearPosts(context, args, [])
  const sort = toSort(args.filter)
  const list = readList(context.secrets, `posts ${sort} ${author ?? ''}`, args)
  if (author !== null && !HANDLE.test(author)) return emptyList
  const [rows, total] = await Promise.all([
    rowsOf(context.db, orders[sort], author, list),
    countOf(context, author, list.filter),
  ])
  return presentList(context, list, { sort, rows, total })
}

async function rowsOf(db: Database, order: Order, author: string | null, { filter, paging }: List): Promise<PostRow[]> {
  if (author === null && isForOpen(filter)) {
    return loadPosts(db, await findOpenPosts(db, order, filter, paging), order)
  }
  return (await pageOf(order, author, { filter, paging }).execute(db)).rows
}

type Wanted = Pick<List, 'filter' | 'paging'>

/** First the ids by an index alone, then the columns of those; one more than shown, to know whether there are more. */
function pageOf(order: Order, author: string | null, { filter, paging }: Wanted): RawBuilder<PostRow> {
  const conditions = [
    ...conditionsOf(filter, order.alias),
    ...('after' in paging ? [order.after(paging.after)] : []),
    ...(author !== null && order === orders.latest ? [sql`p.account_id = ${accountOf(author)}`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const skip = 'skip' in paging && paging.skip > 0 ? sql`offset ${paging.skip}` : sql``
  return sql<PostRow>`${selectPosts}
    join (
      select ${order.id} as page_id from ${sourceOf(order, author)} ${where}
      order by ${order.by} limit ${sql.lit(PAGE_SIZE + 1)} ${skip}
    ) page on page.page_id = p.id
    order by ${order.by}`
}

function sourceOf(order: Order, author: string | null): RawBuilder<unknown> {
  if (author === null || order === orders.latest) return order.table
  // `offset 0` makes the planner use the author's index: walking the list's index would read a million rows.
  const own = sql`(select id, title, open_hours from posts where account_id = ${accountOf(author)} offset 0) p`
  return order === orders.popular ? sql`${own} join post_stats s on s.post_id = p.id` : own
}

function accountOf(handle: string): RawBuilder<number> {
  return sql`(select id from accounts where handle = ${handle})`
}

function countOf(context: OperationContext, author: string | null, filter: ListFilter): Promise<number> {
  const conditions = [
    ...conditionsOf(filter, 'p'),
    ...(author === null ? [] : [sql`p.account_id = ${accountOf(author)}`]),
  ]
  const posts = conditions.length > 0 ? sql`posts p where ${sql.join(conditions, sql` and `)}` : sql`posts p`
  const upTo = async (limit: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ count: number }>`${prepared}
      select count(*) from (select from ${posts} ${limit}) counted`.execute(context.db)
    return rows[0]?.count ?? 0
  }
  const count = async (): Promise<ListCount> => {
    const total = await upTo(sql`limit ${sql.lit(EXACT_COUNT + 1)}`)
    return { total, exact: total <= EXACT_COUNT }
  }
  return listCounts(context.db).of(
    `${countedName(filter)} posts ${author ?? ''}`,
    count,
    () => upTo(sql``),
    context.log,
  )
}
