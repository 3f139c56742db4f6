import { sql } from 'kysely'
import type { MutationEditCommentArgs } from '#contract/schema.gen.ts'
import { commentMessages, commentTextSchema } from '#rules/comment.ts'
import { cutCharacters } from '#rules/text.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import { AppError, badInput, checkInput, requireId } from '../errors.ts'
import { hasHeldWord, hold } from '../house-rules/hold.ts'
import { TITLE } from './add-comment.ts'
import { setCommentHidden } from './delete-comment.ts'
import { may } from './policy.ts'
import { type CommentRow, loadComment, noComment, type PresentedComment, presentComment } from './present-comment.ts'

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
  const caller = { accountId: session.accountId, ip: context.ip }
  await context.rateLimits.count('change', caller, () => change(context, comment, text))
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
