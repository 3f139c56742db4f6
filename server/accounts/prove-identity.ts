import { emailKey } from '#rules/account.ts'
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
import { knownDevice } from './known-device.ts'
import type { PasswordWork } from './passwords.ts'
import { releaseTry, reserveTry, type TicketTry } from './recovery-tickets.ts'

/** Whose password was given; `ticket` when it was a temporary one. */
export type Proof = Readonly<{ account: Account; ticket: TicketTry | null }>

type Credentials = Readonly<{ email: string; password: string }>
type Tries = Readonly<{
  /** What a failed try counts in. */
  counted: Bucket[]
  /** What a success wipes clean, because nobody else's failures are in it. */
  own: Bucket[]
  ticket: TicketTry | null
}>

/**
 * Compares e-mail address and password. An unknown address and a wrong password cost the same work and get the same
 * answer (decision D9). The failure is counted before the work is done, and taken back after a success.
 * @throws {AppError} BAD_CREDENTIALS, RATE_LIMITED, UNAVAILABLE
 */
export async function proveIdentity(context: OperationContext, given: Credentials): Promise<Proof> {
  context.passwords.requireRoom()
  const account = await findAccountByEmail(context.db, given.email)
  const buckets = bucketsOf(context, given.email, account)
  await requireAttemptsLeft(context.db, context.cookies.recoveryTicket === null ? allOf(buckets) : buckets.address)
  const name = buckets.own.map((bucket) => bucket.name).join()
  const proof = await context.passwords.inTurnOf(name, async (work) => {
    const tries = await reserve(context, account, buckets)
    const proof = await compare(context, work, account, given.password, tries.ticket).catch(async (error: unknown) => {
      await takeBack(context, tries)
      throw error
    })
    if (proof) await forgive(context, tries, proof)
    return proof
  })
  if (!proof) throw new AppError('BAD_CREDENTIALS')
  return proof
}

type LoginBuckets = { own: Bucket[]; account: Bucket[]; address: Bucket[] }

const allOf = ({ own, account, address }: LoginBuckets): Bucket[] => [...own, ...account, ...address]

function bucketsOf(
  { secrets, config, address, cookies }: OperationContext,
  email: string,
  account?: Account,
): LoginBuckets {
  const { limits } = config
  const key = emailKey(email)
  const network = networkOf(address)
  const device = knownDevice(secrets, cookies.knownDevice, account?.id)
  return {
    own: [bucketOf(secrets, limits.login, 'login', key, device ?? network)],
    // Strangers who fail on purpose fill this one; the owner's own browser is not held up by it (threat 18).
    account: device === null ? [bucketOf(secrets, limits.loginAccount, 'login account', key)] : [],
    address: [bucketOf(secrets, limits.loginAddress, 'login address', network)],
  }
}

/** A browser with a ticket has the ticket's five tries; they do not count against the account as well. */
async function reserve(context: OperationContext, account: Account | undefined, buckets: LoginBuckets): Promise<Tries> {
  const ticket = await reserveTry(context.db, context.cookies.recoveryTicket, account?.id)
  const counted = ticket ? buckets.address : allOf(buckets)
  try {
    await reserveAttempt(context.db, counted)
  } catch (error) {
    if (ticket) await releaseTry(context.db, ticket.id)
    throw error
  }
  return { counted, own: buckets.own, ticket }
}

/** The account's own password first; then, in a browser that asked for one, the temporary password. */
async function compare(
  { cookies }: OperationContext,
  work: PasswordWork,
  account: Account | undefined,
  password: string,
  ticket: TicketTry | null,
): Promise<Proof | null> {
  const isOwn = await work.verify(account?.password_hash, password)
  if (isOwn && account) return { account, ticket: null }
  // A ticket of another account or without tries left costs the same as one that is good.
  const isTemporary = cookies.recoveryTicket !== null && (await work.verify(ticket?.temporaryHash, password))
  return isTemporary && account ? { account, ticket } : null
}

async function forgive(context: OperationContext, tries: Tries, proof: Proof): Promise<void> {
  await releaseAttempt(
    context.db,
    tries.counted.filter((bucket) => !tries.own.includes(bucket)),
  )
  await clearAttempts(context.db, tries.own)
  if (tries.ticket && !proof.ticket) await releaseTry(context.db, tries.ticket.id)
}

async function takeBack(context: OperationContext, tries: Tries): Promise<void> {
  await releaseAttempt(context.db, tries.counted)
  if (tries.ticket) await releaseTry(context.db, tries.ticket.id)
}
