import { sql } from 'kysely'
import { isReadableBy, type Reader } from '../authors/visibility.ts'
import type { Queryable } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { AppError } from '../errors.ts'

/**
 * Locks the post, if the reader may see it, and then the account whose comment is written, as likes and withdrawals do,
 * so that neither goes meanwhile. Returns the post's author. @throws {AppError} NOT_FOUND, UNAUTHENTICATED
 */
export async function lockPost(tx: Queryable, reader: Reader, postId: number, accountId: number): Promise<number> {
  const { rows } = await sql<{ author: number; account: number | null }>`${prepared}
    with post as materialized (
      select account_id from posts where id = ${postId} and ${isReadableBy(reader, 'post', 'posts')} for key share
    ), account as materialized (
      select id from accounts where id = ${accountId} and exists (select from post) for key share
    )
    select post.account_id as author, account.id as account from post left join account on true`.execute(tx)
  if (!rows[0]) throw new AppError('NOT_FOUND')
  if (rows[0].account === null) throw new AppError('UNAUTHENTICATED')
  return rows[0].author
}

type NewComment = Readonly<{
  id: number | undefined
  postId: number
  accountId: number
  text: string
  tasty: boolean
  hidden: boolean
}>

// The counter is locked last: everybody who likes the post or comments on it waits for it. Null if the account has
// already said that it is tasty.
export async function insertComment(tx: Queryable, comment: NewComment): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`${prepared}
    with added as (
      insert into comments (id, post_id, account_id, text, tasty, hidden)
      values (coalesce(${comment.id ?? null}::bigint, nextval(pg_get_serial_sequence('comments', 'id'))),
        ${comment.postId}, ${comment.accountId}, ${comment.text}, ${comment.tasty}, ${comment.hidden})
      on conflict (post_id, account_id) where tasty do nothing returning id, post_id, tasty, hidden
    ), counted as (
      update post_stats s set comment_count = s.comment_count + 1, tasty_count = s.tasty_count + added.tasty::int
      from added where s.post_id = added.post_id and not added.hidden
    )
    select id from added`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether there was one. */
export async function removeComment(tx: Queryable, id: number): Promise<boolean> {
  const { rows } = await sql`${prepared}
    with gone as (
      delete from comments where id = ${id} returning post_id, tasty, hidden
    ), counted as (
      update post_stats s set comment_count = s.comment_count - 1, tasty_count = s.tasty_count - gone.tasty::int
      from gone where s.post_id = gone.post_id and not gone.hidden
    )
    select from gone`.execute(tx)
  return rows.length > 0
}
