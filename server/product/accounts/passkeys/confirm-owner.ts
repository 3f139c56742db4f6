import { accountMessages, normalizePassword } from '#rules/account.ts'
import { serverFailureMessages } from '#rules/errors.ts'
import { passkeyMessages } from '#rules/passkeys.ts'
import { limited, type MemberContext, type Session } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { bucketOf, clearAttempts, countAttempt, requireAttemptsLeft } from '../../../platform/limits/attempts.ts'
import type { PasswordWork } from '../../../platform/passwords/passwords.ts'
import { memberGroup } from '../known-device.ts'
import { requireStrongSession } from '../two-step/consume-code.ts'
import { type Assertion, parseAssertion } from './browser-responses.ts'
import { CHALLENGE_LIFETIME_MS, consumeChallenge, issueChallenge } from './challenges.ts'
import { checkAssertion, countPasskeyUse, findPasskey, storePasskeyUse } from './check-assertion.ts'
import { descriptorOf, loadCredentials } from './credential-list.ts'
import { loadWebAuthn, relyingParty } from './relying-party.ts'

/** Proof that the owner of a session is there: the password, or in `proof` what a passkey signed for `beginPasskeyProof`. */
export type OwnerProof = Readonly<{ password?: string | null; proof?: string | null }>

/** @throws {AppError} BAD_USER_INPUT without a password and a proof */
export function requireOwnerProof({ password, proof }: OwnerProof): OwnerProof {
  if (!password && !proof) throw passwordNeededError()
  if (proof) return { proof }
  const typed = normalizePassword(password ?? '')
  // A huge text is refused without hashing it.
  if (typed.length > 200) throw notOwnerError('password')
  return { password: typed }
}

/**
 * Runs `work`, which changes how the owner signs in, once they have proved who they are.
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, FORBIDDEN as `requireStrongSession`, RATE_LIMITED, UNAVAILABLE
 */
export async function confirmChange<T>(context: MemberContext, args: OwnerProof, work: () => Promise<T>): Promise<T> {
  const { db, session, ip } = context
  const given = requireOwnerProof(args)
  context.passwords.requireRoom(memberGroup(ip, session.accountId))
  return limited(context, 'change', async () => {
    await requireStrongSession(db, session, given)
    const hash = await currentPasswordHash(db, session)
    return confirmOwner(context, hash, given, work)
  })
}

/**
 * Runs `work` once the owner has proved who they are; with `given` null they need not. An attempt is counted before it is
 * checked; otherwise parallel attempts could pass together.
 * @throws {AppError} BAD_CREDENTIALS, EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function confirmOwner<T>(
  context: MemberContext,
  currentHash: string | null,
  given: OwnerProof | null,
  work: (passwords: PasswordWork) => Promise<T>,
): Promise<T> {
  const { db, secrets, config, session, ip } = context
  const tries = [bucketOf(secrets, config.limits.login, 'change password', String(session.accountId))]
  const assertion = given?.proof ? parseAssertion(given.proof) : null
  await requireAttemptsLeft(db, tries)
  return context.passwords.inTurn(memberGroup(ip, session.accountId), async (passwords) => {
    await countAttempt(db, tries, async () => {
      if (assertion) await requireOwnPasskey(context, assertion)
      else if (given && !(await passwords.verify(currentHash, given.password ?? ''))) throw notOwnerError('password')
    })
    await clearAttempts(db, tries)
    return work(passwords)
  })
}

async function requireOwnPasskey(context: MemberContext, assertion: Assertion): Promise<void> {
  const { db, session } = context
  await consumeChallenge(context, assertion.challenge, 'proof', session.id)
  const credential = await findPasskey(db, assertion.id)
  const isOwn = credential?.account_id === session.accountId
  const proven = isOwn ? await checkAssertion(context, credential, assertion, false) : null
  if (!proven || !(await storePasskeyUse(db, proven))) throw notOwnerError('proof')
  await countPasskeyUse(context, session.accountId)
}

export async function beginPasskeyProof(context: MemberContext): Promise<string> {
  const { config, db, secrets, session } = context
  const rows = await loadCredentials(db, session.accountId)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: issueChallenge(secrets, 'proof', session.id),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: rows.map(descriptorOf),
  })
  return JSON.stringify(options)
}

/**
 * Loads the hash of the password that this session has to prove: in a restricted one the temporary password's.
 * @throws {AppError} UNAUTHENTICATED once the session has ended
 */
export async function currentPasswordHash(db: Queryable, session: Session, lock?: 'lock'): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.restricted', 'sessions.temporary_hash', 'accounts.password_hash'])
    .where('sessions.id', '=', session.id)
    .$if(lock !== undefined, (query) => query.forUpdate('accounts'))
    .executeTakeFirst()
  if (!row) throw new AppError('UNAUTHENTICATED')
  return row.restricted ? row.temporary_hash : row.password_hash
}

export function passwordNeededError(): AppError {
  const message = accountMessages.currentPasswordEmpty
  return new AppError('BAD_USER_INPUT', { message, fields: [{ field: 'password', message }] })
}

export function notOwnerError(field: 'password' | 'proof'): AppError {
  const message = field === 'proof' ? passkeyMessages.notProved : serverFailureMessages.wrongCurrentPassword
  return new AppError('BAD_CREDENTIALS', { message, fields: [{ field, message }] })
}
