import { sql } from 'kysely'
import type { QueryGetFollowedPostsArgs } from '#contract/schema.gen.ts'
import { PAGE_SIZE } from '#rules/paging.ts'
import { type OperationContext, requireSession } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { EXACT_COUNT } from './list-counts.ts'
import { allOf } from './list-filter.ts'
import { orders } from './orders.ts'
import { afterKey, readList } from './paging.ts'
import { loadPosts, type PresentedList, presentList } from './present-list.ts'

/**
 * Posts of whom the caller follows, the newest first. A block ends both follows, so nobody hidden is among them.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT for a cursor of another list
 */
export async function getFollowedPosts(
  context: OperationContext,
  { cursor = null }: QueryGetFollowedPostsArgs,
): Promise<PresentedList> {
  const { accountId } = requireSession(context)
  const list = readList(context, `followed ${accountId}`, { cursor })
  const isAfter = allOf(afterKey(orders.latest, list.paging))
  // Of each author only as many as a page needs, from their index.
  const { rows } = await sql<{ id: number }>`
    select own.id from follows f cross join lateral (
      select p.id from posts p where p.account_id = f.author_id and ${isAfter}
      order by p.id desc limit ${sql.lit(PAGE_SIZE + 1)}
    ) own where f.account_id = ${accountId}
    order by own.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(context.db)
  const ids = rows.map(({ id }) => id)
  const posts = await loadPosts(context.db, ids, orders.latest)
  return presentList(context, list, { sort: 'latest', rows: posts, count: () => countFollowed(context.db, accountId) })
}

async function countFollowed(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from follows f join posts p on p.account_id = f.author_id where f.account_id = ${accountId}
      limit ${sql.lit(EXACT_COUNT)}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}
