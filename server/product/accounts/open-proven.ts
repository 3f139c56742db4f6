import type { LoginProvider } from '#rules/provider-login.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import type { Account } from './find-account.ts'
import { useLink } from './providers/linked-logins.ts'
import { consumeTicket, type Ticket } from './recovery/recovery-tickets.ts'
import { closeSession, openSession } from './sessions/sessions.ts'

/** Proof of the first step: the right password, with the ticket of a temporary one, or a login at a provider. */
export type Proof = Readonly<{
  account: Account
  ticket: Ticket | null
  persistent: boolean
  provider: LoginProvider | null
}>

/**
 * Opens a session instead of the browser's former one and returns its token; null if the password was changed or the ticket
 * used meanwhile. `secondStep` runs while the account is locked, and returns whether there was one.
 */
export async function openProven(
  tx: Queryable,
  context: OperationContext,
  { account, ticket, persistent, provider }: Proof,
  secondStep: () => Promise<boolean>,
): Promise<string | null> {
  const isGood = provider
    ? await isStillLinked(tx, account.id, provider)
    : await (ticket ? useTicket(tx, account.id, ticket) : isPasswordUnchanged(tx, account))
  if (!isGood) return null
  const twoStep = await secondStep()
  if (context.session) await closeSession(tx, context.session.id)
  return openSession(tx, {
    accountId: account.id,
    persistent,
    userAgent: context.userAgent,
    temporaryHash: ticket?.temporaryHash ?? null,
    twoStep,
    byProvider: provider,
  })
}

async function isStillLinked(tx: Queryable, accountId: number, provider: LoginProvider): Promise<boolean> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forShare().execute()
  return useLink(tx, accountId, provider)
}

async function useTicket(tx: Queryable, accountId: number, ticket: Ticket): Promise<boolean> {
  // A change of password locks in the same order; otherwise the two could deadlock.
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  if (!(await consumeTicket(tx, ticket))) return false
  await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', accountId).execute()
  return true
}

/** The password may have been changed meanwhile; a session opened with the old one must not remain. */
async function isPasswordUnchanged(tx: Queryable, account: Account): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
