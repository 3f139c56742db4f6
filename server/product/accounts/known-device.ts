import { randomBytes } from 'node:crypto'
import type { OperationContext } from '../../platform/context.ts'
import type { GroupKeys } from '../../platform/fair-queue.ts'
import type { Bucket } from '../../platform/limits/attempts.ts'
import { refuseIfRemembered } from '../../platform/limits/known-refusals.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Account } from './find-account.ts'

/** `password_hash` is null while only a new password can be set. */
type Owner = Readonly<{ id: number; password_hash: string | null }>

type Device = Readonly<{ name: string; isCurrent: boolean }>

/**
 * Issues the token by which a browser is known to have signed in to the account: its failed attempts are counted apart from
 * those of strangers. A change of password ends it.
 */
export function issueDeviceToken(secrets: Secrets, account: Owner): string {
  const parts = ['device', account.id, randomBytes(12).toString('base64url'), passwordFingerprint(secrets, account)]
  return secrets.sign(parts.join(':'), 'known device')
}

/** Null for a forged token, and for one of another account. `isCurrent` is false once the password was changed. */
export function parseDeviceToken(secrets: Secrets, token: string | null, account: Owner | undefined): Device | null {
  const value = token === null ? null : secrets.verify(token, 'known device')
  const [, id, random, password] = value?.split(':') ?? []
  if (!account || id !== String(account.id)) return null
  const isCurrent = account.password_hash === null || isOfPassword(secrets, password, account)
  return { name: `${id}:${random}`, isCurrent }
}

/** Id of a browser that has signed in to the account with its present password; null for other browsers. */
export function knownDeviceId(secrets: Secrets, token: string | null, account: Owner | undefined): string | null {
  const device = parseDeviceToken(secrets, token, account)
  return device?.isCurrent ? device.name : null
}

/** Whether the browser has a token that this site signed, for whichever account. */
export function hasDeviceToken({ secrets, cookies }: Pick<OperationContext, 'secrets' | 'cookies'>): boolean {
  return cookies.knownDevice !== null && secrets.verify(cookies.knownDevice, 'known device') !== null
}

/**
 * Refuses a browser without a token, without a query: if `limits` are known to be reached, or the queue of passwords is full.
 * @throws {AppError} RATE_LIMITED, UNAVAILABLE
 */
export function requireRoomForStranger(context: OperationContext, limits: readonly Bucket[]): void {
  refuseIfRemembered(context.db, limits)
  context.passwords.requireRoom(strangerGroup(context.ip))
}

const passwordOf = ({ id, password_hash }: Owner) => `${id}:${password_hash ?? ''}`

function passwordFingerprint(secrets: Secrets, owner: Owner): string {
  return secrets.fingerprint(passwordOf(owner), 'password of a device')
}

function isOfPassword(secrets: Secrets, fingerprint: string | undefined, owner: Owner): boolean {
  return secrets.isFingerprint(fingerprint, passwordOf(owner), 'password of a device')
}

/** Group of a browser without a token in the fair queues: all such browsers of a network share one. */
export function strangerGroup(ip: string): GroupKeys {
  return ['strangers', networkOf(ip)]
}

/** Group in the fair queues of browsers that have signed in to the account. */
export function memberGroup(ip: string, accountId: number): GroupKeys {
  return ['known', networkOf(ip), String(accountId)]
}

/** Group of the caller in the fair queues: their own with a token of this account, otherwise that of strangers. */
export function callerGroup({ secrets, ip, cookies }: OperationContext, account: Account | undefined): GroupKeys {
  const isKnown = knownDeviceId(secrets, cookies.knownDevice, account) !== null
  return isKnown && account ? memberGroup(ip, account.id) : strangerGroup(ip)
}
