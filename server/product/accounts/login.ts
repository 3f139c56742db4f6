import type { QueryLoginArgs, User } from '#contract/schema.gen.ts'
import { emailKey, loginSchema } from '#rules/account.ts'
import type { OperationContext } from '../../platform/context.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import {
  type Bucket,
  clearAttempts,
  releaseAttempt,
  requireAttemptsLeft,
  reserveAttempt,
} from '../../platform/limits/attempts.ts'
import type { PasswordWork } from '../../platform/passwords/passwords.ts'
import { type Account, findAccountForRecovery } from './find-account.ts'
import { callerGroup, hasDeviceToken, issueDeviceToken, requireRoomForStranger } from './known-device.ts'
import { allBuckets, type LoginBuckets, loginBuckets } from './login-limits.ts'
import { type FirstStepProof, openProvenSession } from './open-proven-session.ts'
import {
  findTicketByPassword,
  releaseTicketAttempt,
  reserveTicketAttempt,
  type Ticket,
} from './recovery/recovery-tickets.ts'
import { refuseUntilSecondStep } from './two-step/half-login.ts'
import { presentUser } from './user.ts'

/**
 * Opens a session by the password. With a temporary password it is restricted; with two-step sign-in `loginByCode` opens it.
 * @throws {AppError} BAD_CREDENTIALS, also about a field `code`; RATE_LIMITED, UNAVAILABLE
 */
export async function login(context: OperationContext, args: QueryLoginArgs): Promise<User> {
  const input = checkInput(loginSchema, args)
  const { account, ticket } = await proveIdentity(context, input)
  const proof = { account, ticket, persistent: args.autoLogin === true && ticket === null, link: null }
  const token = await context.db
    .transaction()
    .execute((tx) => openProvenSession(tx, context, proof, () => refuseUntilSecondStep(tx, context, proof)))
  if (token === null) throw new AppError('BAD_CREDENTIALS')
  context.cookies.setSession(token, proof.persistent)
  context.cookies.setKnownDevice(issueDeviceToken(context.secrets, account))
  if (ticket) context.cookies.clearRecoveryTicket()
  return presentUser(context, account, ticket !== null)
}

type Known = Pick<FirstStepProof, 'account' | 'ticket'>

type Credentials = Readonly<{ email: string; password: string }>
type Reservations = Readonly<{
  counted: Bucket[]
  /** Buckets that a success clears, because they count only the caller's failures. */
  own: Bucket[]
  ticket: Ticket | null
}>

/**
 * Compares address and password. An unknown address takes the same work as a wrong password. A temporary password also
 * works with a recently replaced address.
 * @throws {AppError} BAD_CREDENTIALS, RATE_LIMITED, UNAVAILABLE
 */
async function proveIdentity(context: OperationContext, given: Credentials): Promise<Known> {
  if (!hasDeviceToken(context)) requireRoomForStranger(context, loginBuckets(context, given.email).network)
  const account = await findAccountForRecovery(context.db, given.email)
  const who = callerGroup(context, account)
  context.passwords.requireRoom(who)
  const ticket = await findTicketByPassword(context.db, context.secrets, account?.id, given.password)
  const buckets = loginBuckets(context, given.email, account)
  await requireAttemptsLeft(context.db, ticket === null ? allBuckets(buckets) : buckets.network, buckets.network)
  const name = buckets.own.map((bucket) => bucket.name).join()
  const proof = await context.passwords.runSerialized(name, who, async (work) => {
    const tries = await reserve(context, ticket, buckets)
    const proof = await compare(work, account, given, tries.ticket).catch(async (error: unknown) => {
      await releaseAll(context, tries)
      throw error
    })
    if (proof) await refundAttempts(context, tries, proof)
    return proof
  })
  if (!proof) throw new AppError('BAD_CREDENTIALS')
  return proof
}

async function reserve(context: OperationContext, meant: Ticket | null, buckets: LoginBuckets): Promise<Reservations> {
  const ticket = meant && (await reserveTicketAttempt(context.db, meant)) ? meant : null
  const counted = ticket ? buckets.network : allBuckets(buckets)
  try {
    await reserveAttempt(context.db, counted)
  } catch (error) {
    if (ticket) await releaseTicketAttempt(context.db, ticket)
    throw error
  }
  return { counted, own: buckets.own, ticket }
}

async function compare(
  work: PasswordWork,
  account: Account | undefined,
  { email, password }: Credentials,
  ticket: Ticket | null,
): Promise<Known | null> {
  const isPresentAddress = account?.email_key === emailKey(email)
  const isOwn = await work.verify(isPresentAddress ? account.password_hash : null, password)
  if (isOwn && account) return { account, ticket: null }
  return ticket?.isRight && account ? { account, ticket } : null
}

async function refundAttempts(context: OperationContext, tries: Reservations, proof: Known): Promise<void> {
  await releaseAttempt(
    context.db,
    tries.counted.filter((bucket) => !tries.own.includes(bucket)),
  )
  await clearAttempts(context.db, tries.own)
  if (tries.ticket && !proof.ticket) await releaseTicketAttempt(context.db, tries.ticket)
}

async function releaseAll(context: OperationContext, tries: Reservations): Promise<void> {
  await releaseAttempt(context.db, tries.counted)
  if (tries.ticket) await releaseTicketAttempt(context.db, tries.ticket)
}
