import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/** What a key points at while the transaction that reserved it is still running; nobody else ever sees it. */
const UNSETTLED = 0

/**
 * Reserves the key for the running transaction, or returns the id that it led to before. While another transaction with
 * the same key is running, this waits for its end.
 */
export async function reserveKey(tx: Queryable, accountId: number, key: string): Promise<number | null> {
  const reserved = await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, result_id: UNSETTLED })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (reserved.numInsertedOrUpdatedRows === 1n) return null
  const before = await tx
    .selectFrom('idempotency_keys')
    .select('result_id')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return before.result_id
}

/** Says what the reserved key led to; from the commit on, every repetition gets that. */
export async function settleKey(tx: Queryable, accountId: number, key: string, resultId: number): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result_id: resultId })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
}

/** Forgets the keys of requests that nobody repeats any more. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
