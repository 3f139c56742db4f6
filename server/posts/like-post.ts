import { sql } from 'kysely'
import type { LikeResult, MutationLikePostArgs } from '#contract/schema.gen.ts'
import { type OperationContext, requireOwn, requireSession } from '../context.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { notifyFeedChanged } from '../db/listen.ts'
import { AppError } from '../errors.ts'
import { loadLikeUsers } from './load-fields.ts'
import { requirePostId } from './policy.ts'

/** The parts of the context that a like needs. */
export type LikeContext = Pick<OperationContext, 'db' | 'session' | 'address' | 'rateLimits'>

type Like = { post_id: number; account_id: number }

/**
 * Sets whether the caller likes the post; setting the same again changes nothing (P24).
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN for another handle, NOT_FOUND, RATE_LIMITED
 */
export async function likePost(context: LikeContext, args: MutationLikePostArgs): Promise<LikeResult> {
  const session = requireOwn(requireSession(context), args.jwt)
  const like = { post_id: requirePostId(args.id), account_id: session.accountId }
  const caller = { accountId: session.accountId, address: context.address }
  const count = await context.rateLimits.count('like', caller, () => setLike(context.db, like, args.isLike))
  const [likeUsers = []] = await loadLikeUsers(context, [String(like.post_id)])
  return { count, likeUsers }
}

/** Returns the number of likes afterwards. */
function setLike(db: Database, like: Like, isLike: boolean): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockPost(tx, like.post_id)
    const isChanged = isLike ? await addLike(tx, like) : await removeLike(tx, like)
    if (!isChanged) return readCount(tx, like.post_id)
    await notifyFeedChanged(tx, like.post_id)
    return moveCount(tx, like.post_id, isLike ? 1 : -1)
  })
}

/** Keeps the post from being deleted until the transaction ends. */
async function lockPost(tx: Queryable, id: number): Promise<void> {
  const { rows } = await sql`select from posts where id = ${id} for key share`.execute(tx)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
}

/** Waits for a simultaneous like of the same account, and then does nothing. */
async function addLike(tx: Queryable, like: Like): Promise<boolean> {
  const added = await tx
    .insertInto('likes')
    .values(like)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

async function removeLike(tx: Queryable, like: Like): Promise<boolean> {
  const removed = await tx
    .deleteFrom('likes')
    .where('post_id', '=', like.post_id)
    .where('account_id', '=', like.account_id)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/** Last before the commit, because everybody who likes the same post waits for this row. */
async function moveCount(tx: Queryable, postId: number, by: 1 | -1): Promise<number> {
  const { like_count } = await tx
    .updateTable('post_stats')
    .set((row) => ({ like_count: row('like_count', '+', by) }))
    .where('post_id', '=', postId)
    .returning('like_count')
    .executeTakeFirstOrThrow()
  return like_count
}

async function readCount(tx: Queryable, postId: number): Promise<number> {
  const { like_count } = await tx
    .selectFrom('post_stats')
    .select('like_count')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return like_count
}
