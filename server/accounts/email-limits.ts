import { accountMessages } from '#rules/account.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { type Bucket, bucketOf, requireAttemptsLeft, reserveAttempt } from '../limits/attempts.ts'
import { networkOf } from '../limits/networks.ts'

/** Thrown by the check beforehand, or by the unique index when two people choose the same address at once. */
export function isEmailConflict(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'CONFLICT'
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email_key_key'
}

/**
 * Telling that an address is taken is intended (P9); testing a list of addresses is limited.
 * @throws {AppError} RATE_LIMITED after too many taken addresses from this network address.
 */
export async function requireEmailProbesLeft(context: OperationContext, db: Queryable = context.db): Promise<void> {
  await requireAttemptsLeft(db, [probesOf(context)])
}

/** Counts one taken address. @throws {AppError} RATE_LIMITED */
export async function countEmailProbe(context: OperationContext): Promise<void> {
  await reserveAttempt(context.db, [probesOf(context)])
}

/** Taken addresses that were tried from the caller's network. */
function probesOf({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.signupTaken, 'taken', networkOf(ip))
}

/**
 * Counts a change of the account's e-mail address, in the transaction of the change, so that failed changes do not
 * count.
 * @throws {AppError} RATE_LIMITED, with a message for the field, after too many changes that day.
 */
export async function countEmailChange(
  tx: Queryable,
  { secrets, config }: Pick<OperationContext, 'secrets' | 'config'>,
  accountId: number,
): Promise<void> {
  const bucket = bucketOf(secrets, config.limits.emailChanges, 'e-mail change', String(accountId))
  try {
    await reserveAttempt(tx, [bucket])
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error
    const message = accountMessages.emailChangedOften(error.retryAfter)
    throw new AppError('RATE_LIMITED', {
      message,
      fields: [{ field: 'email', message }],
      retryAfter: error.retryAfter,
    })
  }
}
