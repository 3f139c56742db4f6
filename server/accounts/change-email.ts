import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/** Remembers the address that was given up: for 72 h recovery mail keeps going there (decision D11). */
export async function keepFormerEmail(tx: Queryable, accountId: number, email: string): Promise<void> {
  await tx
    .insertInto('former_emails')
    .values({ account_id: accountId, email, ends_at: sql<Date>`now() + interval '72 hours'` })
    .execute()
}

/** Addresses given up less than 72 h ago, the oldest first. */
export async function formerEmails(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('former_emails')
    .select('email')
    .where('account_id', '=', accountId)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}

/** Forgets addresses whose 72 h are over. */
export async function purgeFormerEmails(db: Queryable): Promise<void> {
  await db.deleteFrom('former_emails').where('ends_at', '<=', sql<Date>`now()`).execute()
}

/**
 * Where recovery mail goes: the address the account had 72 h ago, however often it was changed since, so that a stolen
 * session cannot turn a new address into a new password.
 */
export async function recoveryAddress(db: Queryable, account: { id: number; email: string }): Promise<string> {
  const [oldest = account.email] = await formerEmails(db, account.id)
  return oldest
}
