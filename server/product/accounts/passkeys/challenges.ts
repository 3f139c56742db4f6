import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { serverFailures } from '#rules/errors.ts'
import { passkeyLimits } from '#rules/passkeys.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hashToken } from '../sessions/sessions.ts'

/** A challenge for one purpose is refused for the others, and outside the session that it was made for. */
export type Purpose = 'login' | 'add' | 'proof'

export const LIFETIME_MS = passkeyLimits.minutes * 60_000

/** Clocks of instances and of the database may differ by less than this. */
const KEPT_FOR_MS = 3_600_000

/** It is signed and not stored, so asking for many takes no room. */
export function issueChallenge(secrets: Secrets, purpose: Purpose, sessionId: number | null): Uint8Array<ArrayBuffer> {
  const parts = [purpose, sessionId ?? '', Date.now() + LIFETIME_MS, randomBytes(16).toString('base64url')]
  return Uint8Array.from(Buffer.from(secrets.sign(parts.join(':'), 'passkey challenge'), 'base64url'))
}

/**
 * Only the first use passes, also of two at once.
 * @throws {AppError} EXPIRED for one that is used, too old, forged, or made for something else
 */
export async function useChallenge(
  { db, secrets }: Pick<OperationContext, 'db' | 'secrets'>,
  challenge: string,
  purpose: Purpose,
  sessionId: number | null,
): Promise<void> {
  const [of, session, end] = secrets.verify(challenge, 'passkey challenge')?.split(':') ?? []
  const isOurs = of === purpose && session === String(sessionId ?? '')
  if (!isOurs || Number(end) <= Date.now()) throw new AppError('EXPIRED', { message: serverFailures.passkeyLate })
  const used = { challenge_hash: hashToken(challenge), expires_at: new Date(Number(end) + KEPT_FOR_MS) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new AppError('EXPIRED', { message: serverFailures.passkeyLate })
}

export async function purgeChallenges(db: Database): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
}
