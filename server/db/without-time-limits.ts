import { type Kysely, sql } from 'kysely'

/**
 * Runs `work` on one connection without the time limits of `connect`: neither building an index on many rows nor waiting for
 * another instance ends with a page's patience.
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
      // A connection that was lost has no settings left to reset, and its loss is what the caller should hear of.
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
      await sql`reset lock_timeout`.execute(connection).catch(() => {})
    }
  })
}
