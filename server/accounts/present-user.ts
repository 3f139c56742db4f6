import type { User } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import type { Account } from './find-account.ts'

/**
 * The account as only its owner sees it: `email`, `questionIndex` and `questionAnswer` are private (P3 and P8). Others
 * see `handle`, `username` and the image of an author, which the posts include. The security answer is empty in a
 * restricted session: whoever reads the mail must not learn what starts the next recovery (P7).
 */
export function presentUser(
  context: Pick<OperationContext, 'images' | 'secrets'>,
  account: Account,
  restricted: boolean,
): User {
  return {
    image: account.image_key === null ? account.image_url : context.images.urlOf(account.image_key),
    email: account.email,
    username: account.username,
    jwt: account.handle,
    questionIndex: account.question_index,
    questionAnswer: restricted ? '' : context.secrets.open(account.answer_sealed, 'security answer'),
    restricted,
  }
}
