import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf, prepared } from '../../platform/database/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { queueImageDeletion } from '../../platform/pictures/delete-images.ts'
import { forgetPublicImages, loadShownImages } from '../../platform/pictures/image-uses.ts'
import { findNotificationsOfComment, showPreviousComment } from '../notifications/notify.ts'

type ToLock = Readonly<{
  postId: number
  /** The comment's author. */
  accountId: number
  /** SQL of the ids of other members whose accounts are locked too. */
  others?: RawBuilder<unknown>
  isShown?: RawBuilder<unknown>
}>

type Locked = Readonly<{
  /** The post's author. */
  author: number
  /** The people in `others` whose accounts still exist. */
  others: readonly number[]
}>

/**
 * Locks the post, if `isShown` holds, and then the accounts, in the same order as likes and withdrawals.
 * @throws {AppError} NOT_FOUND, UNAUTHENTICATED
 */
export async function lockPostAndAccounts(
  tx: Queryable,
  { postId, accountId, others = sql`null::bigint`, isShown = sql`true` }: ToLock,
): Promise<Locked> {
  const { rows } = await sql<{ author: number; accounts: number[] }>`${prepared}
    with post as materialized (
      select account_id from posts where id = ${postId} and ${isShown} for key share
    ), account as materialized (
      select id from accounts where (id = ${accountId} or id in (${others})) and exists (select from post)
      order by id for key share
    )
    select account_id as author, array(select id from account)::float8[] as accounts from post`.execute(tx)
  const [post] = rows
  if (!post) throw new AppError('NOT_FOUND')
  if (!post.accounts.includes(accountId)) throw new AppError('UNAUTHENTICATED')
  return { author: post.author, others: post.accounts.filter((id) => id !== accountId) }
}

/** SQL of account ids, for the `others` of `lockPostAndAccounts`. */
export const selectIds = (ids: readonly number[]): RawBuilder<unknown> => sql`select unnest(${arrayOf('bigint', ids)})`

type NewComment = Readonly<{
  id: number | undefined
  postId: number
  accountId: number
  threadId: number | null
  text: string
  tasty: boolean
  hidden: boolean
}>

/**
 * Last part of a statement that has `changed` a comment: adjusts the post's counters if the comment is visible. It
 * comes last, because other writes to the post wait for the counters.
 */
const countChanged = (by: 1 | -1) => sql`counted as (
      update post_stats s set comment_count = s.comment_count + ${sql.lit(by)},
        tasty_count = s.tasty_count + ${sql.lit(by)} * changed.tasty::int
      from changed where s.post_id = changed.post_id and changed.is_seen
    )
    select * from changed`

/** Adds a comment, and its thread with the first reply. @returns its id; null if the member has said 'tasty' before */
export async function insertComment(tx: Queryable, comment: NewComment): Promise<number | null> {
  const { postId, threadId } = comment
  if (threadId !== null) {
    await sql`${prepared} insert into comment_threads (id, post_id) values (${threadId}, ${postId})
      on conflict do nothing`.execute(tx)
  }
  const { rows } = await sql<{ id: number }>`${prepared}
    with changed as (
      insert into comments (id, post_id, account_id, thread_id, text, tasty, hidden)
      values (coalesce(${comment.id ?? null}::bigint, nextval(pg_get_serial_sequence('comments', 'id'))),
        ${postId}, ${comment.accountId}, ${threadId}, ${comment.text}, ${comment.tasty}, ${comment.hidden})
      on conflict (post_id, account_id) where tasty do nothing returning id, post_id, tasty, not hidden as is_seen
    ), ${countChanged(1)}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Deletes a comment with its picture; replies to it stay. @returns whether there was one */
export async function removeComment(tx: Queryable, id: number): Promise<boolean> {
  await sql`select from comments where id = ${id} for update`.execute(tx)
  const shown = await loadShownImages(tx, { comment_id: id })
  const told = await findNotificationsOfComment(tx, id)
  const { rows } = await sql`${prepared}
    with changed as (
      delete from comments where id = ${id} returning post_id, tasty, not hidden as is_seen
    ), ${countChanged(-1)}`.execute(tx)
  for (const one of told) await showPreviousComment(tx, id, one)
  const gone = shown.flatMap(({ imageId }) => imageId ?? [])
  await queueImageDeletion(tx, gone)
  return rows.length > 0
}

/**
 * Hides locked comments or shows them again, with the counters in one statement: a second change of the counters in the
 * transaction would recheck the foreign key and might wait. Returns whether rows changed.
 */
export async function setCommentsHidden(tx: Queryable, ids: readonly number[], hidden: boolean): Promise<boolean> {
  const by = sql.lit(hidden ? -1 : 1)
  const { rows } = await sql<{ id: number }>`
    with changed as (
      update comments set hidden = ${hidden} where id = any(${ids}::bigint[]) and hidden <> ${hidden}
      returning id, post_id, tasty
    ), numbers as (
      select post_id, count(*) as comments, count(*) filter (where tasty) as tasty from changed group by post_id
    ), counted as (
      update post_stats s set comment_count = s.comment_count + ${by} * numbers.comments,
        tasty_count = s.tasty_count + ${by} * numbers.tasty
      from numbers where s.post_id = numbers.post_id
    )
    select id from changed`.execute(tx)
  if (hidden) for (const { id } of rows) await forgetPublicImages(tx, sql`image_uses.comment_id = ${id}`)
  return rows.length > 0
}
