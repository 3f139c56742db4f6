import { availableParallelism } from 'node:os'
import type { EnvReader } from '../env-reader.ts'

export type ProcessesConfig = Readonly<{
  processes: number
  databasePool: number
  heapMb: number
  /** Longest queue of each; beyond it logins answer UNAVAILABLE. */
  passwordQueue: number
}>

/** Time for requests in flight to finish once the port is closed. */
export const DRAIN_MS = 6000

/** How often a worker says that it is alive: one whose event loop stands still cannot. */
export const BEAT_MS = 5000

const MOST_PROCESSES = 64

/** More are not started unasked: each takes memory and database connections. */
const MOST_UNASKED = 16

/** Connections of one process, of each further one, and of all at most unless the operator asks for more. */
const POOL = { one: 10, further: 5, most: 160 }

/** A transaction, and a second connection beside it. */
const LEAST_POOL = 2

const HEAP_MB = 384

export function readProcesses(reader: EnvReader, mode: string): ProcessesConfig {
  // Vite reloads one process.
  const unasked = mode === 'production' ? Math.min(MOST_UNASKED, availableParallelism()) : 1
  const processes = reader.whole('WEB_CONCURRENCY', unasked, 1, MOST_PROCESSES)
  if (mode === 'development' && processes > 1) reader.faults.push('WEB_CONCURRENCY must be 1 in development.')
  const pool = Math.min(POOL.most, POOL.one + POOL.further * (processes - 1))
  const config = { processes }
  return {
    processes,
    databasePool: shareOf(config, reader.whole('DATABASE_POOL', pool, LEAST_POOL * processes, 1000)),
    heapMb: reader.whole('HEAP_MB', HEAP_MB, 128, 65_536),
    passwordQueue: shareOf(config, reader.whole('PASSWORD_QUEUE', 100, 1, 10_000)),
  }
}

export function shareOf({ processes }: Pick<ProcessesConfig, 'processes'>, total: number, least = 1): number {
  return Math.max(least, Math.floor(total / processes))
}
