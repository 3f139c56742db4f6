import type { QueryUserArgs, User } from '#contract/schema.gen.ts'
import { type OperationContext, requireAnySession, requireOwn } from '../context.ts'
import { AppError } from '../errors.ts'
import { findAccountById } from './find-account.ts'
import { presentUser } from './present-user.ts'

/** The signed-in person's own account. @throws {AppError} UNAUTHENTICATED, FORBIDDEN for another handle */
export async function user(context: OperationContext, args: QueryUserArgs): Promise<User> {
  const session = requireOwn(requireAnySession(context), args.jwt)
  const account = await findAccountById(context.db, session.accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  return presentUser(context, account, session.restricted)
}
