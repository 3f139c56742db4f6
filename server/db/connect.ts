import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { openPool } from './pool.ts'
import { PreparingClient } from './prepared.ts'
import type { Tables } from './tables.ts'
import { takeConnection, WAIT_MS } from './wait-budget.ts'

export type Database = Kysely<Tables>
/** The database or a transaction; the parameter of query functions. */
export type Queryable = Database | Transaction<Tables>

const INT8 = 20

/** Our ids and counts stay far below 2^53, so bigint columns are read as numbers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * Opens a pool. A request waits at most 2 s for connections; a query waits at most 2 s for a locked row or table and
 * runs at most 10 s. Beyond that, and when the connection is lost, it fails with an error that `toAppError` maps to
 * UNAVAILABLE. Ending `pool` or destroying `db` closes the same connections.
 */
export function connect(connectionString: string, max: number): { db: Database; pool: pg.Pool } {
  const pool = openPool({
    Client: PreparingClient,
    connectionString,
    max,
    types,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: 10_000,
    lock_timeout: WAIT_MS,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'matnanum',
  })
  const source = { connect: () => takeConnection(pool), end: () => pool.end(), options: pool.options }
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: source }) }), pool }
}
