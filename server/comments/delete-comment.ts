import { sql } from 'kysely'
import type { CountResult, MutationDeleteCommentArgs } from '#contract/schema.gen.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError, requireId } from '../errors.ts'
import { readImages } from '../images/image-uses.ts'
import { may } from './policy.ts'
import { type CommentRow, loadComment, noComment } from './present-comment.ts'
import { lockPost, removeComment } from './write-comment.ts'

/** By its author, or by the post's. @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, RATE_LIMITED */
export async function deleteComment(context: OperationContext, args: MutationDeleteCommentArgs): Promise<CountResult> {
  const session = requireSession(context)
  const comment = await loadComment(context, requireId(args.id))
  if (!may(session, 'delete', comment)) throw new AppError('FORBIDDEN')
  const caller = { accountId: session.accountId, ip: context.ip }
  await context.rateLimits.count('change', caller, () => erase(context, comment))
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

/** Hides or shows a comment, and counts it so. Lock it before. @returns whether something changed */
export async function setCommentHidden(tx: Queryable, id: number, hidden: boolean): Promise<boolean> {
  const by = hidden ? sql`-1` : sql`1`
  const { rows } = await sql`
    with changed as (
      update comments set hidden = ${hidden} where id = ${id} and hidden <> ${hidden} returning post_id, tasty
    ), counted as (
      update post_stats s set comment_count = s.comment_count + ${by}, tasty_count = s.tasty_count + ${by} * changed.tasty::int
      from changed where s.post_id = changed.post_id
    )
    select from changed`.execute(tx)
  return rows.length > 0
}
