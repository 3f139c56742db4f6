import { type Kysely, sql } from 'kysely'
import type { Database } from './connect.ts'
import { allowSilence } from './silence.ts'

/** For work such as building an index: no time limits apply to its connection. */
export async function withoutTimeLimits<DB, T>(
  db: Kysely<DB>,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const run = async (connection: Kysely<DB>) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    )
    try {
      return await work(connection)
    } finally {
      // A lost connection has no settings to reset, and the caller should get the error of the loss.
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
      await sql`reset lock_timeout`.execute(connection).catch(() => {})
    }
  }
  return allowSilence(() => db.connection().execute(run))
}

/** PostgreSQL then stops sooner. Only the embedded database's user may do this. */
export async function checkpoint(db: Database): Promise<void> {
  await withoutTimeLimits(db, (connection) => sql`checkpoint`.execute(connection))
}
