import { readId } from '#rules/validate.ts'
import { AppError } from '../errors.ts'

type Owned = { account_id: number }
/** The caller: a session, of which only the account matters here. */
type Caller = { accountId: number }

export function canEditPost(caller: Caller, post: Owned): boolean {
  return post.account_id === caller.accountId
}

export function canDeletePost(caller: Caller, post: Owned): boolean {
  return post.account_id === caller.accountId
}

/**
 * The number behind a post's `id`.
 * @throws {AppError} NOT_FOUND for an invalid id
 */
export function requirePostId(id: string): number {
  const number = readId(id)
  if (number === null) throw new AppError('NOT_FOUND')
  return number
}
