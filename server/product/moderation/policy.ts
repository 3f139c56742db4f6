import { errorMessages } from '#rules/errors.ts'
import { twoStepMessages } from '#rules/two-step.ts'
import { type OperationContext, requireSession, type Session } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'

type Member = Readonly<{ accountId: number; role: Role }>

export type Role = Session['role']

/**
 * 'view': reports, members, rules and the record. 'decide': about members and content. 'open': the site's settings and figures,
 * such as the mode of sign-ups and invitations. 'grant': roles. 'care': to act for a member.
 */
type ModerationAction = 'view' | 'decide' | 'open' | 'grant' | 'care'

/**
 * Actions without a rule are refused. Members cannot decide about themselves, and only the command line about admins.
 */
export function mayModerate(actor: Member | null, action: ModerationAction, about: Member | null = null): boolean {
  if (actor === null || actor.role === 'member') return false
  switch (action) {
    case 'view':
      return true
    case 'decide':
      return about !== null && outranks(actor, about)
    case 'open':
      return actor.role === 'admin'
    case 'grant':
    case 'care':
      return actor.role === 'admin' && about !== null && about.accountId !== actor.accountId && about.role !== 'admin'
    default:
      return false
  }
}

function outranks(actor: Member, about: Member): boolean {
  return about.role === 'member' || (about.role === 'moderator' && actor.role === 'admin')
}

/**
 * Lets moderators and admins pass; other members get the error of an address that does not exist.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN for a temporary password or about a field `secondStep`, NOT_FOUND for members
 * who are no moderators
 */
export function requireModerator(context: Pick<OperationContext, 'session'>): Session {
  const session = requireSession(context)
  if (!mayModerate(session, 'view')) throw new AppError('NOT_FOUND')
  if (session.secondStep !== 'done') throw secondStepNeeded(session.secondStep)
  return session
}

/** The field tells pages that the caller is a moderator without a second step. */
function secondStepNeeded(step: 'missing' | 'skipped'): AppError {
  const message = step === 'missing' ? twoStepMessages.staffMissing : twoStepMessages.staffSkipped
  return new AppError('FORBIDDEN', { message, fields: [{ field: 'secondStep', message }] })
}

/** @throws {AppError} FORBIDDEN */
export function requireModerationRight(session: Session, action: ModerationAction, about: Member | null = null): void {
  if (!mayModerate(session, action, about)) throw new AppError('FORBIDDEN', { message: errorMessages.FORBIDDEN })
}
