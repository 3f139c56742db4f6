import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
// @ts-expect-error: plain JavaScript without types, for any Node
import { serverOptions } from '../scripts/bootstrap/run.mjs'
import { SECRET_KEY } from './seed.ts'

/** A server in a child process, so that the CPU time of all its processes can be measured. */
export type ServerProcess = {
  origin: string
  /** Id of the first process. */
  pid: number
  /** CPU time of all its processes so far, user and system, in seconds. */
  cpuSeconds(): number
  /** Largest resident size so far of each of its processes, in megabytes; the first process first. */
  peakMegabytes(): number[]
  /**
   * Present memory of each process, in megabytes; a page shared by several processes, such as Node's own code, counts
   * once in total (PSS).
   */
  proportionalMegabytes(): number[]
  stop(): Promise<void>
}

/** Runs a script with this Node and waits until it prints an address. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: '', ...env } })
  // Stops the server when a bench fails.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const origin = await printedAddress(child)
  return {
    origin,
    pid: child.pid ?? 0,
    cpuSeconds: cpuMeter(() => serverProcesses(child.pid ?? 0)),
    peakMegabytes: () => serverProcesses(child.pid ?? 0).map(peakOf),
    proportionalMegabytes: () => serverProcesses(child.pid ?? 0).map(proportionalMegabytesOf),
    stop: async () => {
      process.off('exit', end)
      end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** As scripts/bootstrap.mjs starts the server, with the heap of `.env.example`. */
const PRODUCTION = [...serverOptions(384), 'server/main.ts']

type SiteOptions = Readonly<{
  port: number
  /** An embedded one in the data folder by default. */
  databaseUrl?: string
  /** Is kept when the site stops; by default a new folder that is removed. */
  dataDir?: string
  /** Settings that differ from those of production. */
  changes?: Readonly<Record<string, string>>
}>

/**
 * Starts the site as `npm start` does: its logs, limits, compression, places and number of processes are those of
 * production, unless `changes` says otherwise.
 */
export async function startSite({ port, databaseUrl, dataDir, changes }: SiteOptions): Promise<ServerProcess> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'matnanum-bench-'))
  const server = await startServer(PRODUCTION, {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.resolve('.tmp/compile-cache'),
    PORT: String(port),
    DATA_DIR: folder,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY }),
    ...changes,
  })
  const stop = async () => {
    await server.stop()
    if (!dataDir) rmSync(folder, { recursive: true, force: true })
  }
  return { ...server, stop }
}

/** The processes of a PostgreSQL on this machine. */
export type PostgresProcesses = {
  /** CPU time so far, user and system, in seconds. */
  cpuSeconds(): number
}

/** The PostgreSQL that runs on `dataDir`/postgres. */
export function postgresProcesses(dataDir: string): PostgresProcesses {
  const postmaster = Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  return { cpuSeconds: cpuMeter(() => [postmaster, ...childrenOf(postmaster, '')]) }
}

async function printedAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('a server without output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /https?:\/\/[\w.]+:\d+/.exec(line)
    if (address) {
      child.stdout.resume()
      return address[0]
    }
  }
  throw new Error('the server ended before it printed an address')
}

/**
 * Counts CPU seconds of processes, user and system, also of those that have ended since the last call. Linux only.
 * @param processes ids of those that run
 */
function cpuMeter(processes: () => number[]): () => number {
  const last = new Map<string, number>()
  let seconds = 0
  return () => {
    for (const thread of processes().flatMap(threadsOf)) {
      const now = nanosecondsOf(thread) / 1e9
      seconds += Math.max(0, now - (last.get(thread) ?? 0))
      last.set(thread, now)
    }
    return seconds
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  } catch {
    return []
  }
}

/** /proc/…/stat counts in ticks of 10 ms, which are long beside what one of many processes works for a request. */
function nanosecondsOf(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

function peakOf(pid: number): number {
  return megabytesIn(`/proc/${pid}/status`, /VmHWM:\s+(\d+)/)
}

/** Memory of one process, as in `proportionalMegabytes`. */
export function proportionalMegabytesOf(pid: number): number {
  return megabytesIn(`/proc/${pid}/smaps_rollup`, /Pss:\s+(\d+)/)
}

function megabytesIn(file: string, kilobytes: RegExp): number {
  return Math.round(Number(kilobytes.exec(readFileSync(file, 'utf8'))?.[1]) / 1024)
}

/** Ids of the server's first process and its workers. */
export function serverProcesses(pid: number): number[] {
  return [pid, ...childrenOf(pid, 'server/worker')]
}

/** Children of a process whose command line contains `text`; Linux only. */
export function childrenOf(parent: number, text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const itsParent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return itsParent === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
}
