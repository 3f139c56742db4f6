import { accountMessages } from '#rules/account.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { bucketOf, reserveAttempt } from '../limits/attempts.ts'

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
