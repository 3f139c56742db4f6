import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/db/connect.ts'

/**
 * Makes a change and starts a request before the change is committed. The commit follows when the request waits for the
 * change's lock, or has ended without waiting. Returns the request's result.
 */
export async function beforeCommit<Result>(
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
  while (!hasEnded && !(await isSomebodyWaiting(db))) await wait(10)
  await tx.commit().execute()
  return result
}

async function isSomebodyWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
