import DataLoader from 'dataloader'
import { Kysely, type Logger, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { ConnectionTurns, currentNetwork, SEVERAL_NETWORKS } from './connection-turns.ts'
import { PreparingClient } from './prepared.ts'
import { currentReadSource, type ReadSource } from './read-source.ts'
import type { Tables } from './tables.gen.ts'
import { endWhenUnresponsive, recordTimeLimits } from './time-limits.ts'
import { outsideWaitLimit, takeConnection, WAIT_MS } from './wait-limit.ts'

export type Database = Kysely<Tables>
export type Queryable = Database | Transaction<Tables>

const INT8 = 20

/** Our ids and counts stay far below 2^53, so bigint columns are read as numbers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

type ServerChoice = Readonly<{ take(primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> }>

type Options = { replicas?: ServerChoice | undefined; log?: Logger | undefined; silenceMs?: number }

const queries = {
  Client: PreparingClient,
  types,
  connectionTimeoutMillis: WAIT_MS,
  idleTimeoutMillis: 60_000,
  statement_timeout: 10_000,
  lock_timeout: WAIT_MS,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'matnanum',
}

/**
 * Opens a pool. A query waits 2 s for a connection or a lock and runs 10 s at most, or 12 s without a response; then it
 * fails as UNAVAILABLE. `log` gets these failures. Queries within `replicas.read` may run on a replica.
 */
export function connect(
  connectionString: string,
  max: number,
  { replicas, log, silenceMs }: Options = {},
): { db: Database; pool: pg.Pool; turns: ConnectionTurns } {
  const pool = openPool({ ...queries, connectionString, max }, silenceMs)
  const turns = new ConnectionTurns(pool)
  const take = () => takeConnection(turns).then(recordTimeLimits)
  const source = {
    connect: () => (replicas ? replicas.take(take) : take()),
    end: () => pool.end(),
    options: pool.options,
  }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: source }), ...(log && { log }) }),
    pool,
    turns,
  }
}

/** Opens a pool of connections to a replica, which refuse writes. */
export function openReadPool(connectionString: string, max: number, config: pg.PoolConfig): pg.Pool {
  return openPool({
    ...queries,
    ...config,
    connectionString,
    max,
    connectionTimeoutMillis: 500,
    // Refuses writes if the address leads to a primary.
    onConnect: async (client) => {
      await client.query('set default_transaction_read_only = on')
      await config.onConnect?.(client)
    },
  })
}

/** Opens all connections that the pool may have, as far as that succeeds. */
export async function openAllConnections(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const result of opened) if (result.status === 'fulfilled') result.value.release()
}

/** Memoizes a value per database: tests have several databases in one process. */
export function perDatabase<Value>(make: (db: Database) => Value): (db: Database) => Value {
  const values = new WeakMap<Database, Value>()
  return (db) => {
    const value = values.get(db) ?? make(db)
    values.set(db, value)
    return value
  }
}

export async function hasTable<DB>(db: Kysely<DB>, name: string): Promise<boolean> {
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db)
  return rows.length > 0
}

const MOST_TOGETHER = 100

/**
 * Batches lookups of requests that arrive together into one statement. `find` returns a value for each, in their order.
 */
export function batchLookups<Asked, Value>(find: (db: Database, asked: readonly Asked[]) => Promise<Value[]>) {
  return perDatabase((db) => {
    const look = (all: readonly Lookup<Asked>[]) => {
      const asked = all.map((one) => one.asked)
      if (all.length === 1) return find(db, asked)
      const [first] = all
      const isOfOne = all.every(({ network }) => network === first?.network)
      return outsideWaitLimit(() => find(db, asked), isOfOne ? first?.network : SEVERAL_NETWORKS)
    }
    const options = { cache: false, maxBatchSize: MOST_TOGETHER, batchScheduleFn: setImmediate }
    // Lookups that only the primary may answer never join those that a replica may answer.
    const loaders = new Map<ReadSource | undefined, DataLoader<Lookup<Asked>, Value>>()
    const loader = () => {
      const source = currentReadSource()
      const found = loaders.get(source) ?? new DataLoader<Lookup<Asked>, Value>(look, options)
      loaders.set(source, found)
      return found
    }
    return { load: (asked: Asked) => loader().load({ asked, network: currentNetwork() }) }
  })
}

type Lookup<Asked> = Readonly<{ asked: Asked; network: string | undefined }>

// pg reports a lost connection to the running query and as an event, which ends the process without a listener; its
// pool listens only while a client is idle.
const ignore = (): void => {}

/** A vanished connection is noticed within 20 s instead of hours. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export function openPool(config: pg.PoolConfig, silenceMs?: number): pg.Pool {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...rest } = config
  const limits = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout }
  const pool = new pg.Pool({
    ...keepAlive,
    ...rest,
    onConnect: async (client) => {
      await setLimits(client, limits)
      await config.onConnect?.(client)
    },
  })
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    if (!(client instanceof pg.Client)) return
    releaseOnClosingError(client)
    endWhenUnresponsive(client, config, silenceMs)
  })
  return pool
}

/** Sets limits in milliseconds by statement: PgBouncer refuses them as connection parameters. */
async function setLimits(client: pg.ClientBase, limits: Record<string, unknown>): Promise<void> {
  const given = Object.entries(limits).filter(([, limit]) => typeof limit === 'number')
  if (given.length > 0) await client.query(given.map(([name, limit]) => `set ${name} = ${limit}`).join('; '))
}

/** Errors after which the server closes the connection: shutdown, crash, transaction idle or open too long. */
const CLOSING_ERRORS = /^(?:57P0|25P0[34])/

/** Removes the client at once, because the connection ends a moment after the error. */
function releaseOnClosingError(client: pg.Client): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (CLOSING_ERRORS.test(code ?? '')) client.end().catch(ignore)
  })
}

export function openClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...keepAlive, ...config })
  client.on('error', ignore)
  client.once('connect', () => endWhenUnresponsive(client, config))
  return client
}
