import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/**
 * Milliseconds without a response after which a connection is ended. Longer than the 10 s after which PostgreSQL itself
 * ends a request's statement and says so.
 */
const SILENCE_MS = 12_000

/** Milliseconds for the server to close its end. */
const CLOSING_MS = 1000

const unlimited = new AsyncLocalStorage<boolean>()

const withoutLimits = new WeakSet<pg.ClientBase>()

function markWithoutLimits<T>(work: () => T): T {
  return unlimited.run(true, work)
}

/** Records whether the work that takes a connection has time limits. */
export function recordTimeLimits<Connection extends pg.ClientBase>(connection: Connection): Connection {
  if (unlimited.getStore()) withoutLimits.add(connection)
  else withoutLimits.delete(connection)
  return connection
}

/**
 * Ends an open connection that the server has not answered for `silenceMs`; its queries then fail. A connection without
 * a time limit is ended only if the server answers no new connection either.
 */
export function endWhenUnresponsive(client: pg.Client, config: pg.ClientConfig, silenceMs = SILENCE_MS): void {
  if (config.statement_timeout === undefined) withoutLimits.add(client)
  const stream = client.connection.stream as Socket
  stream.setTimeout(silenceMs)
  stream.once('finish', () => stream.setTimeout(CLOSING_MS))
  stream.on('timeout', async () => {
    const { readyForQuery } = client as pg.Client & { readyForQuery: boolean }
    if (readyForQuery && !stream.writableEnded) return
    if (!stream.writableEnded && withoutLimits.has(client) && (await answers(config, silenceMs)))
      stream.setTimeout(silenceMs)
    else stream.destroy()
  })
}

async function answers({ connectionString }: pg.ClientConfig, ms: number): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ms, query_timeout: ms })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => {})
  }
}

/** Runs long work, such as building an index, on a connection without time limits. */
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
      // A lost connection has no settings to reset; the caller should get the original error.
      await sql`reset statement_timeout`.execute(connection).catch(() => {})
      await sql`reset lock_timeout`.execute(connection).catch(() => {})
    }
  }
  return markWithoutLimits(() => db.connection().execute(run))
}

/** Runs a checkpoint, so that PostgreSQL stops faster afterwards. Only the embedded database's user may run it. */
export async function runCheckpoint<DB>(db: Kysely<DB>): Promise<void> {
  await withoutTimeLimits(db, (connection) => sql`checkpoint`.execute(connection))
}
