import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_LENGTH, RECOVERY_LETTERS, twoStepLimits } from '#rules/two-step.ts'

/** Values that every authenticator app understands; some ignore other ones in the URI. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** RFC 4226, section 4: a key has at least 128 bits, and 160 are recommended. */
const KEY_BYTES = 20

/** Base32. */
export const makeKey = (): string => new Secret({ size: KEY_BYTES }).base32

export function keyUri(key: string, account: string, siteName: string): string {
  return new TOTP({ ...FORM, issuer: siteName, label: account, secret: Secret.fromBase32(key) }).toString()
}

/**
 * The step whose code this is, of the present one and those before and after it; null for another code. A step is half a
 * minute since 1970.
 */
export function stepOf(key: string, code: string, now: number): number | null {
  const secret = Secret.fromBase32(key)
  const distance = TOTP.validate({ ...FORM, secret, token: code, timestamp: now, window: 1 })
  return distance === null ? null : TOTP.counter({ period: FORM.period, timestamp: now }) + distance
}

export function makeRecoveryCodes(): string[] {
  const letter = () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]
  const code = () => Array.from({ length: RECOVERY_LENGTH }, letter).join('')
  return Array.from({ length: twoStepLimits.recoveryCodes }, code)
}

export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest()
