import { type RawBuilder, sql } from 'kysely'
import type { QueryGetFollowedPostsArgs } from '#contract/schema.gen.ts'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import type { MemberContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { type PostRow, selectPosts } from '../present-post.ts'
import { EXACT_COUNT_LIMIT } from './list-counts.ts'
import { allOf, conditionsOf, isNarrowed, type ListFilter } from './list-filter.ts'
import { orders } from './orders.ts'
import { conditionsAfter, type PresentedList, parseListRequest, presentList } from './paging.ts'

/** Limit of posts of each author that a filtered list examines: the filter may pass none of thousands. */
const MOST_FILTERED = 100

/** Posts of the followed authors, the newest first. @throws {AppError} BAD_USER_INPUT for a cursor of another list */
export async function getFollowedPosts(
  context: MemberContext,
  args: QueryGetFollowedPostsArgs,
): Promise<PresentedList> {
  const { session } = context
  const { accountId } = session
  const list = parseListRequest(context, `followed ${accountId}`, args)
  const isAfter = allOf(conditionsAfter(orders.latest, list.paging))
  const newestOf = (author: RawBuilder<unknown>, limit: number) => sql`
    select p.id from ${postsOf(author, list.filter)} where ${isShownTo(session, 'post', 'p')} and ${isAfter} order by p.id desc limit ${sql.lit(limit)}`
  // Only as many authors as a page has posts, those with the newest posts, can be on it.
  const { rows } = await sql<PostRow>`${selectPosts}
    join (
      select own.id as page_id from (
        select f.author_id from follows f cross join lateral (${newestOf(sql`f.author_id`, 1)}) newest
        where f.account_id = ${accountId} order by newest.id desc limit ${sql.lit(LIST_PAGE_SIZE + 1)}
      ) latest cross join lateral (${newestOf(sql`latest.author_id`, LIST_PAGE_SIZE + 1)}) own
      order by own.id desc limit ${sql.lit(LIST_PAGE_SIZE + 1)}
    ) page on page.page_id = p.id
    order by p.id desc`.execute(context.db)
  return presentList(context, list, {
    sort: 'latest',
    rows,
    count: () => countFollowed(context.db, session, list.filter),
  })
}

function postsOf(author: RawBuilder<unknown>, filter: ListFilter): RawBuilder<unknown> {
  const all = sql`select * from posts where account_id = ${author}`
  if (!isNarrowed(filter)) return sql`(${all}) p`
  return sql`(select * from (${all} order by id desc limit ${sql.lit(MOST_FILTERED)}) p
    where ${allOf(conditionsOf({ ...filter, reader: null }, 'p'))}) p`
}

async function countFollowed(db: Queryable, reader: NonNullable<Reader>, filter: ListFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from follows f cross join lateral ${postsOf(sql`f.author_id`, filter)}
      where f.account_id = ${reader.accountId} and ${isShownTo(reader, 'post', 'p')}
      limit ${sql.lit(EXACT_COUNT_LIMIT)}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}
