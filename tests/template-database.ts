import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { isAlive } from '#server/platform/database/embedded/cluster.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'
import { migrateToLatest } from '#server/platform/database/prepare-database.ts'
import { migrateJobQueue } from '#server/platform/jobs/jobs.ts'

const PREFIX = 'matnanum-test-'

/**
 * Folder of the databases, in memory where there is enough of it: a database is seven hundred files, and a disk needs
 * several times the CPU to make and remove them again and again.
 */
const FOLDER = hasRoom('/dev/shm') ? '/dev/shm' : os.tmpdir()

export type TemplateDatabase = {
  /** Migrated database that is copied for every test; it must have no connections. */
  templateUrl: string
  /** Folder for other temporary files of the run; removed with the rest. */
  temporary: string
  stop(): Promise<void>
}

/** One PostgreSQL for a whole run of tests, in a folder that is removed afterwards. */
export async function startTemplateDatabase(): Promise<TemplateDatabase> {
  await removeLeftovers()
  const dataDir = await mkdtemp(path.join(FOLDER, `${PREFIX}${process.pid}-`))
  const temporary = path.join(dataDir, 'tmp')
  await mkdir(temporary)
  const log = pino({ level: 'warn' })
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false })
  const { db } = connect(database.connectionString, 2)
  await migrateToLatest(db)
  await db.destroy()
  await migrateJobQueue(database.connectionString, log)
  // An interrupted run does not call stop; the next one removes its folder.
  const abandon = () => killPostgres(dataDir)
  process.on('exit', abandon)
  return {
    templateUrl: database.connectionString,
    temporary,
    stop: async () => {
      process.off('exit', abandon)
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * A further template: the first one with what `fill` adds, made when the run first asks for it.
 * @returns its URL
 */
export async function extendTemplate(
  templateUrl: string,
  name: string,
  fill: (db: Database) => Promise<unknown>,
): Promise<string> {
  const url = withName(templateUrl, name)
  await administer(templateUrl, async (client) => {
    // Another worker may be making it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount === 1) return
    await client.query(`create database ${name} template ${nameOf(templateUrl)} strategy file_copy`)
    const { db } = connect(url, 2)
    await fill(db)
    await db.destroy()
    await client.query(`alter database ${name} is_template true`)
  })
  return url
}

/** A new database with the content of the template. */
export async function copyTemplate(
  templateUrl: string,
): Promise<{ connectionString: string; remove(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = (statement: string) => administer(templateUrl, (client) => client.query(statement))
  await run(`create database ${name} template ${nameOf(templateUrl)} strategy file_copy`)
  return {
    connectionString: withName(templateUrl, name),
    remove: async () => void (await run(`drop database ${name} with (force)`)),
  }
}

async function administer(templateUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: withName(templateUrl, 'postgres') })
  await client.connect()
  await work(client).finally(() => client.end())
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function withName(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** A whole run of tests needs about half a gigabyte. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory() / 2) > 3 * 1024 ** 3
  } catch {
    return false
  }
}

/** Ends and removes what interrupted runs left behind, found by the process id in the folder's name. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue
    const dataDir = path.join(FOLDER, name)
    // Folders of another user are left alone.
    if ((await stat(dataDir).catch(() => null))?.uid !== process.getuid?.()) continue
    const killed = killPostgres(dataDir)
    while (killed.some(isAlive)) await wait(20)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Ends every PostgreSQL that works below the folder, and returns their process ids. */
function killPostgres(dataDir: string): number[] {
  const notes = globSync('**/postmaster.pid', { cwd: dataDir }).map((note) => path.join(dataDir, note))
  const pids = notes.map((note) => Number.parseInt(readFileSync(note, 'utf8'), 10))
  const running = pids.filter((pid) => pid > 0 && isPostgres(pid))
  for (const pid of running) process.kill(pid, 'SIGQUIT')
  return running
}

/** The pid file of a killed server may name a later process. */
function isPostgres(pid: number): boolean {
  try {
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}
