import type { CountResult, MutationDeletePostArgs } from '#contract/schema.gen.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import { AppError, requireId } from '../errors.ts'
import { may } from './policy.ts'

/**
 * Deletes the caller's own post with its likes and search terms, and queues its picture for deletion.
 * @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED
 */
export async function deletePost(context: OperationContext, args: MutationDeletePostArgs): Promise<CountResult> {
  const session = requireSession(context)
  const id = requireId(args.id)
  const post = await context.db.selectFrom('posts').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!post) throw new AppError('NOT_FOUND')
  if (!may(session, 'delete', post)) throw new AppError('FORBIDDEN')
  const caller = { accountId: session.accountId, ip: context.ip }
  await context.rateLimits.count('change', caller, () => erase(context, id, session.accountId))
  changesOf(context.db).announce({ kind: 'post', postId: id })
  return { count: 1, id: String(id) }
}

function erase({ db, images }: OperationContext, id: number, accountId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('posts')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('image_id')
      .executeTakeFirst()
    if (!deleted) throw new AppError('NOT_FOUND')
    if (deleted.image_id !== null) await images.queueDeletion(tx, [deleted.image_id])
  })
}
