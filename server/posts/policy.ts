import type { Session } from '../accounts/sessions.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { AppError } from '../errors.ts'

type Owned = { account_id: number }

/** A session opened with a temporary password may only read, change the password and log out (decision D7). */
export function canWrite(session: Session): boolean {
  return !session.restricted
}

export function canEditPost(session: Session, post: Owned): boolean {
  return canWrite(session) && post.account_id === session.accountId
}

export function canDeletePost(session: Session, post: Owned): boolean {
  return canEditPost(session, post)
}

/**
 * The session of an operation that writes.
 * @throws {AppError} UNAUTHENTICATED without one, FORBIDDEN when it may only read.
 */
export function requireWriter(context: OperationContext): Session {
  const session = requireSession(context)
  if (!canWrite(session)) throw new AppError('FORBIDDEN')
  return session
}
