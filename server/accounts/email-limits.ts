import { accountMessages } from '#rules/account.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { type Bucket, bucketOf, requireAttemptsLeft, reserveAttempt } from '../limits/attempts.ts'
import { networkOf } from '../limits/networks.ts'

/** The check beforehand throws this, or the unique index when two people choose the same address at once. */
export function isEmailConflict(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'CONFLICT'
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email_key_key'
}

/** Nobody may test a list of addresses for taken ones. @throws {AppError} RATE_LIMITED */
export async function requireEmailProbesLeft(context: OperationContext, db: Queryable = context.db): Promise<void> {
  await requireAttemptsLeft(db, [probesOf(context)])
}

/** @throws {AppError} RATE_LIMITED */
export async function countEmailProbe(context: OperationContext): Promise<void> {
  await reserveAttempt(context.db, [probesOf(context)])
}

function probesOf({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.signupTaken, 'taken', networkOf(ip))
}

/** Call it in the transaction of the change, so that failed changes do not count. @throws {AppError} RATE_LIMITED */
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
