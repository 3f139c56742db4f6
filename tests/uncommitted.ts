import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Queryable } from '#server/platform/database/connect.ts'

/**
 * Makes a change and starts a request before the change is committed. The commit follows when the request waits for the
 * change's lock, or has ended without waiting. Returns the request's result.
 */
export async function requestBeforeCommit<Result>(
  db: Database,
  change: (tx: Queryable) => Promise<unknown>,
  request: () => Promise<Result>,
): Promise<Result> {
  const tx = await db.startTransaction().execute()
  await change(tx)
  let hasEnded = false
  const result = request().finally(() => {
    hasEnded = true
  })
  result.catch(() => {})
  while (!hasEnded && (await countWaiting(db)) === 0) await wait(10)
  await tx.commit().execute()
  return result
}

/** Number of statements that wait for locks. Do not call it in a transaction, which keeps its first snapshot. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Resolves once that many statements wait for locks. */
export async function untilStatementsWait(db: Database, count: number): Promise<void> {
  await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(count)
}

/** Takes a lock, and holds it until the returned function is called. */
export async function holdLock(db: Database, lock: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute()
  await lock.execute(tx)
  return () => tx.commit().execute()
}
