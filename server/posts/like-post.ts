import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { LikeResult, MutationLikePostArgs } from '#contract/schema.gen.ts'
import { type OperationContext, requireOwn, requireSession } from '../context.ts'
import { type Database, perDatabase, type Queryable } from '../db/connect.ts'
import { notifyFeedChanged } from '../db/listen.ts'
import { withoutBudget } from '../db/wait-budget.ts'
import { AppError, requireId } from '../errors.ts'
import { LARGEST_GROUP, type Like, likeGroups } from './like-groups.ts'
import { loadLikeUsersFor } from './load-fields.ts'

/** The parts of the context that a like needs. */
export type LikeContext = Pick<OperationContext, 'db' | 'session' | 'ip' | 'rateLimits'>

/** `LikeResult` of the API without `likeUsers`, which are loaded only when requested. */
export type GivenLike = Omit<LikeResult, 'likeUsers'> & { postId: string }

/** The groups of likes of this process. */
const groupsOf = perDatabase((db) => likeGroups(db, (like) => setAlone(db, like)))

type Answered = { postId: string; viewer: number | null }

/** The people who like a post, loaded in one statement for all likes of a group. */
const usersOf = perDatabase(
  (db) =>
    new DataLoader<Answered, string[]>((wanted) => withoutBudget(() => loadLikeUsersFor(db, wanted)), {
      cache: false,
      maxBatchSize: LARGEST_GROUP,
    }),
)

/**
 * Sets whether the caller likes the post; setting the same again changes nothing (P24).
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN for another handle, NOT_FOUND, RATE_LIMITED
 */
export async function likePost(context: LikeContext, args: MutationLikePostArgs): Promise<GivenLike> {
  const session = requireOwn(requireSession(context), args.jwt)
  const like = { postId: requireId(args.id), accountId: session.accountId, isLike: args.isLike }
  const caller = { accountId: session.accountId, ip: context.ip }
  const count = await context.rateLimits.count('like', caller, () => groupsOf(context.db).write(like))
  return { count, postId: args.id }
}

/** The people who like the post of an answered like; our own pages do not request them. */
export function loadUsersOfLike({ db, session }: Pick<LikeContext, 'db' | 'session'>, { postId }: GivenLike) {
  return usersOf(db).load({ postId, viewer: session?.accountId ?? null })
}

/** Sets one like in a transaction of its own, and returns the number of likes afterwards. */
function setAlone(db: Database, like: Like): Promise<number> {
  const { postId, isLike } = like
  return db.transaction().execute(async (tx) => {
    await lockPost(tx, postId)
    const isChanged = isLike ? await addLike(tx, like) : await removeLike(tx, like)
    if (!isChanged) return readCount(tx, postId)
    await notifyFeedChanged(tx, postId)
    return moveCount(tx, postId, isLike ? 1 : -1)
  })
}

/** Keeps the post from being deleted until the transaction ends. */
async function lockPost(tx: Queryable, id: number): Promise<void> {
  const { rows } = await sql`select from posts where id = ${id} for key share`.execute(tx)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
}

/** Waits for a simultaneous like of the same account, and then does nothing. */
async function addLike(tx: Queryable, { postId, accountId }: Like): Promise<boolean> {
  const added = await tx
    .insertInto('likes')
    .values({ post_id: postId, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

async function removeLike(tx: Queryable, { postId, accountId }: Like): Promise<boolean> {
  const removed = await tx
    .deleteFrom('likes')
    .where('post_id', '=', postId)
    .where('account_id', '=', accountId)
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
