import pg from 'pg'

/**
 * pg reports a lost connection twice: to the query that was running, if one was, and as an event of the client. The event
 * ends the process when nobody listens, and pg's own pool listens only while a client lies idle in it. Whoever uses the
 * connection hears of the loss by their next query, so the event needs no answer.
 */
const ignore = (): void => {}

/** Finds a connection whose other end vanished without a word within 20 s instead of hours. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A pool that outlives the loss of any of its connections, idle or in use, and replaces them. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...keepAlive, ...config })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** A connection of its own, not yet connected. When it is lost its queries fail, and it emits `end`. */
export function openClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...keepAlive, ...config })
  client.on('error', ignore)
  return client
}
