import { readFile, realpath, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Backoff } from '../backoff.ts'
import { asStartError, InUseError, StartError } from '../start-error.ts'
import { openClient } from './connect.ts'
import {
  type Cluster,
  choosePostgresUser,
  chooseSocketDir,
  createCluster,
  DATABASE_USER,
  findPostgres,
  SOCKET_PORT,
} from './embedded/cluster.ts'
import { spoolFolder } from './embedded/log-spool.ts'
import { keepLogShort, type PostgresSettings, Postmaster } from './embedded/postmaster.ts'

const DATABASE_NAME = 'matnanum'

const OWNER_LOCK = 7_261_001
const OWNER_MS = 2000
const HOLD_MS = 10_000
const HOLD_RETRY_MS = 50

type Log = { warn(details: object, message: string): void }

export type EmbeddedDatabase = Readonly<{
  connectionString: string
  stop(): Promise<void>
}>

type Options = {
  dataDir: string
  log: Log
  durable?: boolean
  /** Whether the write-ahead log is archived, by way of the spool in the data folder. */
  archivesLog?: boolean
}

/**
 * Starts PostgreSQL on `dataDir`/postgres, behind a socket of this user. It is restarted when it crashes, and ends with
 * this process.
 * @throws {InUseError} when another application uses the folder, {StartError} when PostgreSQL cannot run here
 */
export function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  return asStartError(`The data folder ${options.dataDir} cannot be used`, start(options))
}

async function start(options: Options): Promise<EmbeddedDatabase> {
  const cluster = await openCluster(await realpath(options.dataDir), options)
  await createCluster(cluster)
  if (await isLiveCopy(cluster.folder)) options.log.warn({ folder: cluster.folder }, LIVE_COPY_WARNING)

  const postmaster = new Postmaster(cluster)
  const stopping = new AbortController()
  const { signal } = stopping
  const backoff = new Backoff()
  let reviving = Promise.resolve()
  const revive = async () => {
    while (!signal.aborted) {
      const pause = backoff.next()
      options.log.warn({ pause }, 'the connection to the embedded database has ended; making sure that it runs')
      await wait(pause, undefined, { signal }).catch(() => {})
      try {
        owner = await holdRunning(cluster, postmaster, signal)
        owner.client.once('end', onEnd)
        options.log.warn({}, 'the embedded database runs again')
        return backoff.succeeded()
      } catch (error) {
        if (!signal.aborted) options.log.warn({ err: error }, 'the embedded database could not be started again yet')
      }
    }
  }
  const onEnd = () => {
    if (!signal.aborted) reviving = revive()
  }

  let owner = await holdRunning(cluster, postmaster, signal)
  owner.client.once('end', onEnd)
  const stopRotation = keepLogShort(cluster.logFile)
  return {
    connectionString: connectionString(owner.socketDir, DATABASE_NAME),
    stop: async () => {
      stopping.abort()
      await reviving
      // The connection holds the lock until the server has ended, so no other process uses the folder before.
      await postmaster.stop()
      stopRotation()
      await owner.client.end().catch(() => {})
      await rmdir(owner.socketDir).catch(() => {})
    },
  }
}

type Owner = { client: pg.Client; socketDir: string }

async function holdRunning(cluster: Cluster, postmaster: Postmaster, signal: AbortSignal): Promise<Owner> {
  for (const deadline = Date.now() + HOLD_MS; ; await wait(HOLD_RETRY_MS)) {
    const { socketDir } = await postmaster.ensureRunning(signal)
    try {
      const client = await takeOwnership(cluster, socketDir)
      if (postmaster.isWatched) return { client, socketDir }
      await postmaster.stop()
      await client.end()
    } catch (error) {
      if (error instanceof StartError || Date.now() > deadline) throw error
      // The folder was moved if its socket is missing, so no other process uses it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') await postmaster.stop()
    }
  }
}

type Opening = Pick<Options, 'durable' | 'archivesLog'>

async function openCluster(dataDir: string, { durable = true, archivesLog = false }: Opening): Promise<Cluster> {
  const binaries = findPostgres()
  const folder = path.join(dataDir, 'postgres')
  const account = await choosePostgresUser(folder, binaries.postgres)
  const socketDir = chooseSocketDir(dataDir)
  const spool = archivesLog ? spoolFolder(dataDir) : null
  return { folder, socketDir, logFile: path.join(dataDir, 'postgres.log'), binaries, account, durable, spool }
}

/**
 * Replays the log in a restored folder `dataDir`/postgres to its end, or to the target in `settings`.
 * @param fill puts the files into the folder of the cluster
 * @throws {StartError} with the last line of PostgreSQL's log
 */
export async function recoverEmbeddedDatabase(
  dataDir: string,
  settings: PostgresSettings,
  signal: AbortSignal,
  fill: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const cluster = await openCluster(await realpath(dataDir), {})
  await fill(cluster)
  const postmaster = new Postmaster(cluster, settings)
  try {
    await postmaster.recover(signal)
  } finally {
    await postmaster.stop()
    await rmdir(cluster.socketDir).catch(() => {})
  }
}

/**
 * Connects to the server, and takes the lock of the one process that owns it. The lock ends with that process, so there
 * is no stale lock file.
 */
async function takeOwnership(cluster: Cluster, socketDir: string): Promise<pg.Client> {
  const client = openClient({
    connectionString: connectionString(socketDir, 'postgres'),
    application_name: `matnanum owner, process ${process.pid}`,
  })
  try {
    await client.connect()
    await lock(client, cluster)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
    return client
  } catch (error) {
    // The next attempt would meet our own lock otherwise.
    await client.end().catch(() => {})
    throw error
  }
}

async function lock(client: pg.Client, cluster: Cluster): Promise<void> {
  for (const deadline = Date.now() + OWNER_MS; ; await wait(50)) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${OWNER_LOCK}) as taken`)
    if (rows[0]?.taken) return
    if (Date.now() < deadline) continue
    const owner = await findOwner(client)
    throw new InUseError(
      `Another application (${owner}) uses the data folder ${path.dirname(cluster.folder)}: stop it, or give this one another DATA_DIR.`,
    )
  }
}

async function findOwner(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = ${OWNER_LOCK} and granted`,
  )
  return rows[0]?.name.replace(/.*, /, '') ?? 'unknown'
}

/** Connection string of the embedded database that another process has started on `dataDir`. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  return connectionString(chooseSocketDir(await realpath(dataDir)), DATABASE_NAME)
}

function connectionString(socketDir: string, database: string): string {
  const host = encodeURIComponent(socketDir)
  return `postgres:///${database}?host=${host}&port=${SOCKET_PORT}&user=${DATABASE_USER}&sslmode=disable`
}

/**
 * Whether the data folder was copied while its PostgreSQL ran: the copied pid file then names a start (third line, in
 * seconds since 1970) from before the folder's files were made.
 */
async function isLiveCopy(folder: string): Promise<boolean> {
  const pidFile = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const startedAt = Number(pidFile.split('\n')[2]) * 1000
  if (!startedAt) return false
  const { birthtimeMs } = await stat(path.join(folder, 'PG_VERSION'))
  return birthtimeMs > startedAt + 1000
}

export const LIVE_COPY_WARNING =
  'This data folder is a copy that was made while the site ran. Parts of it are older than others, so posts, likes or ' +
  'pictures may be missing or damaged without a further message. If you can, stop the site and copy its folder again.'
