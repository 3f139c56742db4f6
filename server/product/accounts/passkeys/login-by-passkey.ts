import type { MutationLoginByPasskeyArgs, User } from '#contract/schema.gen.ts'
import { passkeyMessages } from '#rules/passkeys.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Bucket, bucketOf } from '../../../platform/limits/attempts.ts'
import { refuseIfRemembered } from '../../../platform/limits/known-refusals.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { type Account, findAccountById } from '../find-account.ts'
import { hasDeviceToken, issueDeviceToken } from '../known-device.ts'
import { countLoginAttempt, loginBuckets } from '../login-limits.ts'
import { closeSession, openSession } from '../sessions/sessions.ts'
import { presentUser } from '../user.ts'
import { type Assertion, parseAssertion } from './browser-responses.ts'
import { CHALLENGE_LIFETIME_MS, consumeChallenge, issueChallenge } from './challenges.ts'
import {
  checkAssertion,
  countPasskeyUse,
  type FoundPasskey,
  findPasskey,
  type PasskeyUse,
  storePasskeyUse,
} from './check-assertion.ts'
import { loadWebAuthn, relyingParty } from './relying-party.ts'

/** Names no passkeys: the browser offers those that it has for the site, so nothing tells which accounts exist. */
export async function beginPasskeyLogin({ config, secrets }: OperationContext): Promise<string> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: issueChallenge(secrets, 'login', null),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  })
  return JSON.stringify(options)
}

/**
 * Failures count as those of a login by password.
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function loginByPasskey(context: OperationContext, args: MutationLoginByPasskeyArgs): Promise<User> {
  const assertion = parseAssertion(args.response)
  const stranger = strangersBucket(context)
  if (!hasDeviceToken(context)) refuseIfRemembered(context.db, [stranger])
  const credential = await findPasskey(context.db, assertion.id)
  const account = credential && (await findAccountById(context.db, credential.account_id))
  const buckets = account
    ? loginBuckets(context, account.email, account)
    : { own: [], account: [], network: [stranger] }
  const proven = await countLoginAttempt(context, buckets, () => prove(context, credential, assertion))
  if (!account) throw new AppError('BAD_CREDENTIALS', { message: passkeyMessages.notUsed })
  await countPasskeyUse(context, account.id)
  const persistent = args.autoLogin === true
  const token = await context.db.transaction().execute((tx) => startSession(tx, context, account, proven, persistent))
  context.cookies.setSession(token, persistent)
  context.cookies.setKnownDevice(issueDeviceToken(context.secrets, account))
  return presentUser(context, account, false)
}

function strangersBucket({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.loginNetwork, 'login address', networkOf(ip))
}

async function prove(context: OperationContext, credential: FoundPasskey, assertion: Assertion): Promise<PasskeyUse> {
  await consumeChallenge(context, assertion.challenge, 'login', null)
  const proven = credential && (await checkAssertion(context, credential, assertion, true))
  if (!proven) throw new AppError('BAD_CREDENTIALS', { message: passkeyMessages.notUsed })
  return proven
}

async function startSession(
  tx: Queryable,
  context: OperationContext,
  { id }: Account,
  proven: PasskeyUse,
  persistent: boolean,
): Promise<string> {
  // A withdrawal locks in the same order; otherwise the two could deadlock.
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forKeyShare().execute()
  if (!(await storePasskeyUse(tx, proven))) throw new AppError('BAD_CREDENTIALS', { message: passkeyMessages.notUsed })
  if (context.session) await closeSession(tx, context.session.id)
  return openSession(tx, { accountId: id, persistent, userAgent: context.userAgent, byPasskey: true })
}
