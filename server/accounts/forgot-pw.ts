import { createHash, timingSafeEqual } from 'node:crypto'
import type { ForgotPasswordResult, MutationForgotPwArgs } from '#contract/schema.gen.ts'
import { answerKey, emailKey, recoverySchema } from '#rules/account.ts'
import type { OperationContext } from '../context.ts'
import { AppError, checkInput } from '../errors.ts'
import { type Bucket, bucketOf, releaseAttempt, requireAttemptsLeft, reserveAttempt } from '../limits/attempts.ts'
import { networkOf } from '../limits/networks.ts'
import { askerOf } from './askers.ts'
import { findDevice } from './device.ts'
import { type Account, findAccountForRecovery, NO_ACCOUNT } from './find-account.ts'
import { formerAnswer, type SealedAnswer } from './former-identity.ts'
import { issueTicket } from './recovery-tickets.ts'
import { makeTemporaryPassword, maskTemporaryPassword } from './temporary-password.ts'

/**
 * For the right answer, makes a temporary password, lets this browser request the mail with it, and returns its visible
 * part (P7). Every failure does the same work and gives the same answer (P9).
 * @throws {AppError} BAD_USER_INPUT, RECOVERY_FAILED, RATE_LIMITED, UNAVAILABLE
 */
export async function forgotPw(context: OperationContext, args: MutationForgotPwArgs): Promise<ForgotPasswordResult> {
  const input = checkInput(recoverySchema, args)
  const account = await findAccountForRecovery(context.db, input.email)
  const asker = askerOf(context, account)
  context.passwords.requireRoom(asker)
  const tries = bucketsOf(context, input.email, account)
  await requireAttemptsLeft(context.db, tries)
  const password = makeTemporaryPassword()
  const hash = await context.passwords.inTurn(asker, async (work) => {
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

/**
 * A browser that has logged in to the account has attempts of its own: anyone who knows the e-mail address can use up
 * those of all others, and must not keep the owner from recovering (threat 18). A browser that logged in with a former
 * password has them too, because a thief may have changed the password. All such browsers of the account together have
 * a limit, because whoever knew a password may have logged in often (threat 22).
 */
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

/** Compares with a dummy when there is no answer. */
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
