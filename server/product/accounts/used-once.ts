import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { hashToken } from './sessions/sessions.ts'

/** Clocks of instances and of the database may differ by less than this. */
const KEPT_FOR_MS = 3_600_000

/** True for the first use of a signed text, which ends then (milliseconds); also of two at once only one is the first. */
export async function useOnce(db: Database, text: string, end: number): Promise<boolean> {
  const used = { challenge_hash: hashToken(text), expires_at: new Date(end + KEPT_FOR_MS) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

export async function purgeUsed(db: Database): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
}
