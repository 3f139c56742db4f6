import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { isPassword, recoveryLimits } from '#rules/account.ts'
import type { Queryable } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'
import { hashToken, newToken } from './sessions.ts'

const VISIBLE = 11
const HIDDEN = 4
/** Nothing that is easily taken for something else, and no asterisk, which stands for what is hidden. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%^+=-'

/** 15 characters, the first 11 of which satisfy the password rule already. */
export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from({ length: VISIBLE + HIDDEN }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    if (isPassword(password.slice(0, VISIBLE))) return password
  }
}

/** As it is shown: the last four characters as asterisks (specification, section 2). */
export function maskTemporaryPassword(password: string): string {
  return password.slice(0, VISIBLE) + '*'.repeat(HIDDEN)
}

/** Replaces the account's ticket and returns the token that ties a browser to it. */
export async function issueTicket(
  tx: Queryable,
  secrets: Secrets,
  { accountId, password, hash }: { accountId: number; password: string; hash: string },
): Promise<string> {
  const token = newToken()
  const ticket = {
    token_hash: hashToken(token),
    temporary_hash: hash,
    temporary_sealed: secrets.seal(password, 'temporary password'),
    tries: 0,
    mails: 0,
    expires_at: sql<Date>`now() + ${recoveryLimits.minutes} * interval '1 minute'`,
  }
  await tx
    .insertInto('recovery_tickets')
    .values({ account_id: accountId, ...ticket })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(ticket))
    .execute()
  return token
}

export type TicketTry = Readonly<{ id: number; temporaryHash: string }>

/** Counts a try before it is made; null when the browser has no ticket of that account, or none with tries left. */
export async function reserveTry(
  db: Queryable,
  token: string | null,
  accountId: number | undefined,
): Promise<TicketTry | null> {
  if (token === null) return null
  const row = await db
    .updateTable('recovery_tickets')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', hashToken(token))
    .where('account_id', '=', accountId ?? 0)
    .where('tries', '<', recoveryLimits.tries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'temporary_hash'])
    .executeTakeFirst()
  return row ? { id: row.id, temporaryHash: row.temporary_hash } : null
}

/** Takes a try back that was not one: the account's own password was right, or something of ours broke. */
export async function releaseTry(db: Queryable, id: number): Promise<void> {
  await db.updateTable('recovery_tickets').set({ tries: sql<number>`tries - 1` }).where('id', '=', id).execute()
}

/** Uses the ticket up. Of parallel calls one gets true (threat 25). */
export async function consumeTicket(tx: Queryable, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('recovery_tickets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** What may be mailed, having counted the mail; 'spent' when enough were sent, null without a live ticket. */
export async function takeMail(
  tx: Queryable,
  secrets: Secrets,
  token: string,
): Promise<{ accountId: number; password: string } | 'spent' | null> {
  const ticket = await tx
    .selectFrom('recovery_tickets')
    .select(['id', 'account_id', 'temporary_sealed', 'mails'])
    .where('token_hash', '=', hashToken(token))
    .where('tries', '<', recoveryLimits.tries)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!ticket) return null
  if (ticket.mails >= recoveryLimits.mails) return 'spent'
  await tx
    .updateTable('recovery_tickets')
    .set({ mails: ticket.mails + 1 })
    .where('id', '=', ticket.id)
    .execute()
  return { accountId: ticket.account_id, password: secrets.open(ticket.temporary_sealed, 'temporary password') }
}

/** Removes tickets whose half hour is over, and with them the temporary passwords. */
export async function purgeTickets(db: Queryable): Promise<void> {
  await db.deleteFrom('recovery_tickets').where('expires_at', '<=', sql<Date>`now()`).execute()
}
