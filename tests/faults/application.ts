import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { type Api, createApi } from '../api.ts'
import { ownPort } from '../own-port.ts'
import { unlimited } from '../unlimited.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Environment of a command, with the compile cache of `npm start`. */
export const COMMAND_ENV = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: path.join(root, '.tmp/compile-cache'),
}

/**
 * The whole site as an operator runs it, in separate processes, with a port and a data folder that survive a restart.
 */
export type Application = {
  readonly config: Config
  readonly api: Api
  readonly pid: number
  /** Everything printed by the current process. */
  logged(): string
  /** Resolves when it answers. */
  start(): Promise<void>
  /** Ends it like `kill -9`. */
  kill(): Promise<void>
  /** Ends it as an operator does. */
  stop(): Promise<void>
  /** Whether the last started process still runs. */
  isRunning(): boolean
  /** Opens its database directly; `dataDir` is that folder's path from outside, if it differs. */
  openDatabase(dataDir?: string): Promise<Database>
  /** Stops it, closes what `openDatabase` opened, and removes the data folder. */
  close(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  nodeOptions?: readonly string[]
  /** Command put before the server's own, which it must replace (`exec`); it gets the data folder. */
  wrap?: (dataDir: string) => string[]
  /** Folder of another release, whose pages are built. */
  release?: string
}

/** Prepares the site without starting it. */
export async function prepareApplication({
  env = {},
  nodeOptions = [],
  wrap,
  release = root,
}: Options = {}): Promise<Application> {
  await promisify(execFile)(process.execPath, ['scripts/bootstrap.mjs', 'build'], { cwd: release })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-app-'))
  const port = await ownPort()
  const own = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    WEB_CONCURRENCY: '1',
    // Importing the bundled places would take most of the time.
    BUNDLED_PLACES: 'off',
  }
  const settings = { ...own, ...unlimited, ...env }
  const config = loadConfig(settings)
  const databases: Database[] = []
  let child: ChildProcess | undefined
  let printed = ''

  const start = async () => {
    const program = [process.execPath, ...nodeOptions, path.join(release, 'server/main.ts')]
    const [command = '', ...args] = [...(wrap?.(dataDir) ?? []), ...program]
    printed = ''
    // Runs in the data folder, which contains no developer's `.env`.
    child = spawn(command, args, {
      cwd: dataDir,
      env: { ...COMMAND_ENV, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await isListening(child, `: ${config.publicOrigin}\n`, (text) => {
      printed += text
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    config,
    api: createApi(config.publicOrigin),
    get pid() {
      return child?.pid ?? 0
    },
    logged: () => printed,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    isRunning: () => child?.exitCode === null && child.signalCode === null,
    openDatabase: async (seen = dataDir) => {
      const { db } = connect(config.databaseUrl ?? (await embeddedUrl(seen)), 4)
      databases.push(db)
      return db
    },
    close: async () => {
      for (const db of databases) await db.destroy()
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs a command of `scripts/` as an operator does. */
export function runScript(name: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const env = { ...COMMAND_ENV, BUNDLED_PLACES: 'off', ...settings }
  const child = spawn(process.execPath, [path.join(root, 'scripts', `${name}.ts`), ...args], { env, cwd: tmpdir() })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], output, errors]) => ({ code: code as number | null, output, errors }),
  )
  return { child, ended }
}

/** Ids of a process's children, with their command lines. Linux only. */
export async function childrenOf(pid: number): Promise<{ pid: number; command: string }[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8')))
  const pids = lists.join(' ').split(' ').filter(Boolean).map(Number)
  return Promise.all(
    pids.map(async (id) => ({ pid: id, command: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') })),
  )
}

/** The embedded database's process id. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readNote(dataDir))[0])
}

async function embeddedUrl(dataDir: string): Promise<string> {
  const noted = (await readNote(dataDir))[4] ?? ''
  const own = path.join(dataDir, 'socket')
  // Seen from outside its namespace, the folder has another path than in the pid file.
  const socketDir = noted.endsWith('/socket') ? own : noted
  return `postgres:///matnanum?host=${encodeURIComponent(socketDir)}&port=5432&user=matnanum&sslmode=disable`
}

async function readNote(dataDir: string): Promise<string[]> {
  return (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
}

function isListening(child: ChildProcess, line: string, onText: (text: string) => void): Promise<void> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      onText(chunk.toString())
      printed += chunk
      if (printed.includes(line)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('error', reject)
    child.on('exit', (code, signal) => reject(new Error(`the application ended with ${signal ?? code}: ${printed}`)))
  })
}
