import type { WithdrawalSummary } from '#contract/schema.gen.ts'
import { countCommentsOf } from '../comments/account-comments.ts'
import { type OperationContext, requireAnySession } from '../context.ts'
import { countImagesInUse } from '../images/image-uses.ts'
import { countPostsOf } from '../posts/lists/account-posts.ts'

/** What would be deleted with the caller's account. @throws {AppError} UNAUTHENTICATED */
export async function getWithdrawalSummary(context: OperationContext): Promise<WithdrawalSummary> {
  const { accountId } = requireAnySession(context)
  const { posts, likes } = await countPostsOf(context.db, accountId)
  const comments = await countCommentsOf(context.db, accountId)
  return { posts, comments, likes, images: await countImagesInUse(context.db, accountId) }
}
