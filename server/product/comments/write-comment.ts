import { sql } from 'kysely'
import type {
  CountResult,
  MutationAddCommentArgs,
  MutationDeleteCommentArgs,
  MutationEditCommentArgs,
} from '#contract/schema.gen.ts'
import { type CommentInput, commentMessages, commentSchema, commentTextSchema } from '#rules/comment.ts'
import { cutCharacters } from '#rules/text.ts'
import { parseId } from '#rules/validate.ts'
import { limited, type MemberContext, type OperationContext, type Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, badInput, checkInput, requireId } from '../../platform/errors.ts'
import { addOnce, normalizeIdempotencyKey } from '../../platform/idempotency.ts'
import { replaceShownImages } from '../../platform/pictures/image-uses.ts'
import { isShownToAuthorToo } from '../authors/visibility.ts'
import { hasHeldWord, recordHeldItem } from '../enforcement/decisions.ts'
import { lockWriter } from '../enforcement/require-writer.ts'
import { accountsNotifiedOf } from '../notifications/notify.ts'
import { announceComment } from '../posts/post-names.ts'
import {
  type Addressee,
  findAddressees,
  findThread,
  loadRepliedToAccounts,
  notifyOfComment,
  setAddressees,
} from './addressees.ts'
import { insertComment, lockPostAndAccounts, removeComment, selectIds, setCommentsHidden } from './comment-rows.ts'
import { mayChangeComment } from './policy.ts'
import { type CommentRow, loadComment, noComment, type PresentedComment, presentComment } from './present-comment.ts'

const TITLE = 80

type Added = Omit<CommentInput, 'parent'> & Readonly<{ postId: number; accountId: number; parentId: number | null }>

/**
 * Adds a comment of the caller, or a reply to one. A repeated key returns the first request's comment; a repeated 'tasty'
 * without text returns the existing one.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND, CONFLICT when the key belongs to other contents,
 * RATE_LIMITED
 */
export async function addComment(context: MemberContext, args: MutationAddCommentArgs): Promise<PresentedComment> {
  const { session } = context
  const { accountId } = session
  const { parent, ...input } = checkInput(commentSchema, args)
  const parentId = parent === null ? null : parseId(parent)
  if (parent !== null && parentId === null) throw noComment()
  const comment = { ...input, postId: requireId(args.post), parentId, accountId }
  const key = normalizeIdempotencyKey(args.key) ?? context.idempotencyKey
  const id = await limited(context, 'comment', () => add(context, session, comment, key))
  await announceComment(context.db, comment.postId)
  return presentComment(context, await loadComment(context, id, 'edit'))
}

function add(context: OperationContext, writer: Session, comment: Added, key: string | null): Promise<number> {
  const { postId, accountId, parentId, text, tasty } = comment
  return context.db.transaction().execute(async (tx) => {
    const thread = parentId === null ? null : await findThread(tx, writer, { postId, parentId })
    const found = await findAddressees(tx, writer, { postId, text, repliedTo: thread?.repliedTo ?? [] })
    const isShown = isShownToAuthorToo(writer, 'post', 'posts')
    const locked = await lockPostAndAccounts(tx, { postId, accountId, others: selectIds(found.map(idOf)), isShown })
    const people = found.filter((one) => locked.others.includes(one.accountId))
    await lockWriter(tx, accountId)
    const place = parentId === null ? { postId } : { postId, parentId }
    const contents = { comments: { ...place, text, tasty, image: comment.image } }
    // A comment without text only says 'tasty', which is unique per member without a key.
    const request = { accountId, key: text === '' ? null : key, contents }
    return addOnce(tx, 'comments', request, async (reserved) => {
      const urls = comment.image === null ? [] : [comment.image]
      const shown = await context.images.claim(tx, urls, { uploader: context.uploader, accountId })
      const hidden = await hasHeldWord(tx, [text])
      const row = { id: reserved, postId, accountId, threadId: thread?.id ?? null, text, hidden }
      const added = await insertComment(tx, { ...row, tasty })
      if (added === null && text === '') return findTasty(tx, comment)
      const id = added ?? (await insertComment(tx, { ...row, tasty: false })) ?? 0
      await replaceShownImages(tx, { comment_id: id }, shown)
      await setAddressees(tx, id, people)
      const title = cutCharacters(text, TITLE)
      const event = { commentId: id, postId, actorId: accountId, postAuthorId: locked.author }
      if (hidden) await recordHeldItem(tx, { kind: 'comment', itemId: id, authorId: accountId, title })
      else await notifyOfComment(tx, event, people)
      return id
    })
  })
}

const idOf = ({ accountId }: Addressee) => accountId

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

/**
 * Replaces the text of one's own comment; its picture stays.
 * @throws {AppError} UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED
 */
export async function editComment(context: MemberContext, args: MutationEditCommentArgs): Promise<PresentedComment> {
  const { session } = context
  const { text } = checkInput(commentTextSchema, args)
  const comment = await loadComment(context, requireId(args.id), 'edit')
  if (!mayChangeComment(session, 'edit', comment)) throw new AppError('FORBIDDEN')
  if (text === '' && (!comment.tasty || comment.thread_id !== null))
    throw badInput([{ field: 'text', message: commentMessages.empty }])
  await limited(context, 'change', () => change(context, session, comment, text))
  await announceComment(context.db, comment.post_id)
  return presentComment(context, await loadComment(context, comment.id, 'edit'))
}

/** Members that the new text names are not notified. */
function change({ db }: OperationContext, writer: Session, comment: CommentRow, text: string): Promise<void> {
  const { id, post_id, account_id } = comment
  return db.transaction().execute(async (tx) => {
    const repliedTo = await loadRepliedToAccounts(tx, id)
    const found = await findAddressees(tx, writer, { postId: post_id, text, repliedTo })
    const others = selectIds(found.map(idOf))
    const locked = await lockPostAndAccounts(tx, { postId: post_id, accountId: account_id, others })
    await lockWriter(tx, account_id)
    const changed = await tx
      .updateTable('comments')
      .set({ text, edited_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .returning('hidden')
      .executeTakeFirst()
    if (!changed) throw noComment()
    await setAddressees(
      tx,
      id,
      found.filter((one) => locked.others.includes(one.accountId)),
    )
    if (changed.hidden || !(await hasHeldWord(tx, [text]))) return
    await setCommentsHidden(tx, [id], true)
    await recordHeldItem(tx, { kind: 'comment', itemId: id, authorId: account_id, title: cutCharacters(text, TITLE) })
  })
}

/**
 * Deletes a comment, for its own author or the post's author.
 * @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED
 */
export async function deleteComment(context: MemberContext, args: MutationDeleteCommentArgs): Promise<CountResult> {
  const { session } = context
  const comment = await loadComment(context, requireId(args.id), 'delete')
  if (!mayChangeComment(session, 'delete', comment)) throw new AppError('FORBIDDEN')
  await limited(context, 'change', () => erase(context, comment))
  await announceComment(context.db, comment.post_id)
  return { count: 1, id: args.id }
}

function erase({ db }: OperationContext, { id, post_id, account_id }: CommentRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockPostAndAccounts(tx, { postId: post_id, accountId: account_id, others: accountsNotifiedOf(sql.lit(id)) })
    if (!(await removeComment(tx, id))) throw noComment()
  })
}
