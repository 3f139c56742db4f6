import { sql } from 'kysely'
import type { CountResult, MutationDeleteCommentArgs, MutationEditCommentArgs } from '#contract/schema.gen.ts'
import { commentMessages, commentTextSchema } from '#rules/comment.ts'
import { cutCharacters } from '#rules/text.ts'
import { limited, type OperationContext, requireSession } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import { AppError, badInput, checkInput, requireId } from '../errors.ts'
import { hasHeldWord, hold } from '../house-rules/decisions.ts'
import { readImages } from '../images/image-uses.ts'
import { TITLE } from './add-comment.ts'
import { may } from './policy.ts'
import { type CommentRow, loadComment, noComment, type PresentedComment, presentComment } from './present-comment.ts'
import { lockPost, removeComment, setCommentHidden } from './write-comment.ts'

/**
 * Replaces the text of one's own comment; its picture stays.
 * @throws {AppError} UNAUTHENTICATED, BAD_USER_INPUT, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED
 */
export async function editComment(context: OperationContext, args: MutationEditCommentArgs): Promise<PresentedComment> {
  const session = requireSession(context)
  const { text } = checkInput(commentTextSchema, args)
  const comment = await loadComment(context, requireId(args.id))
  if (!may(session, 'edit', comment)) throw new AppError('FORBIDDEN')
  if (text === '' && !comment.tasty) throw badInput([{ field: 'text', message: commentMessages.empty }])
  await limited(context, 'change', () => change(context, comment, text))
  changesOf(context.db).announce({ kind: 'comment', postId: comment.post_id })
  return presentComment(context, await loadComment(context, comment.id))
}

function change({ db }: OperationContext, { id, account_id }: CommentRow, text: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('comments')
      .set({ text, edited_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .returning('hidden')
      .executeTakeFirst()
    if (!changed) throw noComment()
    if (changed.hidden || !(await hasHeldWord(tx, [text]))) return
    await setCommentHidden(tx, id, true)
    await hold(tx, { kind: 'comment', itemId: id, authorId: account_id, title: cutCharacters(text, TITLE) })
  })
}

/** By its author, or by the post's. @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED */
export async function deleteComment(context: OperationContext, args: MutationDeleteCommentArgs): Promise<CountResult> {
  const session = requireSession(context)
  const comment = await loadComment(context, requireId(args.id))
  if (!may(session, 'delete', comment)) throw new AppError('FORBIDDEN')
  await limited(context, 'change', () => erase(context, comment))
  changesOf(context.db).announce({ kind: 'comment', postId: comment.post_id })
  return { count: 1, id: args.id }
}

function erase({ db, images, session }: OperationContext, { id, post_id, account_id }: CommentRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockPost(tx, session, post_id, account_id)
    const shown = await readImages(tx, { comment_id: id })
    if (!(await removeComment(tx, id))) throw noComment()
    await images.queueDeletion(
      tx,
      shown.flatMap(({ imageId }) => imageId ?? []),
    )
  })
}
