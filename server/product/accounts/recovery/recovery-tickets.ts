import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { meetsPasswordRules, recoveryLimits } from '#rules/account.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { NO_ACCOUNT_ID } from '../find-account.ts'
import { hashToken, newToken } from '../sessions/sessions.ts'

const isUsable = sql<boolean>`tries < ${recoveryLimits.tries} and expires_at > now()`

/** Stores a temporary password in place of the account's former one, and returns the token of the browser that asked. */
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

/** A temporary password that is still valid; `isRight` if the whole of it was entered, not only its visible part. */
export type Ticket = Readonly<{ tokenHash: Buffer; temporaryHash: string; isRight: boolean }>

/** Finds the account's ticket if `given` starts with its visible part: other passwords use up no attempts. */
export async function findTicketByPassword(
  db: Queryable,
  secrets: Secrets,
  accountId: number | undefined,
  given: string,
): Promise<Ticket | null> {
  const row = await db
    .selectFrom('recovery_tickets')
    .select(['token_hash', 'temporary_hash', 'temporary_sealed'])
    .where('account_id', '=', accountId ?? NO_ACCOUNT_ID)
    .where(isUsable)
    .executeTakeFirst()
  const sealed = row?.temporary_sealed ?? secrets.seal(given, 'temporary password')
  const temporary = secrets.open(sealed, 'temporary password')
  const isMeant = isSame(temporary.slice(0, VISIBLE_LENGTH), given.slice(0, VISIBLE_LENGTH))
  const isRight = isSame(temporary, given)
  return row && isMeant ? { tokenHash: row.token_hash, temporaryHash: row.temporary_hash, isRight } : null
}

/** Finds the ticket of a half login, which has sent its right password; null once it is used, replaced or too old. */
export async function findTicket(db: Queryable, accountId: number, tokenHash: Buffer): Promise<Ticket | null> {
  const row = await db
    .selectFrom('recovery_tickets')
    .select('temporary_hash')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ? { tokenHash, temporaryHash: row.temporary_hash, isRight: true } : null
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b))
}

/** Counts an attempt before it is made; false if no attempt is left, or the ticket was used or replaced. */
export async function reserveTicketAttempt(db: Queryable, { tokenHash }: Ticket): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_tickets')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', tokenHash)
    .where(isUsable)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes back the attempt after a login with the account's own password, or an error of the server. */
export async function releaseTicketAttempt(db: Queryable, { tokenHash }: Ticket): Promise<void> {
  await db
    .updateTable('recovery_tickets')
    .set({ tries: sql<number>`tries - 1` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function consumeTicket(tx: Queryable, { tokenHash }: Ticket): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_tickets')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Loads the names of the tickets that can still be used, so that mails of others are not sent. */
export async function loadLiveTicketNames(db: Queryable): Promise<Set<string>> {
  const rows = await db.selectFrom('recovery_tickets').select('token_hash').where(isUsable).execute()
  return new Set(rows.map(({ token_hash }) => ticketName(token_hash)))
}

function ticketName(tokenHash: Buffer): string {
  return hashToken(tokenHash.toString('hex')).toString('hex').slice(0, 32)
}

/** Counts the mail and returns its content; 'spent' after too many mails, null without a live ticket. */
export async function reserveRecoveryMail(
  tx: Queryable,
  secrets: Secrets,
  token: string,
): Promise<{ accountId: number; password: string; name: string } | 'spent' | null> {
  // A change of password locks in the same order; otherwise the two could deadlock.
  await tx
    .selectFrom('accounts')
    .innerJoin('recovery_tickets', 'recovery_tickets.account_id', 'accounts.id')
    .select('accounts.id')
    .where('token_hash', '=', hashToken(token))
    .forKeyShare('accounts')
    .execute()
  const ticket = await tx
    .selectFrom('recovery_tickets')
    .select(['id', 'account_id', 'token_hash', 'temporary_sealed', 'mails'])
    .where('token_hash', '=', hashToken(token))
    .where(isUsable)
    .forUpdate()
    .executeTakeFirst()
  if (!ticket) return null
  if (ticket.mails >= recoveryLimits.mails) return 'spent'
  await tx
    .updateTable('recovery_tickets')
    .set({ mails: ticket.mails + 1 })
    .where('id', '=', ticket.id)
    .execute()
  return {
    accountId: ticket.account_id,
    password: secrets.open(ticket.temporary_sealed, 'temporary password'),
    name: ticketName(ticket.token_hash),
  }
}

export async function purgeExpiredTickets(db: Queryable): Promise<void> {
  await db.deleteFrom('recovery_tickets').where('expires_at', '<=', sql<Date>`now()`).execute()
}

const VISIBLE_LENGTH = 11
const HIDDEN_LENGTH = 4
/** No characters that are easily confused, and no asterisk, which stands for a hidden one. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%^+=-'

export function makeTemporaryPassword(): string {
  for (;;) {
    const password = Array.from(
      { length: VISIBLE_LENGTH + HIDDEN_LENGTH },
      () => LETTERS[randomInt(LETTERS.length)],
    ).join('')
    if (meetsPasswordRules(password.slice(0, VISIBLE_LENGTH))) return password
  }
}

export function maskTemporaryPassword(password: string): string {
  return password.slice(0, VISIBLE_LENGTH) + '*'.repeat(HIDDEN_LENGTH)
}
