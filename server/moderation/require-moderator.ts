import { errorMessages } from '#rules/errors.ts'
import { type OperationContext, requireSession, type Session } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Member, type ModerationAction, may } from './policy.ts'

/**
 * The caller, if their role allows the action; for everybody else it is as if there were nothing of the kind.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN for a temporary password, NOT_FOUND for who is no moderator
 */
export function requireModerator(context: Pick<OperationContext, 'session'>, action: ModerationAction): Session {
  const session = requireSession(context)
  if (!may(session, 'view')) throw new AppError('NOT_FOUND')
  if (action !== 'view' && action !== 'decide' && action !== 'grant') requireMay(session, action)
  return session
}

/** @throws {AppError} FORBIDDEN */
export function requireMay(session: Session, action: ModerationAction, about: Member | null = null): void {
  if (!may(session, action, about)) throw new AppError('FORBIDDEN', { message: errorMessages.FORBIDDEN })
}
