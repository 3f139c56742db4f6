import type { QueryLoginArgs, User } from '#contract/schema.gen.ts'
import { loginSchema } from '#rules/account.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError, checkInput } from '../errors.ts'
import { issueDevice } from './device.ts'
import { type Proof, proveIdentity } from './prove-identity.ts'
import { consumeTicket, type Ticket } from './recovery-tickets.ts'
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

/** A temporary password works once, and the old password stops working. */
async function useTicket(tx: Queryable, accountId: number, ticket: Ticket): Promise<boolean> {
  // A change of password locks in the same order; otherwise the two could deadlock.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  if (!(await consumeTicket(tx, ticket))) return false
  await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', accountId).execute()
  return true
}

/** If the password changes at this moment, no session opened with the old one may remain. */
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
