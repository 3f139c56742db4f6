import type { User } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import type { Account } from './find-account.ts'

/** Restricted sessions do not get the security answer: whoever reads the mail must not be able to recover again. */
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
