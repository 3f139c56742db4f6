import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import pg from 'pg'

/** PostgreSQL ends a statement of a request after 10 s and says so: by now it never will. */
const SILENCE_MS = 12_000

/** Time to close its end after we have closed ours. */
const CLOSING_MS = 1000

const unlimited = new AsyncLocalStorage<boolean>()

/** Connections without a time limit, on which a long silence may be work. */
const patient = new WeakSet<pg.ClientBase>()

/** Connections that `work` takes may run statements of any length. */
export function allowSilence<T>(work: () => T): T {
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
