import type { MutationLoginByCodeArgs, User } from '#contract/schema.gen.ts'
import { twoStepCodeSchema } from '#rules/two-step.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { AppError, checkInput } from '../../../platform/errors.ts'
import { type Bucket, requireAttemptsLeft } from '../../../platform/limits/attempts.ts'
import { issueDeviceToken } from '../known-device.ts'
import { countLoginAttempt, loginBuckets } from '../login-limits.ts'
import { queueNotice } from '../mails/notices.ts'
import { type FirstStepProof, openProvenSession } from '../open-proven-session.ts'
import { presentUser } from '../user.ts'
import { consumeCode, wrongCodeError } from './consume-code.ts'
import { halfLoginExpiredError, requireHalfLogin } from './half-login.ts'

/**
 * The second step of a login. Wrong codes count apart from wrong passwords, and those of strangers apart from those of the
 * owner's browsers; recovery codes count with those of the app.
 * @throws {AppError} BAD_USER_INPUT, BAD_CREDENTIALS, EXPIRED, RATE_LIMITED, UNAVAILABLE
 */
export async function loginByCode(context: OperationContext, args: MutationLoginByCodeArgs): Promise<User> {
  const { code } = checkInput(twoStepCodeSchema, args)
  const proof = await requireHalfLogin(context)
  const { account, ticket, persistent } = proof
  const buckets = loginBuckets(context, account.email, account, 'code')
  const token = await countLoginAttempt(context, buckets, () => openWith(context, proof, code)).catch(
    async (error: unknown) => {
      if (await areUsedUp(context, [...buckets.own, ...buckets.account], error)) await tellOwner(context, account.id)
      throw error
    },
  )
  context.cookies.setSession(token, persistent)
  context.cookies.clearHalfLogin()
  context.cookies.setKnownDevice(issueDeviceToken(context.secrets, account))
  if (ticket) context.cookies.clearRecoveryTicket()
  return presentUser(context, account, ticket !== null)
}

function openWith(context: OperationContext, proof: FirstStepProof, code: string): Promise<string> {
  const { id } = proof.account
  return context.db.transaction().execute(async (tx) => {
    const token = await openProvenSession(tx, context, proof, async () => {
      const used = await consumeCode(tx, context.secrets, id, code)
      if (used === null) throw wrongCodeError()
      if (used === 'recovery') await queueNotice(tx, context, id, ['recovery code used'])
      return true
    })
    if (token === null) throw halfLoginExpiredError()
    return token
  })
}

/** Whether the error comes from a limit of this account, and not from that of the network. */
async function areUsedUp({ db }: OperationContext, ofAccount: readonly Bucket[], error: unknown): Promise<boolean> {
  if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') return false
  return requireAttemptsLeft(db, ofAccount).then(
    () => false,
    () => true,
  )
}

/** Tells the owner that somebody else may have the password. */
async function tellOwner(context: OperationContext, accountId: number): Promise<void> {
  await context.db
    .transaction()
    .execute((tx) => queueNotice(tx, context, accountId, ['codes guessed']))
    .catch((failure: unknown) => context.log.warn({ err: failure }, 'a notice could not be queued'))
}
