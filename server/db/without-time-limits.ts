import { type Kysely, sql } from 'kysely'

/**
 * Runs `work` on one connection without the time limits of `connect`: building an index on many rows or waiting for
 * another instance may take longer.
 */
export async function withoutTimeLimits<DB, T>(
  db: Kysely<DB>,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
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
  })
}
