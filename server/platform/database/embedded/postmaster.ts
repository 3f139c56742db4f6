import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import {
  type Cluster,
  isRunningIn,
  makePrivateFolder,
  makeSocketDir,
  POSTGRES_ENV,
  SOCKET_PORT,
  sendSignal,
} from './cluster.ts'
import { archiveSettings } from './log-spool.ts'

const POLL_MS = 10
/** Time for a start. Recovery after a crash reads at most the log since the last checkpoint. */
const READY_MS = 60_000
const FAST_SHUTDOWN_MS = 8000
const WATCH_END_MS = 2000

const SETTINGS = {
  listen_addresses: '',
  port: SOCKET_PORT,
  unix_socket_permissions: '0700',
  max_connections: 250,
  shared_buffers: '128MB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  cluster_name: 'matnanum',
}
const UNSAFE_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

type Running = { pid: number; socketDir: string; ready: boolean }

export type PostgresSettings = Readonly<Record<string, string | number>>

/** The server process of the embedded PostgreSQL. */
export class Postmaster {
  readonly #cluster: Cluster
  readonly #settings: PostgresSettings
  #child: ChildProcess | undefined

  /** @param settings added to the usual ones, or replacing them */
  constructor(cluster: Cluster, settings: PostgresSettings = {}) {
    this.#cluster = cluster
    this.#settings = settings
  }

