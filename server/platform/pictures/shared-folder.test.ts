import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/platform/start-error.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { joinSharedFolder } from './shared-folder.ts'

let database: TestDatabase
let folder: string
const leaves: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await freshDatabase(2)
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-folders-'))
  await mkdir(path.join(folder, 'one'))
})

afterEach(async () => {
  for (const leave of leaves.splice(0)) await leave()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(name: string, renewMs?: number): Promise<() => Promise<void>> {
  const leave = await joinSharedFolder({
    connectionString: database.connectionString,
    folder: path.join(folder, name),
    log: pino({ level: 'silent' }),
    intervals: { lookAgainMs: 10, ...(renewMs !== undefined && { renewMs }) },
  })
  leaves.push(leave)
  return leave
}

/** Ends the connections that register instances, like `kill -9` of their processes. */
const cutOff = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'matnanum instance'`.execute(database.db)
const numbers = async (name: string) => (await readdir(path.join(folder, name, '.instances'))).toSorted()
const held = async () => {
  const { rows } = await sql<{ number: string }>`select objid::text as number from pg_locks
    where locktype = 'advisory' and objsubid = 2 and objid <> 0
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db)
  return rows.map(({ number }) => number).toSorted()
}

test('an instance with another folder does not start beside a running one, and says why', async () => {
  await start('one')
  const failure = await start('two').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(String(failure)).toMatch(
    /Another instance of this site is running and keeps its pictures in another folder than /,
  )
  expect(String(failure)).toContain(path.join(folder, 'two'))
  // A failed start does not keep others from starting.
  await start('one')
})

test('instances with one folder run beside each other and replace each other', async () => {
  let before = await start('one')
  for (let i = 0; i < 3; i++) {
    const next = await start('one')
    await before()
    before = next
  }
  expect(await numbers('one')).toEqual(await held())
  expect(await held()).toHaveLength(1)
})

test('a site that was moved or restored into a new folder starts', async () => {
  const leave = await start('one')
  await leave()
  await cp(path.join(folder, 'one'), path.join(folder, 'two'), { recursive: true })
  await start('two')
})

test('a copy of the folder of a running instance is another folder', async () => {
  await start('one', 20)
  // One name at a time: `cp` fails when a file disappears.
  const copied = await numbers('one')
  await mkdir(path.join(folder, 'copy/.instances'), { recursive: true })
  for (const number of copied) await writeFile(path.join(folder, 'copy/.instances', number), '')
  await expect.poll(async () => (await held()).filter((number) => copied.includes(number))).toEqual([])
  await expect(start('copy')).rejects.toThrow('another folder')
})

test('leftovers of a killed instance stop nobody from starting', async () => {
  await mkdir(path.join(folder, 'one', '.instances'))
  await start('one')
  await cp(path.join(folder, 'one'), path.join(folder, 'two'), { recursive: true })
  await leaves.pop()?.()
  await start('two')
  expect(await numbers('two')).toEqual(await held())
})

test('of two folders that start at the same time one is refused', async () => {
  for (let round = 0; round < 20; round++) {
    const outcomes = await Promise.allSettled([start('one'), start('two')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await leaves.pop()?.()
  }
})

test('an instance that lost its connection registers again', async () => {
  await start('one')
  const [before] = await held()
  await cutOff()
  await expect.poll(async () => (await held()).filter((number) => number !== before)).toHaveLength(1)
  await expect(start('two')).rejects.toThrow('another folder')
})
