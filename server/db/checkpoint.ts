import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { withoutTimeLimits } from './without-time-limits.ts'

/**
 * Makes PostgreSQL write to disk what it holds in memory, so that it need not do so when it is stopped soon afterwards.
 * The user of the embedded database may do this; others need the role pg_checkpoint.
 */
export async function checkpoint(db: Database): Promise<void> {
  await withoutTimeLimits(db, (connection) => sql`checkpoint`.execute(connection))
}