  /** Whether this process started the server, and so has a watcher that stops it. */
  get isWatched(): boolean {
    return isUp(this.#child)
  }

  /**
   * Starts the server unless it runs, and returns the folder of its socket.
   * @throws {StartError} with the last line of PostgreSQL's log
   */
  async ensureRunning(signal: AbortSignal): Promise<{ socketDir: string }> {
    const cluster = this.#cluster
    const deadline = Date.now() + READY_MS
    let attempts = 0
    const said = await sizeOf(cluster.logFile)
    while (Date.now() < deadline && !signal.aborted) {
      const running = await findPostmaster(cluster)
      if (running?.ready) return running
      if (running === null && !isUp(this.#child)) {
        if (attempts === 5) break
        // A killed server's children may hold its memory for a moment longer.
        if (attempts > 0) await wait(200 * attempts)
        attempts += 1
        this.#child = await spawnPostmaster(cluster, this.#settings)
      }
      await wait(POLL_MS)
    }
    throw new StartError(`PostgreSQL did not start on ${cluster.folder}: ${await lastLogLine(cluster.logFile, said)}`)
  }

  /**
   * Starts the server once, and waits until it has replayed its log, however long that takes.
   * @throws {StartError} with the last line of PostgreSQL's log, if it ends before or `signal` aborts
   */
  async recover(signal: AbortSignal): Promise<void> {
    const cluster = this.#cluster
    const said = await sizeOf(cluster.logFile)
    this.#child = await spawnPostmaster(cluster, this.#settings)
    while (!(await findPostmaster(cluster))?.ready) {
      if (signal.aborted || !isUp(this.#child))
        throw new StartError(`PostgreSQL could not replay its log: ${await lastLogLine(cluster.logFile, said)}`)
      await wait(POLL_MS)
    }
  }

  async stop(): Promise<void> {
    // A new server has no pid file yet, so its watcher stops it.
    this.#child?.stdin?.destroy()
    await this.#stopNoted()
    await waitUntilGone(async () => isUp(this.#child), WATCH_END_MS)
  }

  async #stopNoted(): Promise<void> {
    const running = await findPostmaster(this.#cluster)
    if (running === null) return
    // SIGQUIT is safe too, but the next start needs a recovery.
    for (const [signal, patience] of [
      ['SIGINT', FAST_SHUTDOWN_MS],
      ['SIGQUIT', 2000],
    ] as const) {
      if (await isRunningIn(running.pid, this.#cluster.folder)) sendSignal(running.pid, signal)
      if (await waitUntilGone(() => isRunningIn(running.pid, this.#cluster.folder), patience)) return
    }
  }
}

async function waitUntilGone(isThere: () => Promise<boolean>, patience: number): Promise<boolean> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await wait(POLL_MS)) {
    if (!(await isThere())) return true
  }
  return false
}

// The server running on the data folder, also of another process. Its working directory tells it from a later process
// with the same id.
async function findPostmaster({ folder, socketDir }: Cluster): Promise<Running | null> {
  const note = path.join(folder, 'postmaster.pid')
  const lines = (await readFile(note, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid) return null
  if (await isRunningIn(pid, folder)) {
    return { pid, socketDir: lines[4] || socketDir, ready: lines[7]?.trim() === 'ready' }
  }
  // A stale pid file keeps PostgreSQL from starting if another process has that id.
  await rm(note, { force: true })
  await rm(path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true })
  return null
}

// Shell script that runs its arguments as a server and stops it when its input is closed, which means that the
// application is gone. It repeats the signal, because a starting server ignores it.
const WATCH = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ read -r line; while kill -INT "$server"; do sleep 1; done; } <&3 2>/dev/null &
watch=$!
exec 3<&-
wait "$server"
status=$?
kill "$watch"
exit "$status"
`
/** Without a shell, on Windows, a server that outlived its application is replaced at the next start. */
const WATCH_PREFIX = process.platform === 'win32' ? [] : ['/bin/sh', '-c', WATCH, 'watch']

/** Starts the server in its own session, so that Ctrl-C in the terminal does not stop it before the application. */
async function spawnPostmaster(cluster: Cluster, added: PostgresSettings): Promise<ChildProcess> {
  const { folder, socketDir, logFile, binaries, account, durable, spool } = cluster
  await makeSocketDir(socketDir, account)
  if (spool !== null) await makePrivateFolder(spool, account)
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : UNSAFE_SETTINGS),
    ...(spool === null ? {} : archiveSettings(spool)),
    ...added,
    unix_socket_directories: quote(socketDir),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [...account.prefix, binaries.postgres, '-D', folder, ...options]
  const [command = '', ...args] = [...WATCH_PREFIX, ...server]
  const log = await openLog(logFile)
  try {
    const child = spawn(command, args, {
      ...account.change,
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
      env: POSTGRES_ENV,
    })
    child.on('error', () => {})
    child.unref()
    // The pipe must not keep this process alive: its end closes the pipe.
    ;(child.stdin as Socket | null)?.unref()
    return child
  } finally {
    await log.close()
  }
}

async function openLog(logFile: string) {
  if ((await sizeOf(logFile)) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.old`)
  return open(logFile, 'a', 0o600)
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

async function lastLogLine(logFile: string, before: number): Promise<string> {
  const bytes = await readFile(logFile).catch(() => Buffer.alloc(0))
  const lines = bytes
    .subarray(bytes.length < before ? 0 : before)
    .toString()
    .trim()
    .split('\n')
  const fatal = lines.slice(-20).findLast((line) => /FATAL|PANIC|error/i.test(line))
  return `${(fatal ?? lines.at(-1) ?? '').trim() || 'it said nothing'} (${logFile})`
}

function isUp(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Quotes a folder in a setting that is a list, in which commas and spaces need quotes. */
function quote(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

const MAX_LOG_BYTES = 1024 * 1024
const CHECK_MS = 5000

/** Truncates PostgreSQL's log when it is too large, and keeps its end in `<log>.old`. Returns a function to stop. */
export function keepLogShort(logFile: string): () => void {
  let isRotating = false
  const check = async () => {
    if (isRotating) return
    isRotating = true
    await rotate(logFile).catch(() => {})
    isRotating = false
  }
  const timer = setInterval(check, CHECK_MS).unref()
  return () => clearInterval(timer)
}

async function rotate(logFile: string): Promise<void> {
  const { size } = await stat(logFile)
  if (size <= MAX_LOG_BYTES) return
  const last = Buffer.alloc(MAX_LOG_BYTES)
  const log = await open(logFile, 'r')
  try {
    await log.read(last, 0, MAX_LOG_BYTES, size - MAX_LOG_BYTES)
  } finally {
    await log.close()
  }
  await writeFile(`${logFile}.old`, last, { mode: 0o600 })
  await truncate(logFile)
}
