import { sql } from 'kysely'
import type { Queryable } from '../db/connect.ts'

/** The value of a key while the transaction that reserved it is running; never visible outside. */
const UNSETTLED = 0

/**
 * Reserves the key for the running transaction, or returns the id that it led to before. Waits for another running
 * transaction with the same key.
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

/** Stores the result of the reserved key; after the commit every repetition gets it. */
export async function settleKey(tx: Queryable, accountId: number, key: string, resultId: number): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result_id: resultId })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
}

/** Removes the keys of requests that are too old to be repeated. */
export async function purgeIdempotencyKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
