import type { WithdrawalSummary } from '#contract/schema.gen.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { imagesOf } from '../images/account-images.ts'
import { countPostsOf } from '../posts/account-posts.ts'

/**
 * What goes with the caller's account (decision D10: the panel says it beforehand).
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN for a restricted session
 */
export async function getWithdrawalSummary(context: OperationContext): Promise<WithdrawalSummary> {
  const { accountId } = requireSession(context)
  const { posts, likes } = await countPostsOf(context.db, accountId)
  const images = await imagesOf(context.db, accountId)
  return { posts, likes, images: images.length }
}
