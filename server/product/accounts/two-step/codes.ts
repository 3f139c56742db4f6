import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODE_CHARACTERS, RECOVERY_CODE_LENGTH, twoStepLimits } from '#rules/two-step.ts'

/** Settings of the codes that every authenticator app supports; some ignore other settings in the URI. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** RFC 4226, section 4: a key has at least 128 bits, and 160 are recommended. */
const KEY_BYTES = 20

/** Makes a key in base32. */
export const makeTotpKey = (): string => new Secret({ size: KEY_BYTES }).base32

export function totpUri(key: string, account: string, siteName: string): string {
  return new TOTP({ ...FORM, issuer: siteName, label: account, secret: Secret.fromBase32(key) }).toString()
}

/**
 * The time step (half minutes since 1970) that a code belongs to: the present one, the one before or the one after. Null for
 * another code.
 */
export function timeStepOf(key: string, code: string, now: number): number | null {
  const secret = Secret.fromBase32(key)
  const distance = TOTP.validate({ ...FORM, secret, token: code, timestamp: now, window: 1 })
  return distance === null ? null : TOTP.counter({ period: FORM.period, timestamp: now }) + distance
}

export function makeRecoveryCodes(): string[] {
  const letter = () => RECOVERY_CODE_CHARACTERS[randomInt(RECOVERY_CODE_CHARACTERS.length)]
  const code = () => Array.from({ length: RECOVERY_CODE_LENGTH }, letter).join('')
  return Array.from({ length: twoStepLimits.recoveryCodes }, code)
}

export const hashRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest()
