import { randomBytes } from 'node:crypto'
import { serverFailureMessages } from '#rules/errors.ts'
import { passkeyLimits } from '#rules/passkeys.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { consumeOnce } from '../consume-once.ts'

/** A challenge for one purpose is refused for the others, and outside the session that it was made for. */
export type ChallengePurpose = 'login' | 'add' | 'proof'

export const CHALLENGE_LIFETIME_MS = passkeyLimits.minutes * 60_000

/** Makes a challenge. It is signed and not stored, so asking for many takes no room. */
export function issueChallenge(
  secrets: Secrets,
  purpose: ChallengePurpose,
  sessionId: number | null,
): Uint8Array<ArrayBuffer> {
  const parts = [purpose, sessionId ?? '', Date.now() + CHALLENGE_LIFETIME_MS, randomBytes(16).toString('base64url')]
  return Uint8Array.from(Buffer.from(secrets.sign(parts.join(':'), 'passkey challenge'), 'base64url'))
}

/**
 * Lets a challenge pass once, also of two uses at once.
 * @throws {AppError} EXPIRED for a challenge that is used, too old, forged, or made for another purpose or session
 */
export async function consumeChallenge(
  { db, secrets }: Pick<OperationContext, 'db' | 'secrets'>,
  challenge: string,
  purpose: ChallengePurpose,
  sessionId: number | null,
): Promise<void> {
  const [of, session, end] = secrets.verify(challenge, 'passkey challenge')?.split(':') ?? []
  const isOurs = of === purpose && session === String(sessionId ?? '')
  if (!isOurs || Number(end) <= Date.now())
    throw new AppError('EXPIRED', { message: serverFailureMessages.passkeyLate })
  if (await consumeOnce(db, challenge, Number(end))) return
  throw new AppError('EXPIRED', { message: serverFailureMessages.passkeyLate })
}
