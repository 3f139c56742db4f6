import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from './embedded/cluster.ts'
import { type EmbeddedDatabase, LIVE_COPY_WARNING, startEmbeddedDatabase } from './embedded.ts'

type Options = Parameters<typeof startEmbeddedDatabase>[0]

const log = pino({ level: 'silent' })
const hasProc = process.platform === 'linux'
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) await cleanUp()
})

test('a stopped database leaves no process, socket or lock, and keeps what was committed', async () => {
  const dataDir = await newFolder()
  const first = await start(dataDir)
  await query(first, 'create table notes as select 1 as n')
  const pid = await postmasterPid(dataDir)
  await first.stop()

  expect(isAlive(pid)).toBe(false)
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log'])
  expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  const second = await start(dataDir)
  expect(await query(second, 'select n from notes')).toEqual([{ n: 1 }])
})

test('the database writes to disk at every commit, opens no port and sorts Korean', async () => {
  const database = await start(await newFolder(), { durable: true })
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding']
  const rows = await query(database, `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`)
  expect(rows).toEqual([
    { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', listen_addresses: '', server_encoding: 'UTF8' },
  ])
  expect(await query(database, `select '가' < '나' collate "ko-x-icu" as sorted`)).toEqual([{ sorted: true }])
})

test('only the user of the database may enter the folder of its socket, or open the socket', async () => {
  const dataDir = await newFolder()
  const socketDir = path.join(dataDir, 'socket')
  await mkdir(socketDir)
  await chmod(socketDir, 0o777)
  await start(dataDir)
  const modes = [socketDir, path.join(socketDir, '.s.PGSQL.5432')].map(async (file) => (await stat(file)).mode & 0o777)
  expect(await Promise.all(modes)).toEqual([0o700, 0o700])
})

/** Makers of foreign folders and files in place of the socket's folder; only root can give a folder to another user. */
const foreign: [string, (socketDir: string) => Promise<void>][] = [
  ['a link to another folder', async (socketDir) => symlink(await newFolder(), socketDir)],
  ['a file', (socketDir) => writeFile(socketDir, '')],
]
if (process.getuid?.() === 0)
  foreign.push([
    'a folder of another user',
    (socketDir) => mkdir(socketDir).then(() => chown(socketDir, 54_321, 54_321)),
  ])

test.each(foreign)('a start is refused with a sentence where the folder of the socket is %s', async (_, make) => {
  const dataDir = await newFolder()
  await make(path.join(dataDir, 'socket'))
  await expect(start(dataDir)).rejects.toThrow('belongs to another user')
})

test('the log of the database stays short and keeps its last lines', async () => {
  const dataDir = await newFolder()
  const database = await start(dataDir)
  const megabyte = 1024 * 1024
  for (let round = 0; round < 6; round++) {
    await query(database, `do $$ begin raise warning '%', repeat('x', ${megabyte}); end $$`)
  }
  await query(database, `do $$ begin raise warning 'the last words'; end $$`)
  const files = ['postgres.log', 'postgres.log.old'].map((name) => path.join(dataDir, name))
  const sizes = () => Promise.all(files.map(async (file) => (await stat(file).catch(() => ({ size: 0 }))).size))
  await expect.poll(async () => Math.max(...(await sizes()))).toBeLessThanOrEqual(megabyte)
  const said = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  expect(said.join('')).toContain('the last words')
  await query(database, `do $$ begin raise warning 'and more'; end $$`)
  await expect.poll(() => readFile(files[0] ?? '', 'utf8')).toContain('and more')
  expect((await stat(files[0] ?? '')).size).toBeLessThanOrEqual(megabyte)
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log', 'postgres.log.old', 'socket'])
})

test('a second application on the same folder is told which one uses it, and does no harm', async () => {
  const dataDir = await newFolder()
  const first = await start(dataDir)
  await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow(
    `Another application (process ${process.pid}) uses the data folder ${dataDir}`,
  )
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the database ends with its application, even if that is killed', async () => {
  const dataDir = await newFolder()
  const application = await holdDatabase(dataDir)
  const pid = await postmasterPid(dataDir)
  await kill(application)
  await expect.poll(() => isAlive(pid)).toBe(false)
  // After a clean shutdown the next start needs no recovery.
  expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  const next = await start(dataDir)
  expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an application that starts while the database of a killed one is stopping waits, then starts its own', async () => {
  const dataDir = await newFolder()
  const application = await holdDatabase(dataDir)
  const pid = await postmasterPid(dataDir)
  application.kill('SIGKILL')
  const next = await start(dataDir)
  expect(await postmasterPid(dataDir)).not.toBe(pid)
  expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(!hasProc)(
  'a database that nobody watches any more is replaced by one that ends with its application',
  async () => {
    const dataDir = await newFolder()
    const application = await holdDatabase(dataDir)
    const pid = await postmasterPid(dataDir)
    for (const watch of await watchesOf(pid)) process.kill(watch, 'SIGKILL')
    await kill(application)
    expect(isAlive(pid)).toBe(true)

    const next = await start(dataDir)
    expect(isAlive(pid)).toBe(false)
    const own = await postmasterPid(dataDir)
    await next.stop()
    expect(isAlive(own)).toBe(false)
  },
)

test('after kill -9 of the application and of the database the next start recovers', async () => {
  const dataDir = await newFolder()
  const application = await holdDatabase(dataDir)
  const pid = await postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await kill(application)
  const next = await start(dataDir)
  expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database killed under a running application is restarted, each time after a longer pause', async () => {
  const dataDir = await newFolder()
  const pauses: unknown[] = []
  const messages = new EventEmitter()
  const warn = (details: object, message: string) => {
    if ('pause' in details) pauses.push(details.pause)
    messages.emit(message)
  }
  const database = await start(dataDir, { log: { warn } })
  for (let times = 1; times <= 3; times++) {
    const pid = await postmasterPid(dataDir)
    const restart = once(messages, 'the embedded database runs again')
    process.kill(pid, 'SIGKILL')
    await restart
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await postmasterPid(dataDir)).not.toBe(pid)
  }
  expect(pauses).toEqual([0, 250, 500])
})

test.skipIf(!hasProc)('a stop while the database is being started again leaves no process', async () => {
  const dataDir = await newFolder()
  const restarting = Promise.withResolvers<void>()
  const database = await start(dataDir, { log: { warn: () => restarting.resolve() } })
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  await restarting.promise
  await database.stop()
  await expect.poll(() => processesOn(dataDir)).toEqual([])
})

test('a copy that was made while the database ran says what that means; a killed one and a clean copy do not', async () => {
  const dataDir = await newFolder()
  const lines: string[] = []
  const said = { warn: (_: object, message: string) => void lines.push(message) }
  const startSaying = async (folder: string) => {
    const database = await startEmbeddedDatabase({ dataDir: folder, log: said, durable: false })
    cleanUps.push(() => database.stop())
    return database
  }
  const copyTo = async (name: string) => {
    const copy = path.join(await newFolder(), name)
    await cp(dataDir, copy, { recursive: true, preserveTimestamps: true, filter: (file) => !/socket/.test(file) })
    return copy
  }
  const first = await startSaying(dataDir)
  await wait(2100)
  const live = await copyTo('live')
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  await first.stop()
  await (await startSaying(dataDir)).stop()
  await (await startSaying(await copyTo('clean'))).stop()
  expect(lines.filter((line) => line === LIVE_COPY_WARNING)).toEqual([])
  await startSaying(live)
  expect(lines.filter((line) => line === LIVE_COPY_WARNING)).toEqual([LIVE_COPY_WARNING])
})

test('an interrupted first start is repeated', async () => {
  const dataDir = await newFolder()
  const dead = spawn('true')
  await once(dead, 'close')
  await mkdir(path.join(dataDir, `postgres.new-${dead.pid}`))
  await writeFile(path.join(dataDir, `postgres.new-${dead.pid}`, 'PG_VERSION'), '18')
  await start(dataDir)
  expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
})

test('two simultaneous first starts make one database, and one of them may use it', async () => {
  const dataDir = await newFolder()
  const outcomes = await Promise.allSettled([holdDatabase(dataDir), holdDatabase(dataDir)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await readFile(path.join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n')
})

test('the pid file of a dead process whose number is in use again does not stop a start', async () => {
  const dataDir = await newFolder()
  await (await start(dataDir)).stop()
  await writeFile(path.join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n`)
  const database = await start(dataDir)
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a folder of another version of PostgreSQL is reported in one sentence and left alone', async () => {
  const dataDir = await newFolder()
  await mkdir(path.join(dataDir, 'postgres'))
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow(
    `The data folder ${dataDir}/postgres was made by PostgreSQL 17, but this one is 18`,
  )
  expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
})

test('a path may be long, and contain Korean, spaces, commas and quotes', async () => {
  const dataDir = path.join(await newFolder(), `가 나, "다" '라'`, 'x'.repeat(90))
  await mkdir(dataDir, { recursive: true })
  const database = await start(dataDir)
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-embedded-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Not durable by default: a durable start takes several times as long. */
async function start(dataDir: string, options: Partial<Options> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false, ...options })
  cleanUps.push(() => database.stop())
  return database
}

/** Starts a child process with the database; rejects if it could not start. */
async function holdDatabase(dataDir: string): Promise<ChildProcess> {
  const application = spawn(process.execPath, ['tests/hold-database.ts', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(application, 'close')
  cleanUps.push(() => application.kill('SIGTERM') && ended)
  const started = await Promise.race([once(application.stdout, 'data'), ended.then(() => null)])
  if (started === null) throw new Error('the application ended')
  return application
}

/** Watcher processes of the server: its parent, and the parent's child. Linux only. */
async function watchesOf(pid: number): Promise<number[]> {
  const parent = await parentOf(pid)
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ').map(Number)
  return [...children.filter((child) => child !== pid), parent]
}

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}

async function processesOn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_pid, index) => lines[index]?.includes(folder))
}

async function kill(application: ChildProcess): Promise<void> {
  application.kill('SIGKILL')
  await once(application, 'close')
}

async function query(database: EmbeddedDatabase, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}
