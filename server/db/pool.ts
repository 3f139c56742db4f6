import pg from 'pg'

/**
 * pg reports a lost connection twice: to the running query, if any, and as an event of the client. The event ends the
 * process if nothing listens, and pg's own pool listens only while a client is idle. The user of the connection notices
 * the loss at the next query, so the event needs no handling.
 */
const ignore = (): void => {}

/** Detects a connection whose other end vanished within 20 s instead of hours. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A pool that survives the loss of any of its connections, idle or in use, and replaces them. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...keepAlive, ...config })
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    if (client instanceof pg.Client) endWhenGivenUp(client)
  })
  return pool
}

/** Errors after which the server closes the connection: a shutdown, a crash, a transaction idle or open too long. */
const GIVEN_UP = /^(?:57P0|25P0[34])/

/**
 * The end of the connection comes after the error that announces it, so without this the next user could be handed the
 * connection in between.
 */
function endWhenGivenUp(client: pg.Client): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (GIVEN_UP.test(code ?? '')) client.end().catch(ignore)
  })
}

/** A separate connection, not yet connected. When it is lost, its queries fail and it emits `end`. */
export function openClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...keepAlive, ...config })
  client.on('error', ignore)
  return client
}
