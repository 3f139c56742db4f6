import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, openDatabase, type TestDatabase } from '#tests/database.ts'
import { CHANGES_CHANNEL, changesOf, listenForChanges } from './changes.ts'

let database: TestDatabase
let elsewhere: TestDatabase
let stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
  elsewhere = openDatabase(database.connectionString)
  stops = await Promise.all([database, elsewhere].map(listen))
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await elsewhere.drop()
  await database.drop()
})

function listen({ db, connectionString }: TestDatabase) {
  const listeners = { [CHANGES_CHANNEL]: (payload: string | null) => changesOf(db).hear(payload) }
  return listenForChanges(connectionString, listeners, pino({ level: 'silent' }))
}

/** How often something of these names has changed, as this process knows. */
const changesIn = ({ db }: TestDatabase) => changesOf(db).log.sequence
const lastOf = ({ db }: TestDatabase, name: string) => changesOf(db).log.lastOf([name]).sequence

test('a change is known here at once, and in other processes soon, each once', async () => {
  const [here, there] = [changesIn(database), changesIn(elsewhere)]
  for (let id = 0; id < 2500; id++)
    changesOf(database.db).announce([String(id), 'a name of some length beside the number'])
  expect(changesIn(database)).toBe(here + 2500)
  expect(lastOf(database, '2499')).toBe(here + 2500)
  await expect.poll(() => changesIn(elsewhere)).toBe(there + 2500)
  expect([lastOf(elsewhere, '0'), lastOf(elsewhere, '2499')]).toEqual([there + 1, there + 2500])
  changesOf(elsewhere.db).announce(['7'])
  await expect.poll(() => lastOf(database, '7')).toBe(here + 2501)
  expect(changesIn(database)).toBe(here + 2501)
})

test('a change with more names than a notification can carry counts as a change of anything', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `a long name ${index}`)
  const before = changesIn(elsewhere)
  changesOf(database.db).announce(names)
  await expect.poll(() => lastOf(elsewhere, 'another name')).toBe(before + 1)
})

test('a change is told until the database has it', async () => {
  const other = openDatabase(database.connectionString)
  const transaction = vi.spyOn(other.db, 'getExecutor').mockImplementationOnce(() => {
    throw new Error('away')
  })
  const before = changesIn(elsewhere)
  changesOf(other.db).announce(['told late'])
  await expect.poll(() => transaction.mock.calls.length).toBeGreaterThan(0)
  expect(changesIn(elsewhere)).toBe(before)
  await expect.poll(() => lastOf(elsewhere, 'told late'), { timeout: 5000 }).toBe(before + 1)
  await other.drop()
})

test.each([null, '', '5', '"text"', '{}', '{"changes":1}', '{"from":"a","changes":[{"kind":"like"}]}'])(
  'a notification that is not ours (%s) only says that anything may have changed',
  (payload) => {
    const { db } = openDatabase(database.connectionString)
    changesOf(db).hear(payload)
    expect(changesOf(db).log.lastOf(['any name']).sequence).toBe(1)
  },
)

test('once the connection is lost nothing is heard until there is another, and what was known counts as changed', async () => {
  const { db, connectionString } = openDatabase(database.connectionString)
  const states: boolean[] = []
  const listeners = { [CHANGES_CHANNEL]: (payload: string | null) => changesOf(db).hear(payload) }
  const stop = await listenForChanges(connectionString, listeners, pino({ level: 'silent' }), (isListening) => {
    states.push(isListening)
    changesOf(db).setListening(isListening)
  })
  expect(changesOf(db).isListening).toBe(true)
  const { sequence } = changesOf(db).log
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'matnanum%' and query like 'listen%' or query = 'select'`.execute(database.db)
  await expect.poll(() => states).toContain(false)
  expect(changesOf(db).log.lastOf(['any name']).sequence).toBeGreaterThan(sequence)
  await expect.poll(() => changesOf(db).isListening, { timeout: 5000 }).toBe(true)
  await stop()
})
