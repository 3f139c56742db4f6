import { randomBytes } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/**
 * A browser that once logged in to an account counts its failures by itself, so that strangers who fail on purpose cannot
 * lock the owner out (threat 18). The token proves nothing else.
 */
export function issueDevice(secrets: Secrets, accountId: number): string {
  return secrets.sign(`device:${accountId}:${randomBytes(12).toString('base64url')}`, 'known device')
}

/** The name of the device for that account, or null for a token of another account or none of ours. */
export function knownDevice(secrets: Secrets, token: string | null, accountId: number | undefined): string | null {
  const value = token === null ? null : secrets.verify(token, 'known device')
  return value !== null && accountId !== undefined && value.startsWith(`device:${accountId}:`) ? value : null
}
