import { sql } from 'kysely'
import type { CountResult, MutationDeletePostArgs } from '#contract/schema.gen.ts'
import { isReadableBy } from '../../authors/visibility.ts'
import { type OperationContext, requireSession } from '../../context.ts'
import { changesOf } from '../../db/changes.ts'
import { AppError, requireId } from '../../errors.ts'
import { imagesOfPosts } from '../../images/image-uses.ts'
import { may } from '../policy.ts'

/** @throws {AppError} UNAUTHENTICATED, NOT_FOUND, FORBIDDEN for another person's, RATE_LIMITED */
export async function deletePost(context: OperationContext, args: MutationDeletePostArgs): Promise<CountResult> {
  const session = requireSession(context)
  const id = requireId(args.id)
  const post = await context.db
    .selectFrom('posts')
    .select('account_id')
    .where('id', '=', id)
    .where(isReadableBy(session, 'post', 'posts'))
    .executeTakeFirst()
  if (!post) throw new AppError('NOT_FOUND')
  if (!may(session, 'delete', post)) throw new AppError('FORBIDDEN')
  const caller = { accountId: session.accountId, ip: context.ip }
  await context.rateLimits.count('change', caller, () => erase(context, id))
  changesOf(context.db).announce({ kind: 'post', postId: id })
  return { count: 1, id: String(id) }
}

function erase({ db, images }: OperationContext, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const post = await tx.selectFrom('posts').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!post) throw new AppError('NOT_FOUND')
    // Before the likes, as in a withdrawal of somebody who likes the post or commented on it.
    await sql`select from post_stats where post_id = ${id} for update`.execute(tx)
    const shown = await imagesOfPosts(tx, [id])
    await tx.deleteFrom('posts').where('id', '=', id).execute()
    await images.queueDeletion(tx, shown)
  })
}
