import { createHash, timingSafeEqual } from 'node:crypto'
import type { ForgotPasswordResult, MutationForgotPwArgs } from '#contract/schema.gen.ts'
import { answerKey, emailKey, recoverySchema } from '#rules/account.ts'
import type { OperationContext } from '../context.ts'
import { AppError, checkInput } from '../errors.ts'
import { type Bucket, bucketOf, releaseAttempt, requireAttemptsLeft, reserveAttempt } from '../limits/attempts.ts'
import { networkOf } from '../limits/networks.ts'
import { findDevice } from './device.ts'
import { type Account, findAccountForRecovery, NO_ACCOUNT } from './find-account.ts'
import { formerAnswer, type SealedAnswer } from './former-identity.ts'
import { groupOf } from './password-groups.ts'
import { issueTicket, makeTemporaryPassword, maskTemporaryPassword } from './recovery-tickets.ts'

/**
 * Makes a temporary password and returns its visible part. A wrong address and a wrong answer look the same.
 * @throws {AppError} BAD_USER_INPUT, RECOVERY_FAILED, RATE_LIMITED, UNAVAILABLE
 */
export async function forgotPw(context: OperationContext, args: MutationForgotPwArgs): Promise<ForgotPasswordResult> {
  const input = checkInput(recoverySchema, args)
  const account = await findAccountForRecovery(context.db, input.email)
  const who = groupOf(context, account)
  context.passwords.requireRoom(who)
  const tries = bucketsOf(context, input.email, account)
  await requireAttemptsLeft(context.db, tries)
  const password = makeTemporaryPassword()
  const hash = await context.passwords.inTurn(who, async (work) => {
    await reserveAttempt(context.db, tries)
    return work.hash(password).catch(async (error: unknown) => {
      await releaseAttempt(context.db, tries)
      throw error
    })
  })
  const former = await formerAnswer(context.db, account?.id ?? NO_ACCOUNT)
  const matches = [account, former ?? account].map((known) => isAnswer(context, known, input)).includes(true)
  if (!account || !matches) throw new AppError('RECOVERY_FAILED')
  const token = await issueTicket(context.db, context.secrets, { accountId: account.id, password, hash })
  context.cookies.setRecoveryTicket(token)
  return { password: maskTemporaryPassword(password) }
}

// Strangers can use up each other's attempts, so browsers that have logged in have their own, with a limit for all.
function bucketsOf({ secrets, config, ip, cookies }: OperationContext, email: string, account?: Account): Bucket[] {
  const { limits } = config
  const device = findDevice(secrets, cookies.knownDevice, account)
  if (device !== null && account) {
    const kind = device.isCurrent ? 'current' : 'former'
    return [
      bucketOf(secrets, limits.recovery, 'recovery device', device.name),
      bucketOf(secrets, limits.recoveryDevices, 'recovery devices', String(account.id), kind),
    ]
  }
  return [
    bucketOf(secrets, limits.recovery, 'recovery', emailKey(email)),
    bucketOf(secrets, limits.loginAddress, 'recovery address', networkOf(ip)),
  ]
}

function isAnswer(
  { secrets }: OperationContext,
  answer: SealedAnswer | undefined,
  given: { questionIndex: number; questionAnswer: string },
): boolean {
  const sealed = answer?.answer_sealed ?? secrets.seal(given.questionAnswer, 'security answer')
  const known = digest(answer?.question_index ?? given.questionIndex, secrets.open(sealed, 'security answer'))
  return timingSafeEqual(known, digest(given.questionIndex, given.questionAnswer)) && answer !== undefined
}

function digest(questionIndex: number, answer: string): Buffer {
  return createHash('sha256')
    .update(`${questionIndex}:${answerKey(answer)}`)
    .digest()
}
