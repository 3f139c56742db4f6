import { formatDateTime } from '#rules/dates.ts'
import { moderationMessages, suspendedMessage } from '#rules/moderation.ts'
import type { OperationContext, Session } from '../context.ts'
import { AppError } from '../errors.ts'

/** A suspension until then is for good. */
export const FOR_GOOD = new Date('9999-01-01T00:00:00Z')

type Writer = Pick<Session, 'isPending' | 'suspendedUntil'> | null

/** Visitors pass. @throws {AppError} FORBIDDEN for who is suspended, or waits for the approval of the sign-up */
export function requireWriter(session: Writer): void {
  const message = refusalOf(session)
  if (message !== null) throw new AppError('FORBIDDEN', { message })
}

function refusalOf(session: Writer): string | null {
  if (session?.isPending) return moderationMessages.pending
  if (!session?.suspendedUntil) return null
  const isForGood = session.suspendedUntil >= FOR_GOOD
  return isForGood
    ? moderationMessages.suspendedForGood
    : suspendedMessage(formatDateTime(session.suspendedUntil.toISOString()))
}

/** @throws {AppError} EMAIL_UNVERIFIED where addresses are verified, and the caller's is not */
export function requireVerified({ session, config }: Pick<OperationContext, 'session' | 'config'>): void {
  if (session && config.mail.verifies && !session.isVerified) throw new AppError('EMAIL_UNVERIFIED')
}

/** What spam is made of has a lower limit for accounts of the first day. @throws {AppError} RATE_LIMITED; what `work` throws */
export function countNewcomer<T>({ session, rateLimits, ip }: OperationContext, work: () => Promise<T>): Promise<T> {
  return session?.isNew ? rateLimits.count('newcomer', { accountId: session.accountId, ip }, work) : work()
}
