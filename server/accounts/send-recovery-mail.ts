import type { CountResult } from '#contract/schema.gen.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError, toAppError } from '../errors.ts'
import { bucketOf, reserveAttempt } from '../limits/attempts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lifetimes, recoveryEmail } from './emails.ts'
import { findAccountById } from './find-account.ts'
import { recoveryAddress } from './former-identity.ts'
import { recipientName } from './notices.ts'
import { reserveRecoveryMail } from './recovery-tickets.ts'

/**
 * Mails this browser's temporary password to the account's own address.
 * @throws {AppError} EXPIRED without a live ticket, RATE_LIMITED, MAIL_FAILED
 */
export async function sendRecoveryMail(context: OperationContext): Promise<CountResult> {
  const token = context.cookies.recoveryTicket
  if (token === null) throw new AppError('EXPIRED')
  await context.db.transaction().execute((tx) => mailTicket(tx, context, token))
  return { count: 1, id: null }
}

async function mailTicket(tx: Queryable, context: OperationContext, token: string): Promise<void> {
  const { config, secrets } = context
  const ticket = await reserveRecoveryMail(tx, secrets, token)
  if (ticket === 'spent') throw new AppError('RATE_LIMITED', { retryAfter: lifetimes.recovery })
  const account = ticket && (await findAccountById(tx, ticket.accountId))
  if (!account) throw new AppError('EXPIRED')
  const to = await recoveryAddress(tx, account)
  await reserveAttempt(tx, [
    bucketOf(secrets, config.limits.recoveryMails, 'recovery mail', recipientName(secrets, to)),
  ])
  const message = { ...recoveryEmail(config, to, ticket.password), ticketName: ticket.name }
  try {
    await queueMail(tx, secrets, { accountId: account.id, message, lifetime: lifetimes.recovery })
  } catch (error) {
    if (toAppError(error).code === 'UNAVAILABLE') throw error
    context.log.error({ err: error }, 'recovery mail could not be queued')
    throw new AppError('MAIL_FAILED')
  }
}
