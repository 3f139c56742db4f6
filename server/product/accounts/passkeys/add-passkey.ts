import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { MutationAddPasskeyArgs, MutationBeginPasskeyArgs, Passkey } from '#contract/schema.gen.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { newPasskeySchema, passkeyLimits, passkeyMessages } from '#rules/passkeys.ts'
import { limited, type MemberContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError, checkInput } from '../../../platform/errors.ts'
import { loadConfigWithSiteName } from '../../look/load-look.ts'
import { findAccountById } from '../find-account.ts'
import { queueNotice } from '../mails/notices.ts'
import { hasTwoStep } from '../two-step/consume-code.ts'
import { parseRegistration, type Registration } from './browser-responses.ts'
import { CHALLENGE_LIFETIME_MS, consumeChallenge, issueChallenge } from './challenges.ts'
import { userHandleOf } from './check-assertion.ts'
import { confirmChange, currentPasswordHash } from './confirm-owner.ts'
import { descriptorOf, loadCredentials } from './credential-list.ts'
import { presentPasskey } from './own-passkeys.ts'
import { loadWebAuthn, loadWebAuthnHelpers, relyingParty } from './relying-party.ts'
import { suggestPasskeyName } from './suggest-passkey-name.ts'

/** EdDSA, ES256 and RS256 (IANA COSE), which every Node verifies. */
const ALGORITHMS = [-8, -7, -257]

/** Bytes of the largest key that is kept: one of RSA with 8,192 bits. */
const LARGEST_KEY = 1100

/**
 * Returns the options with which the browser makes a passkey. Only an owner who has proved who they are gets their challenge, so
 * `addPasskey` asks for no other proof.
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE
 */
export async function beginPasskey(context: MemberContext, args: MutationBeginPasskeyArgs): Promise<string> {
  return confirmChange(context, args, () => creationOptions(context))
}

async function creationOptions(context: MemberContext): Promise<string> {
  const { db, secrets, session } = context
  const account = await findAccountById(db, session.accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  const present = await loadCredentials(db, account.id)
  if (present.length >= passkeyLimits.most) throw tooMany()
  const { id, name } = relyingParty(await loadConfigWithSiteName(context))
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: Uint8Array.from(Buffer.from(userHandleOf(account.handle), 'base64url')),
    userName: account.email,
    userDisplayName: account.username,
    challenge: issueChallenge(secrets, 'add', session.id),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: present.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return JSON.stringify(options)
}

/** @throws {AppError} BAD_USER_INPUT also for more than ten passkeys, CONFLICT for a known one, EXPIRED, RATE_LIMITED */
export async function addPasskey(context: MemberContext, args: MutationAddPasskeyArgs): Promise<Passkey> {
  const { name } = checkInput(newPasskeySchema, args)
  const registration = parseRegistration(args.response)
  return limited(context, 'change', async () => {
    await consumeChallenge(context, registration.challenge, 'add', context.session.id)
    const info = await checkRegistration(context, registration)
    if (!info) throw new AppError('BAD_USER_INPUT', { message: passkeyMessages.notMade })
    return store(context, registration, info, name)
  })
}

type Info = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

async function checkRegistration(
  { config }: MemberContext,
  { challenge, ...registration }: Registration,
): Promise<Info | null> {
  if (!(await isWithoutCertificates(registration.response.attestationObject))) return null
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { id, origin } = relyingParty(config)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  // Only at a login does the library itself compare the id that the browser sends with the signed one.
  const isSame = registrationInfo?.credential.id === registration.id
  return isSame && registrationInfo.credential.publicKey.length <= LARGEST_KEY ? registrationInfo : null
}

/** Certificates were not asked for: to check some, the library would load lists of revoked ones from URLs that they name. */
async function isWithoutCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadWebAuthnHelpers()
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url')))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

function store(
  context: MemberContext,
  { id, response }: Registration,
  { credential, credentialBackedUp, credentialDeviceType }: Info,
  name: string,
): Promise<Passkey> {
  const { session, userAgent } = context
  return context.db.transaction().execute(async (tx) => {
    await currentPasswordHash(tx, session, 'lock')
    const names = await namesOf(tx, session.accountId)
    if (names.length >= passkeyLimits.most) throw tooMany()
    const row = await tx
      .insertInto('passkeys')
      .values({
        account_id: session.accountId,
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        backup_eligible: credentialDeviceType === 'multiDevice',
        backed_up: credentialBackedUp,
        transports: [...response.transports],
        name: name || suggestPasskeyName(userAgent, response.transports, names),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at', 'backed_up'])
      .executeTakeFirst()
    if (!row) throw new AppError('CONFLICT', { message: serverFailureMessages.knownPasskey })
    // This session counts as opened by the passkey, because only a password protected the account until now.
    if (names.length === 0 && !(await hasTwoStep(tx, session.accountId))) {
      await tx.updateTable('sessions').set({ by_passkey: true }).where('id', '=', session.id).execute()
    }
    await queueNotice(tx, context, session.accountId, ['passkey added'])
    return presentPasskey(row)
  })
}

async function namesOf(tx: Queryable, accountId: number): Promise<string[]> {
  const rows = await tx.selectFrom('passkeys').select('name').where('account_id', '=', accountId).execute()
  return rows.map(({ name }) => name)
}

function tooMany(): AppError {
  return new AppError('BAD_USER_INPUT', { message: passkeyMessages.tooMany })
}
