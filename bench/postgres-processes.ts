import { readFileSync } from 'node:fs'
import path from 'node:path'
import { childrenOf, cpuMeter } from './server-process.ts'

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

/** For a database elsewhere, whose CPU time cannot be measured: NaN. */
export const unmeasuredPostgres: PostgresProcesses = { cpuSeconds: () => Number.NaN }
