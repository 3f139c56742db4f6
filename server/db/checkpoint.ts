import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { withoutTimeLimits } from './without-time-limits.ts'

/** PostgreSQL then stops sooner. Only the embedded database's user may do this. */
export async function checkpoint(db: Database): Promise<void> {
  await withoutTimeLimits(db, (connection) => sql`checkpoint`.execute(connection))
}
