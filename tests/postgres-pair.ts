import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openClient } from '#server/platform/database/connect.ts'
import {
  type Cluster,
  choosePostgresUser,
  chooseSocketDir,
  createCluster,
  findPostgres,
  makeSocketDir,
  POSTGRES_ENV,
} from '#server/platform/database/embedded/cluster.ts'

export type Server = Readonly<{
  url: string
  /** Runs one statement. */
  run(statement: string): Promise<Record<string, unknown>[]>
  start(): Promise<void>
  kill(): Promise<void>
}>

export type Pair = Readonly<{ primary: Server; standby: Server; close(): Promise<void> }>

const DATABASE = 'matnanum'

/** A PostgreSQL and a streaming standby of it, both running; with `synchronous` a commit waits for the standby. */
export async function startPair({ synchronous = false } = {}): Promise<Pair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pair-'))
  const [one, two] = [await clusterIn(path.join(folder, 'a')), await clusterIn(path.join(folder, 'b'))]
  await createCluster(one)
  // The second server begins as a copy of the first, and follows it.
  await promisify(execFile)('cp', ['-a', one.folder, two.folder])
  await writeFile(path.join(two.folder, 'standby.signal'), '')
  const primary = serverOf(one, synchronous ? { synchronous_standby_names: '*' } : {})
  const standby = serverOf(two, { primary_conninfo: `host=${one.socketDir} user=matnanum`, hot_standby_feedback: 'on' })
  await primary.start()
  await standby.start()
  await serverOf(one, {}, 'postgres').run(`create database ${DATABASE}`)
  return {
    primary,
    standby,
    close: async () => {
      await Promise.all([primary.kill(), standby.kill()])
      for (const { socketDir } of [one, two]) await rm(socketDir, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function clusterIn(dataDir: string): Promise<Cluster> {
  await promisify(execFile)('mkdir', ['-p', dataDir])
  const binaries = findPostgres()
  const folder = path.join(dataDir, 'postgres')
  const account = await choosePostgresUser(folder, binaries.postgres)
  const logFile = path.join(dataDir, 'postgres.log')
  return { folder, socketDir: chooseSocketDir(dataDir), logFile, binaries, account, durable: false, spool: null }
}

const SETTINGS = { listen_addresses: '', fsync: 'off', wal_keep_size: '256MB' }

function serverOf(cluster: Cluster, settings: Record<string, string>, database = DATABASE): Server {
  const { folder, socketDir, logFile, account, binaries } = cluster
  const url = `postgres:///${database}?host=${encodeURIComponent(socketDir)}&port=5432&user=matnanum&sslmode=disable`
  let child: ChildProcess | undefined
  const run = async (statement: string) => {
    const client = openClient({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const isUp = () =>
    serverOf(cluster, {}, 'postgres')
      .run('select 1')
      .then(Boolean, () => false)
  return {
    url,
    run,
    start: async () => {
      await makeSocketDir(socketDir, account)
      const all = { ...SETTINGS, ...settings, unix_socket_directories: socketDir }
      const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const [command = '', ...args] = [...account.prefix, binaries.postgres, '-D', folder, ...options]
      const spawnOne = () => {
        const log = openSync(logFile, 'a')
        child = spawn(command, args, { ...account.change, stdio: ['ignore', log, log], env: POSTGRES_ENV })
        closeSync(log)
        return child
      }
      let server = spawnOne()
      for (let attempts = 1; !(await isUp()); await wait(50)) {
        if (server.exitCode === null) continue
        // Children of a killed server may hold its memory for a moment longer.
        if (attempts++ === 20) throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`)
        server = spawnOne()
      }
    },
    // Kills the server as a power failure does: its processes cannot finish anything.
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
