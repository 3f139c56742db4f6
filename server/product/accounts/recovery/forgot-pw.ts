import { createHash, timingSafeEqual } from 'node:crypto'
import type { CountResult, ForgotPasswordResult, MutationForgotPwArgs } from '#contract/schema.gen.ts'
import { answerKey, emailKey, recoverySchema } from '#rules/account.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { AppError, checkInput, toAppError } from '../../../platform/errors.ts'
import {
  type Bucket,
  bucketOf,
  countAttempt,
  requireAttemptsLeft,
  reserveAttempt,
} from '../../../platform/limits/attempts.ts'
import { networkOf } from '../../../platform/limits/networks.ts'
import { queueMail } from '../../../platform/mail/queue.ts'
import { loadConfigWithSiteName } from '../../look/load-look.ts'
import {
  type Account,
  findAccountById,
  findAccountForRecovery,
  loadFormerAnswer,
  loadRecoveryAddress,
  NO_ACCOUNT_ID,
  type SealedAnswer,
} from '../find-account.ts'
import { callerGroup, hasDeviceToken, parseDeviceToken, requireRoomForStranger } from '../known-device.ts'
import { mailLifetimes, recoveryEmail } from '../mails/emails.ts'
import { recipientKey } from '../mails/notices.ts'
import { issueTicket, makeTemporaryPassword, maskTemporaryPassword, reserveRecoveryMail } from './recovery-tickets.ts'

/**
 * Makes a temporary password and returns it with its end hidden; `sendRecoveryMail` mails all of it. A wrong address and a
 * wrong answer get the same error.
 * @throws {AppError} BAD_USER_INPUT, RECOVERY_FAILED, RATE_LIMITED, UNAVAILABLE
 */
export async function forgotPw(context: OperationContext, args: MutationForgotPwArgs): Promise<ForgotPasswordResult> {
  const input = checkInput(recoverySchema, args)
  const network = networkBucket(context)
  if (!hasDeviceToken(context)) requireRoomForStranger(context, [network])
  const account = await findAccountForRecovery(context.db, input.email)
  const who = callerGroup(context, account)
  context.passwords.requireRoom(who)
  const tries = bucketsOf(context, input.email, account)
  const ofNetwork = tries.filter(({ name }) => name === network.name)
  await requireAttemptsLeft(context.db, tries, ofNetwork)
  const password = makeTemporaryPassword()
  const hash = await context.passwords.inTurn(who, (work) => countAttempt(context.db, tries, () => work.hash(password)))
  const former = await loadFormerAnswer(context.db, account?.id ?? NO_ACCOUNT_ID)
  const matches = [account, former ?? account].map((known) => isAnswer(context, known, input)).includes(true)
  if (!account || !matches) throw new AppError('RECOVERY_FAILED')
  const token = await issueTicket(context.db, context.secrets, { accountId: account.id, password, hash })
  context.cookies.setRecoveryTicket(token)
  return { password: maskTemporaryPassword(password) }
}

// Known browsers have attempts of their own, which strangers cannot use up; all browsers of an account share a limit.
function bucketsOf(context: OperationContext, email: string, account?: Account): Bucket[] {
  const { secrets, cookies } = context
  const { limits } = context.config
  const device = parseDeviceToken(secrets, cookies.knownDevice, account)
  if (device !== null && account) {
    const kind = device.isCurrent ? 'current' : 'former'
    return [
      bucketOf(secrets, limits.recovery, 'recovery device', device.name),
      bucketOf(secrets, limits.recoveryDevices, 'recovery devices', String(account.id), kind),
    ]
  }
  return [bucketOf(secrets, limits.recovery, 'recovery', emailKey(email)), networkBucket(context)]
}

function networkBucket({ secrets, config, ip }: OperationContext): Bucket {
  return bucketOf(secrets, config.limits.loginNetwork, 'recovery address', networkOf(ip))
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

/**
 * Mails this browser's temporary password to the account's own address.
 * @throws {AppError} EXPIRED without a live ticket, RATE_LIMITED, MAIL_FAILED
 */
export async function sendRecoveryMail(context: OperationContext): Promise<CountResult> {
  const token = context.cookies.recoveryTicket
  if (token === null) throw new AppError('EXPIRED')
  const named = { ...context, config: await loadConfigWithSiteName(context) }
  await context.db.transaction().execute((tx) => mailTicket(tx, named, token))
  return { count: 1, id: null }
}

async function mailTicket(tx: Queryable, context: OperationContext, token: string): Promise<void> {
  const { config, secrets } = context
  const ticket = await reserveRecoveryMail(tx, secrets, token)
  if (ticket === 'spent') throw new AppError('RATE_LIMITED', { retryAfter: mailLifetimes.recovery })
  const account = ticket && (await findAccountById(tx, ticket.accountId))
  if (!account) throw new AppError('EXPIRED')
  const to = await loadRecoveryAddress(tx, account)
  await reserveAttempt(tx, [bucketOf(secrets, config.limits.recoveryMails, 'recovery mail', recipientKey(secrets, to))])
  const message = { ...recoveryEmail(config, to, ticket.password), ticketName: ticket.name }
  try {
    await queueMail(tx, secrets, { accountId: account.id, message, lifetime: mailLifetimes.recovery, asked: true })
  } catch (error) {
    if (toAppError(error).code === 'UNAVAILABLE') throw error
    context.log.error({ err: error }, 'recovery mail could not be queued')
    throw new AppError('MAIL_FAILED')
  }
}
