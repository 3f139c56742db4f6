import type { QueryLoginArgs, User } from '#contract/schema.gen.ts'
import { emailKey, loginSchema } from '#rules/account.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
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
import { groupOf, issueDevice, mayBeKnown, refuseStranger } from './known-device.ts'
import { allOf, bucketsOf, type LoginBuckets } from './login-limits.ts'
import {
  consumeTicket,
  findTicketByPassword,
  releaseTicketAttempt,
  reserveTicketAttempt,
  type Ticket,
} from './recovery-tickets.ts'
import { closeSession, openSession } from './sessions.ts'
import { presentUser } from './user.ts'

/** The session is restricted for a temporary password. @throws {AppError} BAD_CREDENTIALS, RATE_LIMITED, UNAVAILABLE */
export async function login(context: OperationContext, args: QueryLoginArgs): Promise<User> {
  const input = checkInput(loginSchema, args)
  const proof = await proveIdentity(context, input)
  const persistent = args.autoLogin === true && proof.ticket === null
  const token = await context.db.transaction().execute((tx) => startSession(tx, context, proof, persistent))
  context.cookies.setSession(token, persistent)
  context.cookies.setKnownDevice(issueDevice(context.secrets, proof.account))
  if (proof.ticket) context.cookies.clearRecoveryTicket()
  return presentUser(context, proof.account, proof.ticket !== null)
}

async function startSession(
  tx: Queryable,
  context: OperationContext,
  proof: Proof,
  persistent: boolean,
): Promise<string> {
  const { account, ticket } = proof
  const isGood = ticket ? await useTicket(tx, account.id, ticket) : await isPasswordUnchanged(tx, proof)
  if (!isGood) throw new AppError('BAD_CREDENTIALS')
  if (context.session) await closeSession(tx, context.session.id)
  return openSession(tx, {
    accountId: account.id,
    persistent,
    userAgent: context.userAgent,
    temporaryHash: ticket?.temporaryHash ?? null,
  })
}

async function useTicket(tx: Queryable, accountId: number, ticket: Ticket): Promise<boolean> {
  // A change of password locks in the same order; otherwise the two could deadlock.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  if (!(await consumeTicket(tx, ticket))) return false
  await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', accountId).execute()
  return true
}

/** The password may have been changed meanwhile; a session opened with the old one must not remain. */
async function isPasswordUnchanged(tx: Queryable, { account }: Proof): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type Proof = Readonly<{ account: Account; ticket: Ticket | null }>

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
async function proveIdentity(context: OperationContext, given: Credentials): Promise<Proof> {
  if (!mayBeKnown(context)) refuseStranger(context, bucketsOf(context, given.email).network)
  const account = await findAccountForRecovery(context.db, given.email)
  const who = groupOf(context, account)
  context.passwords.requireRoom(who)
  const ticket = await findTicketByPassword(context.db, context.secrets, account?.id, given.password)
  const buckets = bucketsOf(context, given.email, account)
  await requireAttemptsLeft(context.db, ticket === null ? allOf(buckets) : buckets.network, buckets.network)
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
  const counted = ticket ? buckets.network : allOf(buckets)
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
): Promise<Proof | null> {
  const isPresentAddress = account?.email_key === emailKey(email)
  const isOwn = await work.verify(isPresentAddress ? account.password_hash : null, password)
  if (isOwn && account) return { account, ticket: null }
  return ticket?.isRight && account ? { account, ticket } : null
}

async function refundAttempts(context: OperationContext, tries: Reservations, proof: Proof): Promise<void> {
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
