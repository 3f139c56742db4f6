import type { MutationLoginByPasskeyArgs, User } from '#contract/schema.gen.ts'
import { passkeyMessages } from '#rules/passkeys.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Bucket, bucketOf } from '../../../platform/limits/attempts.ts'
import { repeatRefusal } from '../../../platform/limits/known-refusals.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { type Account, findAccountById } from '../find-account.ts'
import { issueDevice, mayBeKnown } from '../known-device.ts'
import { bucketsOf, countFailure } from '../login-limits.ts'
import { closeSession, openSession } from '../sessions/sessions.ts'
import { presentUser } from '../user.ts'
import { type Assertion, readAssertion } from './browser-responses.ts'
import { issueChallenge, LIFETIME_MS, useChallenge } from './challenges.ts'
import { type Credential, checkAssertion, countUse, findCredential, keepUse, type Proven } from './check-assertion.ts'
import { relyingParty, webAuthn } from './relying-party.ts'

/** The browser offers the passkeys that it has for the site, so nothing tells which accounts exist. */
export async function beginPasskeyLogin({ config, secrets }: OperationContext): Promise<string> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: issueChallenge(secrets, 'login', null),
    timeout: LIFETIME_MS,
    userVerification: 'required',
  })
  return JSON.stringify(options)
}

/**
 * Failures count as those of a login by password.
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function loginByPasskey(context: OperationContext, args: MutationLoginByPasskeyArgs): Promise<User> {
  const assertion = readAssertion(args.response)
  const stranger = strangersBucket(context)
  if (!mayBeKnown(context)) repeatRefusal(context.db, [stranger])
  const credential = await findCredential(context.db, assertion.id)
  const account = credential && (await findAccountById(context.db, credential.account_id))
  const buckets = account ? bucketsOf(context, account.email, account) : { own: [], account: [], network: [stranger] }
  const proven = await countFailure(context, buckets, () => prove(context, credential, assertion))
  if (!account) throw new AppError('BAD_CREDENTIALS', { message: passkeyMessages.notUsed })
  await countUse(context, account.id)
  const persistent = args.autoLogin === true
  const token = await context.db.transaction().execute((tx) => startSession(tx, context, account, proven, persistent))
  context.cookies.setSession(token, persistent)
  context.cookies.setKnownDevice(issueDevice(context.secrets, account))
  return presentUser(context, account, false)
}

function strangersBucket({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.loginNetwork, 'login address', networkOf(ip))
}

async function prove(context: OperationContext, credential: Credential, assertion: Assertion): Promise<Proven> {
  await useChallenge(context, assertion.challenge, 'login', null)
  const proven = credential && (await checkAssertion(context, credential, assertion, true))
  if (!proven) throw new AppError('BAD_CREDENTIALS', { message: passkeyMessages.notUsed })
  return proven
}

async function startSession(
  tx: Queryable,
  context: OperationContext,
  { id }: Account,
  proven: Proven,
  persistent: boolean,
): Promise<string> {
  // A withdrawal locks in the same order; otherwise the two could deadlock.
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forKeyShare().execute()
  if (!(await keepUse(tx, proven))) throw new AppError('BAD_CREDENTIALS', { message: passkeyMessages.notUsed })
  if (context.session) await closeSession(tx, context.session.id)
  return openSession(tx, { accountId: id, persistent, userAgent: context.userAgent, byPasskey: true })
}
