import { type RawBuilder, sql } from 'kysely'
import type {
  CountResult,
  MutationAddCommentArgs,
  MutationDeleteCommentArgs,
  MutationEditCommentArgs,
} from '#contract/schema.gen.ts'
import { type CommentInput, commentMessages, commentSchema, commentTextSchema } from '#rules/comment.ts'
import { cutCharacters } from '#rules/text.ts'
import { limited, type MemberContext, type OperationContext, type Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { AppError, badInput, checkInput, requireId } from '../../platform/errors.ts'
import { addOnce, storedKey } from '../../platform/idempotency.ts'
import { queueDeletion } from '../../platform/pictures/delete-images.ts'
import { forgetPublicImages, setImages, shownImages } from '../../platform/pictures/image-uses.ts'
import { isShownToAuthorToo } from '../authors/visibility.ts'
import { hasHeldWord, hold } from '../enforcement/decisions.ts'
import { lockWriter } from '../enforcement/require-writer.ts'
import { findToldComment, forgetComment, notify } from '../notifications/notify.ts'
import { announceComment } from '../posts/post-names.ts'
import { may } from './policy.ts'
import { type CommentRow, loadComment, noComment, type PresentedComment, presentComment } from './present-comment.ts'

const TITLE = 80

type Added = CommentInput & Readonly<{ postId: number; accountId: number }>

/**
 * Adds a comment of the caller. A repeated key returns the first request's comment; a repeated 'tasty' without text
 * returns the existing one.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND, CONFLICT when the key belongs to other
 * contents, RATE_LIMITED
 */
export async function addComment(context: MemberContext, args: MutationAddCommentArgs): Promise<PresentedComment> {
  const { session } = context
  const { accountId } = session
  const input = checkInput(commentSchema, args)
  const comment = { ...input, postId: requireId(args.post), accountId }
  const key = storedKey(args.key) ?? context.idempotencyKey
  const id = await limited(context, 'comment', () => add(context, session, comment, key))
  await announceComment(context.db, comment.postId)
  return presentComment(context, await loadComment(context, id, 'edit'))
}

function add(context: OperationContext, reader: Session, comment: Added, key: string | null): Promise<number> {
  const { postId, accountId, text, tasty } = comment
  return context.db.transaction().execute(async (tx) => {
    const isShown = isShownToAuthorToo(reader, 'post', 'posts')
    const recipientId = await lockPost(tx, { postId, accountId, isShown })
    await lockWriter(tx, accountId)
    const contents = { comments: { postId, text, tasty, image: comment.image } }
    // A comment without text only says 'tasty', which is unique per member without a key.
    const request = { accountId, key: text === '' ? null : key, contents }
    return addOnce(tx, 'comments', request, async (reserved) => {
      const urls = comment.image === null ? [] : [comment.image]
      const shown = await context.images.claim(tx, urls, { uploader: context.uploader, accountId })
      const hidden = await hasHeldWord(tx, [text])
      const row = { id: reserved, postId, accountId, text, hidden }
      const added = await insertComment(tx, { ...row, tasty })
      if (added === null && text === '') return findTasty(tx, comment)
      const id = added ?? (await insertComment(tx, { ...row, tasty: false })) ?? 0
      await setImages(tx, { comment_id: id }, shown)
      const title = cutCharacters(text, TITLE)
      if (hidden) await hold(tx, { kind: 'comment', itemId: id, authorId: accountId, title })
      else await notify(tx, { kind: 'comment', recipientId, actorId: accountId, postId, commentId: id })
      return id
    })
  })
}

async function findTasty(tx: Queryable, { postId, accountId }: Added): Promise<number> {
  const comment = await tx
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where('account_id', '=', accountId)
    .where('tasty', '=', true)
    .executeTakeFirst()
  if (!comment) throw noComment()
  return comment.id
}

type Locked = Readonly<{ postId: number; accountId: number; isShown?: RawBuilder<unknown> }>

/**
 * Locks the post, if the condition holds, and then the comment's account, in the same order as likes and withdrawals.
 * Returns the post's author.
 * @throws {AppError} NOT_FOUND, UNAUTHENTICATED
 */
async function lockPost(tx: Queryable, { postId, accountId, isShown = sql`true` }: Locked): Promise<number> {
  const { rows } = await sql<{ author: number; account: number | null }>`${prepared}
    with post as materialized (
      select account_id from posts where id = ${postId} and ${isShown} for key share
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
 * Last part of a statement that has `changed` a comment: adjusts the post's counters if the comment is visible. It
 * comes last, because other writes to the post wait for the counters.
 */
const countChanged = (by: 1 | -1) => sql`counted as (
      update post_stats s set comment_count = s.comment_count + ${sql.lit(by)},
        tasty_count = s.tasty_count + ${sql.lit(by)} * changed.tasty::int
      from changed where s.post_id = changed.post_id and changed.is_seen
    )
    select * from changed`

async function insertComment(tx: Queryable, comment: NewComment): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`${prepared}
    with changed as (
      insert into comments (id, post_id, account_id, text, tasty, hidden)
      values (coalesce(${comment.id ?? null}::bigint, nextval(pg_get_serial_sequence('comments', 'id'))),
        ${comment.postId}, ${comment.accountId}, ${comment.text}, ${comment.tasty}, ${comment.hidden})
      on conflict (post_id, account_id) where tasty do nothing returning id, post_id, tasty, not hidden as is_seen
    ), ${countChanged(1)}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Deletes a comment with its picture. @returns whether there was one */
export async function removeComment(tx: Queryable, id: number): Promise<boolean> {
  await sql`select from comments where id = ${id} for update`.execute(tx)
  const shown = await shownImages(tx, { comment_id: id })
  const told = await findToldComment(tx, id)
  const { rows } = await sql`${prepared}
    with changed as (
      delete from comments where id = ${id} returning post_id, tasty, not hidden as is_seen
    ), ${countChanged(-1)}`.execute(tx)
  if (told) await forgetComment(tx, id, told)
  const gone = shown.flatMap(({ imageId }) => imageId ?? [])
  await queueDeletion(tx, gone)
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

/**
 * Replaces the text of one's own comment; its picture stays.
 * @throws {AppError} UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED
 */
export async function editComment(context: MemberContext, args: MutationEditCommentArgs): Promise<PresentedComment> {
  const { session } = context
  const { text } = checkInput(commentTextSchema, args)
  const comment = await loadComment(context, requireId(args.id), 'edit')
  if (!may(session, 'edit', comment)) throw new AppError('FORBIDDEN')
  if (text === '' && !comment.tasty) throw badInput([{ field: 'text', message: commentMessages.empty }])
  await limited(context, 'change', () => change(context, comment, text))
  await announceComment(context.db, comment.post_id)
  return presentComment(context, await loadComment(context, comment.id, 'edit'))
}

function change({ db }: OperationContext, comment: CommentRow, text: string): Promise<void> {
  const { id, post_id, account_id } = comment
  return db.transaction().execute(async (tx) => {
    await lockPost(tx, { postId: post_id, accountId: account_id })
    await lockWriter(tx, account_id)
    const changed = await tx
      .updateTable('comments')
      .set({ text, edited_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .returning('hidden')
      .executeTakeFirst()
    if (!changed) throw noComment()
    if (changed.hidden || !(await hasHeldWord(tx, [text]))) return
    await setCommentsHidden(tx, [id], true)
    await hold(tx, { kind: 'comment', itemId: id, authorId: account_id, title: cutCharacters(text, TITLE) })
  })
}

/**
 * Allowed for the comment's and the post's author.
 * @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED
 */
export async function deleteComment(context: MemberContext, args: MutationDeleteCommentArgs): Promise<CountResult> {
  const { session } = context
  const comment = await loadComment(context, requireId(args.id), 'delete')
  if (!may(session, 'delete', comment)) throw new AppError('FORBIDDEN')
  await limited(context, 'change', () => erase(context, comment))
  await announceComment(context.db, comment.post_id)
  return { count: 1, id: args.id }
}

function erase({ db }: OperationContext, { id, post_id, account_id }: CommentRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockPost(tx, { postId: post_id, accountId: account_id })
    if (!(await removeComment(tx, id))) throw noComment()
  })
}
