import type { QueryLoginArgs, User } from '#contract/schema.gen.ts'
import { emailKey, loginSchema } from '#rules/account.ts'
import { checkInput } from '../check-input.ts'
import type { OperationContext } from '../context.ts'
import { AppError } from '../errors.ts'
import {
  type Bucket,
  bucketOf,
  clearAttempts,
  networkOf,
  releaseAttempt,
  requireAttemptsLeft,
  reserveAttempt,
} from './attempts.ts'
import { type Account, findAccountByEmail } from './find-account.ts'
import { issueDevice, knownDevice } from './known-device.ts'
import { presentUser } from './present-user.ts'
import { endSession, openSession } from './sessions.ts'

/**
 * Opens a session for this browser and ends the one it had (threat 8). An unknown e-mail address and a wrong password
 * cost the same work and get the same answer (decision D9).
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, RATE_LIMITED, UNAVAILABLE
 */
export async function login(context: OperationContext, args: QueryLoginArgs): Promise<User> {
  const input = checkInput(loginSchema, args)
  context.passwords.requireRoom()
  const account = await findAccountByEmail(context.db, input.email)
  const failures = failureBuckets(context, input.email, account)
  await requireAttemptsLeft(context.db, failures.all)
  await context.passwords.inTurn(async (work) => {
    await reserveAttempt(context.db, failures.all)
    const matches = await work.verify(account?.password_hash, input.password).catch(async (error: unknown) => {
      await releaseAttempt(context.db, failures.all)
      throw error
    })
    if (!matches) throw new AppError('BAD_CREDENTIALS')
  })
  if (!account) throw new AppError('BAD_CREDENTIALS')
  await releaseAttempt(context.db, failures.shared)
  await clearAttempts(context.db, failures.own)
  await enter(context, account, args.autoLogin === true)
  return presentUser(context, account)
}

type Failures = {
  all: Bucket[] /** Forgotten after a success. */
  own: Bucket[] /** Others' failures count here too. */
  shared: Bucket[]
}

function failureBuckets(context: OperationContext, email: string, account: Account | undefined): Failures {
  const { limits } = context.config
  const key = emailKey(email)
  const network = networkOf(context.address)
  const device = knownDevice(context.secrets, context.cookies.knownDevice, account?.id)
  const bucket = bucketOf.bind(null, context.secrets)
  const shared = [bucket(limits.loginAddress, 'login address', network)]
  const own = [
    device === null ? bucket(limits.login, 'login', key, network) : bucket(limits.login, 'login', key, device),
  ]
  if (device === null) shared.push(bucket(limits.loginAccount, 'login account', key))
  return { all: [...own, ...shared], own, shared }
}

async function enter(context: OperationContext, account: Account, persistent: boolean): Promise<void> {
  const token = await context.db.transaction().execute(async (tx) => {
    // A password that changes at this very moment must not leave a session of the old one behind.
    const current = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .forShare()
      .executeTakeFirst()
    if (!current) throw new AppError('BAD_CREDENTIALS')
    if (context.session) await endSession(tx, context.session.id)
    return openSession(tx, { accountId: account.id, persistent, userAgent: context.userAgent })
  })
  context.cookies.setSession(token, persistent)
  context.cookies.setKnownDevice(issueDevice(context.secrets, account.id))
}
