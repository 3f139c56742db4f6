import { sql } from 'kysely'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { bucketOf, reserveAttempt } from '../../../platform/limits/attempts.ts'
import type { Assertion } from './browser-responses.ts'
import { loadWebAuthn, relyingParty } from './relying-party.ts'

/** A passkey with the handle of its account, or undefined. */
export type FoundPasskey = Awaited<ReturnType<typeof findPasskey>>

/** Finds the passkey with that credential id. */
export async function findPasskey(db: Queryable, id: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select([
      'passkeys.id',
      'passkeys.account_id',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.counter',
      'passkeys.backup_eligible',
      'accounts.handle',
    ])
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirst()
}

/** A use of a passkey that was checked: the counter that is stored (`before`), and what the authenticator sent. */
export type PasskeyUse = Readonly<{ id: number; accountId: number; before: number; counter: number; backedUp: boolean }>

/**
 * Null unless this passkey signed the challenge for our origin and host name, after the authenticator recognised its owner,
 * with a higher counter than before, as a passkey of the same kind. `isChosenByUser`: the browser was not told whose passkey
 * to use.
 */
export async function checkAssertion(
  context: Pick<OperationContext, 'config'>,
  credential: NonNullable<FoundPasskey>,
  { challenge, ...assertion }: Assertion,
  isChosenByUser: boolean,
): Promise<PasskeyUse | null> {
  const { userHandle } = assertion.response
  const isOwners = userHandle === userHandleOf(credential.handle) || (!userHandle && !isChosenByUser)
  if (!isOwners) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { id, origin } = relyingParty(context.config)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: { ...assertion.response, userHandle: userHandle ?? undefined } as never,
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: credential.credential_id.toString('base64url'),
      publicKey: Uint8Array.from(credential.public_key),
      counter: credential.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  if (!verified || !authenticationInfo) return null
  const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo
  if ((credentialDeviceType === 'multiDevice') !== credential.backup_eligible) return null
  return {
    id: credential.id,
    accountId: credential.account_id,
    before: credential.counter,
    counter: newCounter,
    backedUp: credentialBackedUp,
  }
}

/** Authenticators get the public handle instead of the account's id, because it tells nothing about the person. */
export function userHandleOf(handle: string): string {
  return Buffer.from(handle, 'utf8').toString('base64url')
}

/** Returns false if the passkey was removed, or used meanwhile. Lock the account before. */
export async function storePasskeyUse(tx: Queryable, { id, before, counter, backedUp }: PasskeyUse): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @throws {AppError} RATE_LIMITED */
export async function countPasskeyUse({ db, secrets, config }: OperationContext, accountId: number): Promise<void> {
  await reserveAttempt(db, [bucketOf(secrets, config.limits.passkeys, 'passkey', String(accountId))])
}
