import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, openDatabase, type TestDatabase } from '#tests/database.ts'
import { CHANGES_CHANNEL, type Change, changesOf, listenForChanges } from './changes.ts'

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

const like = (postId: number): Change => ({ kind: 'like', postId })

test('a change is heard here at once, and by other processes soon, each once', async () => {
  const [here, there] = [vi.fn(), vi.fn()]
  changesOf(database.db).listen(here)
  changesOf(elsewhere.db).listen(there)
  const changes = Array.from({ length: 250 }, (_, index) => like(index))
  for (const change of changes) changesOf(database.db).announce(change)
  expect(here.mock.calls).toEqual(changes.map((change) => [change]))
  await expect.poll(() => there.mock.calls.length).toBe(changes.length)
  expect(there.mock.calls).toEqual(changes.map((change) => [change]))
  changesOf(elsewhere.db).announce({ kind: 'post', postId: 7 })
  await expect.poll(() => here.mock.calls.at(-1)).toEqual([{ kind: 'post', postId: 7 }])
  expect(here).toHaveBeenCalledTimes(changes.length + 1)
})

test('a notification that is lost or not ours counts as a change of anything', () => {
  const here = vi.fn()
  changesOf(database.db).listen(here)
  for (const payload of [null, 'hello', 'null']) changesOf(database.db).hear(payload)
  expect(here.mock.calls).toEqual([[null], [null], [null]])
})

test.each([null, '', '5', '"text"', '{}', '{"changes":1}'])(
  'a notification that is not ours (%s) only says that something may have changed',
  (payload) => {
    const { db } = openDatabase(database.connectionString)
    const heard: (Change | null)[] = []
    changesOf(db).listen((change) => void heard.push(change))
    changesOf(db).hear(payload)
    expect(heard).toEqual([null])
  },
)
