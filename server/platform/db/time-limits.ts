import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/** PostgreSQL ends a statement of a request after 10 s and says so: by now it never will. */
const SILENCE_MS = 12_000

/** Time to close its end after we have closed ours. */
const CLOSING_MS = 1000

const unlimited = new AsyncLocalStorage<boolean>()

/** Connections without a time limit, on which a long silence may be work. */
const patient = new WeakSet<pg.ClientBase>()

/** Connections that `work` takes may run statements of any length. */
function allowSilence<T>(work: () => T): T {
  return unlimited.run(true, work)
}

/** Says whether the work that has just taken a connection has time limits. */
export function noteTimeLimits<Connection extends pg.ClientBase>(connection: Connection): Connection {
  if (unlimited.getStore()) patient.add(connection)
  else patient.delete(connection)
  return connection
}

/**
 * Ends an open connection whose server has not answered for so long, though nothing has closed it; its queries then fail. Without
 * a time limit it is ended only if the server does not answer a new connection either.
 */
export function endWhenSilent(client: pg.Client, config: pg.ClientConfig, silenceMs = SILENCE_MS): void {
  if (config.statement_timeout === undefined) patient.add(client)
  const stream = client.connection.stream as Socket
  stream.setTimeout(silenceMs)
  stream.once('finish', () => stream.setTimeout(CLOSING_MS))
  stream.on('timeout', async () => {
    const { readyForQuery } = client as pg.Client & { readyForQuery: boolean }
    if (readyForQuery && !stream.writableEnded) return
    if (!stream.writableEnded && patient.has(client) && (await answers(config, silenceMs))) stream.setTimeout(silenceMs)
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
    // It has no free connection, or is just starting.
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => {})
  }
}

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
export async function checkpoint<DB>(db: Kysely<DB>): Promise<void> {
  await withoutTimeLimits(db, (connection) => sql`checkpoint`.execute(connection))
}
