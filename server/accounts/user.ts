import type { QueryUserArgs, User } from '#contract/schema.gen.ts'
import { type OperationContext, requireAnySession, requireOwn } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Account, findAccountById } from './find-account.ts'

/** The signed-in person's own account. @throws {AppError} UNAUTHENTICATED, FORBIDDEN for another handle */
export async function user(context: OperationContext, args: QueryUserArgs): Promise<User> {
  const session = requireOwn(requireAnySession(context), args.jwt)
  const account = await findAccountById(context.db, session.accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return presentUser(context, account, session.restricted)
}

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
    about: account.about,
    jwt: account.handle,
    questionIndex: account.question_index,
    questionAnswer: restricted ? '' : context.secrets.open(account.answer_sealed, 'security answer'),
    restricted,
    role: account.role,
  }
}
