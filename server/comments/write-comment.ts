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

/**
 * The last part of a statement that has `changed` a comment: counts it for its post once more, or once less, if others see
 * it. Last, because everybody who likes the post or comments on it waits for its counters.
 */
const countChanged = (by: 1 | -1) => sql`counted as (
      update post_stats s set comment_count = s.comment_count + ${sql.lit(by)},
        tasty_count = s.tasty_count + ${sql.lit(by)} * changed.tasty::int
      from changed where s.post_id = changed.post_id and changed.is_seen
    )
    select * from changed`

/** Null if the account has already said that it is tasty. */
export async function insertComment(tx: Queryable, comment: NewComment): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`${prepared}
    with changed as (
      insert into comments (id, post_id, account_id, text, tasty, hidden)
      values (coalesce(${comment.id ?? null}::bigint, nextval(pg_get_serial_sequence('comments', 'id'))),
        ${comment.postId}, ${comment.accountId}, ${comment.text}, ${comment.tasty}, ${comment.hidden})
      on conflict (post_id, account_id) where tasty do nothing returning id, post_id, tasty, not hidden as is_seen
    ), ${countChanged(1)}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether there was one. */
export async function removeComment(tx: Queryable, id: number): Promise<boolean> {
  const { rows } = await sql`${prepared}
    with changed as (
      delete from comments where id = ${id} returning post_id, tasty, not hidden as is_seen
    ), ${countChanged(-1)}`.execute(tx)
  return rows.length > 0
}

/** Hides a comment from others, or shows it again. Lock it before. @returns whether something changed */
export async function setCommentHidden(tx: Queryable, id: number, hidden: boolean): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update comments set hidden = ${hidden} where id = ${id} and hidden <> ${hidden} returning post_id, tasty, true as is_seen
    ), ${countChanged(hidden ? -1 : 1)}`.execute(tx)
  return rows.length > 0
}
