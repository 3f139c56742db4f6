import { randomInt } from 'node:crypto'
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openClient } from '../database/connect.ts'
import { asStartError, StartError } from '../start-error.ts'

/** First key of our advisory locks: an arbitrary number, unique in the database. */
const LOCKS = 7_240_612
/** Held during a start; running instances use numbers from 1. */
const STARTING = 0

/** Milliseconds after which an instance changes its number, so that a copied folder is soon recognised. */
const RENEW_MS = 15_000
const RECONNECT_MS = 1000
/** Attempts, because a new file may become visible late on a network drive. */
const CHECKS = 6
const CHECK_PAUSE_MS = 300

type Options = Readonly<{
  connectionString: string
  folder: string
  log: FastifyBaseLogger
  intervals?: { renewMs?: number; lookAgainMs?: number }
}>

/**
 * Verifies that all running instances use the same picture folder. Each instance holds an advisory lock of a number,
 * and an empty file of that name in `.instances`; a held lock without a file means another folder. A start removes
 * files without a lock, left by killed instances. Returns a function to leave.
 * @throws {StartError} while an instance with another folder is running
 */
export async function joinSharedFolder(options: Options): Promise<() => Promise<void>> {
  const { log, intervals: { renewMs = RENEW_MS } = {} } = options
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let instance = await asStartError(`The picture folder ${options.folder} cannot be used`, joinFolder(options, 'start'))

  const again = async () => {
    instance = await joinFolder(options, 'continue')
    if (stopped) await instance.leave()
    instance.lost.then(later)
  }
  const later = () => {
    if (!stopped) timer = setTimeout(() => again().catch(later), RECONNECT_MS).unref()
  }
  instance.lost.then(later)
  const renewal = setInterval(() => {
    instance.renew().catch((error: unknown) => log.debug({ err: error }, 'the number of this instance is not renewed'))
  }, renewMs).unref()

  return async () => {
    stopped = true
    clearTimeout(timer)
    clearInterval(renewal)
    await instance.leave()
  }
}

type Instance = Readonly<{
  lost: Promise<void>
  renew(): Promise<void>
  leave(): Promise<void>
}>

/** Instances register one after the other, so that no two miss each other. */
async function joinFolder(
  { connectionString, folder, log, intervals }: Options,
  mode: 'start' | 'continue',
): Promise<Instance> {
  const files = path.join(folder, '.instances')
  const client = openClient({ connectionString, application_name: 'matnanum instance' })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    // Frees the lock of a machine without power after half a minute instead of two hours.
    await client.query(
      'set statement_timeout = 10000; set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    await lock(client, STARTING)
    await mkdir(files, { recursive: true })
    if (!(await canSeeAllInstances(client, files, intervals?.lookAgainMs ?? CHECK_PAUSE_MS))) {
      if (mode === 'start') throw new StartError(anotherFolder(folder))
      log.error(anotherFolder(folder))
    }
    await sweep(files, await runningInstances(client))
    let number = await takeNumber(client, files)
    await unlock(client, STARTING)
    return {
      lost,
      renew: async () => {
        const before = number
        number = await takeNumber(client, files)
        await unlock(client, before)
        await rm(path.join(files, String(before)), { force: true })
      },
      leave: async () => {
        await client.end().catch(() => {})
        await rm(path.join(files, String(number)), { force: true })
      },
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function anotherFolder(folder: string): string {
  return (
    `Another instance of this site is running and keeps its pictures in another folder than ${folder}, so each would miss ` +
    "the other's. Let the folder images in the DATA_DIR of every instance be the same one, or stop the other instance."
  )
}

/** The file exists before the lock is taken, and until after its release. */
async function takeNumber(client: pg.Client, files: string): Promise<number> {
  const number = randomInt(1, 2 ** 31)
  await writeFile(path.join(files, String(number)), '')
  await lock(client, number)
  return number
}

async function lock(client: pg.Client, number: number): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [LOCKS, number])
}

async function unlock(client: pg.Client, number: number): Promise<void> {
  await client.query('select pg_advisory_unlock($1, $2)', [LOCKS, number])
}

async function runningInstances(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(
    `select objid::text as number from pg_locks
     where locktype = 'advisory' and classid = $1 and objid <> $2 and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS, STARTING],
  )
  return rows.map(({ number }) => number)
}

async function canSeeAllInstances(client: pg.Client, files: string, lookAgainMs: number): Promise<boolean> {
  for (let look = 1; look <= CHECKS; look++) {
    if (look > 1) await wait(lookAgainMs)
    const numbers = await runningInstances(client)
    const isThere = await Promise.all(numbers.map((number) => exists(path.join(files, number))))
    if (isThere.every(Boolean)) return true
  }
  return false
}

async function sweep(files: string, running: readonly string[]): Promise<void> {
  const leftovers = (await readdir(files)).filter((name) => !running.includes(name))
  await Promise.all(leftovers.map((name) => rm(path.join(files, name), { force: true })))
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
