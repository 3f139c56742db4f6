import { randomBytes } from 'node:crypto'
import type { OperationContext } from '../../platform/context.ts'
import type { Who } from '../../platform/fair-queue.ts'
import type { Bucket } from '../../platform/limits/attempts.ts'
import { refuseAsBefore } from '../../platform/limits/known-refusals.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Account } from './find-account.ts'

/** `password_hash` is null while only a new password can be set. */
type Owner = Readonly<{ id: number; password_hash: string | null }>

type Device = Readonly<{ name: string; isCurrent: boolean }>

/** A token of this browser: its failures count apart, so nobody can lock the owner out. It ends with the password. */
export function issueDevice(secrets: Secrets, account: Owner): string {
  const parts = ['device', account.id, randomBytes(12).toString('base64url'), passwordFingerprint(secrets, account)]
  return secrets.sign(parts.join(':'), 'known device')
}

/** The device that the token names, or null if the token is invalid or of another account. */
export function findDevice(secrets: Secrets, token: string | null, account: Owner | undefined): Device | null {
  const value = token === null ? null : secrets.verify(token, 'known device')
  const [, id, random, password] = value?.split(':') ?? []
  if (!account || id !== String(account.id)) return null
  // Without a password there is none to guess.
  const isCurrent = account.password_hash === null || password === passwordFingerprint(secrets, account)
  return { name: `${id}:${random}`, isCurrent }
}

/** The name of a device that logged in with the account's present password, or null. */
export function knownDevice(secrets: Secrets, token: string | null, account: Owner | undefined): string | null {
  const device = findDevice(secrets, token, account)
  return device?.isCurrent ? device.name : null
}

/** Whether some account may know this browser; the others are strangers to all of them. */
export function mayBeKnown({ secrets, cookies }: Pick<OperationContext, 'secrets' | 'cookies'>): boolean {
  return cookies.knownDevice !== null && secrets.verify(cookies.knownDevice, 'known device') !== null
}

/**
 * What can refuse a stranger without asking the database: the queue of passwords, and limits of the network that were reached.
 * @throws {AppError} RATE_LIMITED, UNAVAILABLE
 */
export function refuseStranger(context: OperationContext, limits: readonly Bucket[]): void {
  refuseAsBefore(context.db, limits)
  context.passwords.requireRoom(strangerGroup(context.ip))
}

function passwordFingerprint(secrets: Secrets, { id, password_hash }: Owner): string {
  return secrets.fingerprint(`${id}:${password_hash ?? ''}`, 'password of a device')
}

/** Visitors who have proven nothing wait for password hashing together with everybody of their network. */
export function strangerGroup(ip: string): Who {
  return ['strangers', networkOf(ip)]
}

export function memberGroup(ip: string, accountId: number): Who {
  return ['known', networkOf(ip), String(accountId)]
}

/** Strangers cannot keep a known browser waiting: the two wait in groups that take turns. */
export function groupOf({ secrets, ip, cookies }: OperationContext, account: Account | undefined): Who {
  const isKnown = knownDevice(secrets, cookies.knownDevice, account) !== null
  return isKnown && account ? memberGroup(ip, account.id) : strangerGroup(ip)
}
