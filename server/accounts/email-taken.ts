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
  await requireAttemptsLeft(db, [bucket(context)])
}

/** Counts one taken address. @throws {AppError} RATE_LIMITED */
export async function countEmailProbe(context: OperationContext): Promise<void> {
  await reserveAttempt(context.db, [bucket(context)])
}

function bucket({ secrets, config, address }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.signupTaken, 'taken', networkOf(address))
}
