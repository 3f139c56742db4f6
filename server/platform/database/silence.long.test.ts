import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { type DatabaseProxy, startProxy } from '#tests/faults/database-proxy.ts'
import { toAppError } from '../errors.ts'
import { connect, type Database, openClient, openPool } from './connect.ts'
import { openReplicas } from './replicas.ts'
import { withoutTimeLimits } from './time-limits.ts'

const SILENCE_MS = 300

let database: TestDatabase
let proxy: DatabaseProxy
let db: Database

beforeAll(async () => {
  database = await freshDatabase(2)
  proxy = await startProxy(database.connectionString)
})

afterAll(async () => {
  await proxy.close()
  await database.drop()
})

beforeEach(() => {
  ;({ db } = connect(proxy.connectionString, 2, { silenceMs: SILENCE_MS }))
})

afterEach(async () => {
  proxy.thaw()
  await db.destroy()
})

const one = sql<{ one: number }>`select 1 as one`
const longer = sql`select pg_sleep(${(3 * SILENCE_MS) / 1000})`

test('a query whose server keeps the connection but never answers is UNAVAILABLE, and works when it answers again', async () => {
  await one.execute(db)
  proxy.freeze()
  expect(await codeOf(one.execute(db))).toBe('UNAVAILABLE')
  proxy.thaw()
  expect((await one.execute(db)).rows).toEqual([{ one: 1 }])
})

test('so is a transaction that is open already, and nothing of it is stored', async () => {
  const writing = db.transaction().execute(async (tx) => {
    await sql`insert into secret_check (value) values ('\\x00')`.execute(tx)
    proxy.freeze()
    await sql`insert into secret_check (value) values ('\\x01')`.execute(tx)
  })
  expect(await codeOf(writing)).toBe('UNAVAILABLE')
  proxy.thaw()
  expect((await sql`select from secret_check`.execute(db)).rows).toEqual([])
})

test('a connection that nobody uses is not ended', async () => {
  const backend = sql`select pg_backend_pid()`
  const { rows } = await backend.execute(db)
  await wait(2 * SILENCE_MS)
  expect((await backend.execute(db)).rows).toEqual(rows)
})

test('work without time limits may say nothing for long while the server answers others, and fails when it does not', async () => {
  await withoutTimeLimits(db, (connection) => longer.execute(connection))
  expect(await codeOf(longer.execute(db))).toBe('UNAVAILABLE')
  const stuck = withoutTimeLimits(db, async (connection) => {
    proxy.freeze()
    await longer.execute(connection)
  })
  expect(await codeOf(stuck)).toBe('UNAVAILABLE')
})

test('jobs and backups, which have no limits, too', async () => {
  const pool = openPool({ connectionString: proxy.connectionString, max: 1 }, SILENCE_MS)
  await pool.query('select pg_sleep($1)', [(3 * SILENCE_MS) / 1000])
  proxy.freeze()
  expect(await codeOf(pool.query('select 1'))).toBe('UNAVAILABLE')
  await pool.end()
})

test('a connection can be closed while the server says nothing', { timeout: 8000 }, async () => {
  const client = openClient({ connectionString: proxy.connectionString })
  await client.connect()
  proxy.freeze()
  await client.end()
})

test('a replica that says nothing is left out, and the others are read from meanwhile', async () => {
  const log = pino({ level: 'silent' })
  const urls = [proxy.connectionString, database.connectionString]
  const replicas = openReplicas({ primary: database.connectionString, urls, connections: 1, log })
  const { db } = connect(database.connectionString, 1, { replicas })
  const source = async () => {
    const { rows } = await replicas.read(() => sql`show default_transaction_read_only`.execute(db))
    return rows
  }
  const used = () => replicas.states().map(({ isUsed }) => isUsed)
  await expect.poll(used).toEqual([true, true])
  proxy.freeze()
  await expect.poll(used, { timeout: 8000 }).toEqual([false, true])
  for (let times = 0; times < 10; times++) {
    expect(await source()).toEqual([{ default_transaction_read_only: 'on' }])
    await wait(100)
  }
  proxy.thaw()
  await expect.poll(used).toEqual([true, true])
  await db.destroy()
  await replicas.close()
})

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => toAppError(error).code,
  )
}
