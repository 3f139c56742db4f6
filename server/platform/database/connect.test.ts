import { EventEmitter, on, once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { toAppError } from '../errors.ts'
import { CHANGES_CHANNEL, listenForChanges } from './changes.ts'
import { connect, type Database } from './connect.ts'

// An unhandled error event would end the process; the test runner reports it as a failure of the run.

let administrator: TestDatabase
let db: Database
let pool: Pool

beforeEach(async () => {
  administrator = await freshDatabase(2)
  ;({ db, pool } = connect(administrator.connectionString, 2))
})

afterEach(async () => {
  await db.destroy()
  await administrator.drop()
})

test('a connection lost while idle is replaced', async () => {
  const pid = await backendOf(db)
  const noticed = noticedLoss()
  await terminate(pid)
  await noticed
  expect(await backendOf(db)).not.toBe(pid)
})

test('a query whose connection is lost is UNAVAILABLE, and the next one works', async () => {
  const running = codeOf(sql`select pg_sleep(60)`.execute(db))
  await expect.poll(() => terminateWhere('pg_sleep(60)')).toBe(1)
  expect(await running).toBe('UNAVAILABLE')
  expect(await backendOf(db)).toBeGreaterThan(0)
})

test('a connection that the server has given up is not used again before its end arrives', async () => {
  const target = new URL(administrator.connectionString)
  const socketFile = `${target.searchParams.get('host')}/.s.PGSQL.${target.searchParams.get('port')}`
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const server = createConnection(socketFile)
    client.pipe(server).pipe(client, { end: false })
    for (const socket of [client, server]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as { port: number }
  const user = target.searchParams.get('user')
  const { db } = connect(`postgres://${user}@127.0.0.1:${port}${target.pathname}?sslmode=disable`, 1)
  const running = codeOf(sql`select pg_sleep(60)`.execute(db))
  await expect.poll(() => terminateWhere('pg_sleep(60)')).toBe(1)
  expect(await running).toBe('UNAVAILABLE')
  expect(await backendOf(db)).toBeGreaterThan(0)
  await db.destroy()
  relay.close()
})

test('a transaction whose connection is lost between two statements is UNAVAILABLE, and the next one works', async () => {
  const lost = db.transaction().execute(async (tx) => {
    await terminate(await backendOf(tx))
    await backendOf(tx)
  })
  expect(await codeOf(lost)).toBe('UNAVAILABLE')
  expect(await db.transaction().execute(backendOf)).toBeGreaterThan(0)
})

test('a connection lost between two queries of its user is replaced', async () => {
  const noticed = noticedLoss()
  await db.connection().execute(async (connection) => terminate(await backendOf(connection)))
  await noticed
  expect(await backendOf(db)).toBeGreaterThan(0)
})

test('a listening connection is opened again and reports that changes may have been missed', async () => {
  const emitter = new EventEmitter()
  const changes = on(emitter, 'change')
  const stop = await listenForChanges(
    administrator.connectionString,
    { [CHANGES_CHANNEL]: (payload) => emitter.emit('change', payload) },
    pino({ level: 'silent' }),
  )
  expect((await changes.next()).value).toEqual([null])
  await expect.poll(() => terminateWhere(`listen ${CHANGES_CHANNEL}`)).toBe(1)
  expect((await changes.next()).value).toEqual([null])
  await sql`select pg_notify(${CHANGES_CHANNEL}, 'a post')`.execute(db)
  expect((await changes.next()).value).toEqual(['a post'])
  await stop()
})

test('a locked row is waited for no longer than a connection', async () => {
  await administrator.db.transaction().execute(async (tx) => {
    await sql`lock table posts in access exclusive mode`.execute(tx)
    const error = await db
      .selectFrom('posts')
      .select('id')
      .execute()
      .catch((failure: unknown) => failure)
    expect(error).toMatchObject({ message: 'canceling statement due to lock timeout' })
    expect(toAppError(error).code).toBe('UNAVAILABLE')
  })
})

async function backendOf(queryable: Pick<Database, 'getExecutor'>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queryable)
  return rows[0]?.pid ?? 0
}

/** Query in the moment before the pool notices a lost connection. */
function noticedLoss(): Promise<unknown> {
  return new Promise((resolve) => pool.once('remove', resolve))
}

/** Ends a connection on the server's side and waits until it is gone. */
async function terminate(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 5000)`.execute(administrator.db)
}

/** Ends the connections whose last statement contains the text, and returns how many there were. */
async function terminateWhere(text: string): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like ${`%${text}%`}`.execute(
    administrator.db,
  )
  return rows.length
}

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => toAppError(error).code,
  )
}
