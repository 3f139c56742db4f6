import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { hashToken } from './sessions/sessions.ts'

/** Milliseconds that a use is kept after the text has expired: clocks of instances and of the database differ by less. */
const KEPT_FOR_MS = 3_600_000

/** Returns true for the first use of a signed text, also of two uses at once. @param end when it expires, in milliseconds */
export async function consumeOnce(db: Database, text: string, end: number): Promise<boolean> {
  const used = { challenge_hash: hashToken(text), expires_at: new Date(end + KEPT_FOR_MS) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

export async function purgeExpiredChallenges(db: Database): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
}
