import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import type { Account } from './find-account.ts'
import { type LoginLink, recordLinkUse } from './providers/linked-logins.ts'
import { consumeTicket, type Ticket } from './recovery/recovery-tickets.ts'
import { closeSession, openSession } from './sessions/sessions.ts'

/** Proof of the first step of a login: the right password, with the ticket of a temporary one, or a login at a provider. */
export type FirstStepProof = Readonly<{
  account: Account
  ticket: Ticket | null
  persistent: boolean
  link: LoginLink | null
}>

/**
 * Opens a session instead of the browser's former one and returns its token; null if the password was changed, the ticket used,
 * the link ended, or all sessions were ended by an admin meanwhile. `secondStep` runs while the account is locked; it returns
 * true once a code was right, and false if none is needed.
 */
export async function openProvenSession(
  tx: Queryable,
  context: OperationContext,
  { account, ticket, persistent, link }: FirstStepProof,
  secondStep: () => Promise<boolean>,
): Promise<string | null> {
  const isGood = link
    ? await isStillLinked(tx, account, link)
    : await (ticket ? useTicket(tx, account, ticket) : isPasswordUnchanged(tx, account))
  if (!isGood) return null
  const twoStep = await secondStep()
  if (context.session) await closeSession(tx, context.session.id)
  return openSession(tx, {
    accountId: account.id,
    persistent,
    userAgent: context.userAgent,
    temporaryHash: ticket?.temporaryHash ?? null,
    twoStep,
    byProvider: link?.provider ?? null,
  })
}

async function isStillLinked(tx: Queryable, account: Account, link: LoginLink): Promise<boolean> {
  const locked = await asProven(tx, account).forShare().executeTakeFirst()
  return locked !== undefined && recordLinkUse(tx, link)
}

async function useTicket(tx: Queryable, account: Account, ticket: Ticket): Promise<boolean> {
  // A change of password locks in the same order; otherwise the two could deadlock.
  const locked = await asProven(tx, account).forUpdate().executeTakeFirst()
  if (!locked || !(await consumeTicket(tx, ticket))) return false
  await tx.updateTable('accounts').set({ password_hash: null }).where('id', '=', account.id).execute()
  return true
}

/** The password may have been changed meanwhile; a session opened with the old one must not remain. */
async function isPasswordUnchanged(tx: Queryable, account: Account): Promise<boolean> {
  const row = await asProven(tx, account)
    .where('password_hash', '=', account.password_hash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Query of the account's row; none if an admin has ended all its sessions since it was read. */
function asProven(tx: Queryable, { id, sign_outs }: Account) {
  return tx.selectFrom('accounts').select('id').where('id', '=', id).where('sign_outs', '=', sign_outs)
}
