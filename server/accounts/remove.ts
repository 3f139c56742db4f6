import type { CountResult, MutationRemoveArgs, WithdrawalSummary } from '#contract/schema.gen.ts'
import { erasePeopleOf } from '../authors/get-authors.ts'
import { countCommentsOf } from '../comments/get-comments.ts'
import { type OperationContext, requireAnySession, requireOwnHandle } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { requireOtherAdmin } from '../house-rules/require-writer.ts'
import { countImagesInUse, imagesOf, imagesOfPosts } from '../images/image-uses.ts'
import { eraseNotificationsOf } from '../notifications/account-notifications.ts'
import { countPostsOf, erasePostsOf, lockPostsOf } from '../posts/lists/account-posts.ts'
import { eraseCollectionsOf, eraseSavesOf } from '../saves/account-saves.ts'

/** Deletes the account and all that is its own. @throws {AppError} UNAUTHENTICATED, FORBIDDEN for another's handle */
export async function remove(context: OperationContext, args: MutationRemoveArgs): Promise<CountResult> {
  const session = requireOwnHandle(context, args.jwt)
  await context.db.transaction().execute((tx) => erase(tx, context, session.accountId))
  changesOf(context.db).announce({ kind: 'profile', accountId: session.accountId })
  context.cookies.clearSession()
  context.cookies.clearKnownDevice()
  context.cookies.clearRecoveryTicket()
  return { count: 1, id: null }
}

async function erase(tx: Queryable, context: OperationContext, accountId: number): Promise<void> {
  const posts = await lockPostsOf(tx, accountId)
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new AppError('UNAUTHENTICATED')
  await requireOtherAdmin(tx, accountId)
  const own = await imagesOf(tx, accountId)
  const images = new Set([...own.map(({ id }) => id), ...(await imagesOfPosts(tx, posts))])
  await eraseSavesOf(tx, accountId)
  await eraseCollectionsOf(tx, accountId)
  // Before the posts: a follower who leaves at the same time waits here, and not for the notifications of posts.
  await erasePeopleOf(tx, accountId)
  await erasePostsOf(tx, accountId)
  await eraseNotificationsOf(tx, accountId)
  // Sessions, tickets, former addresses and mails are deleted with it.
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
  await context.images.queueDeletion(tx, [...images])
}

/** What would be deleted with the caller's account. @throws {AppError} UNAUTHENTICATED */
export async function getWithdrawalSummary(context: OperationContext): Promise<WithdrawalSummary> {
  const { accountId } = requireAnySession(context)
  const { posts, likes } = await countPostsOf(context.db, accountId)
  const comments = await countCommentsOf(context.db, accountId)
  return { posts, comments, likes, images: await countImagesInUse(context.db, accountId) }
}
