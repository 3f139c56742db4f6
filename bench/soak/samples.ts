import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { childrenOf, proportionalMegabytesOf, serverProcesses } from '../server-process.ts'

/** Figures of one moment by name; times in minutes since the start, sizes in MB. */
export type Sample = Readonly<{
  minute: number
  memory: Record<string, number>
  descriptors: Record<string, number>
  /** Connections of the site's pools, by state. */
  pool: Record<string, number>
  heap: number
  /** Sizes of the tables, the one with most changes first. */
  tables: Record<string, number>
  dead: Record<string, number>
  rows: Record<string, number>
}>

type Measured = Readonly<{ since: number; pid: number; postmaster: number; metrics: string; db: Database }>

/**
 * Measures the site with its first process `pid`, its PostgreSQL, and the database; null while a worker is too late to tell its
 * metrics. Linux only.
 */
export async function takeSample({ since, pid, postmaster, metrics, db }: Measured): Promise<Sample | null> {
  const response = await fetch(metrics)
  if (!response.ok) return null
  const text = await response.text()
  const processes = processesOf(pid, postmaster)
  const tables = await sql<{ name: string; mb: number; rows: number; dead: number }>`
    select relname as name, pg_total_relation_size(relid) / 1e6 as mb, n_live_tup as rows, n_dead_tup as dead
    from pg_stat_user_tables where schemaname in ('public', 'graphile_worker')
    order by n_tup_upd + n_tup_del desc`.execute(db)
  const byTable = (of: 'mb' | 'rows' | 'dead') =>
    Object.fromEntries(tables.rows.map((table) => [table.name, Number(table[of])]))
  return {
    minute: (performance.now() - since) / 60_000,
    memory: sums(processes, proportionalMegabytesOf),
    descriptors: sums(processes, (id) => readdirSync(`/proc/${id}/fd`).length),
    pool: Object.fromEntries(
      ['busy', 'idle', 'waiting'].map((state) => [
        state,
        metric(text, `matnanum_database_connections{state="${state}"}`),
      ]),
    ),
    heap: metric(text, 'nodejs_heap_size_used_bytes') / 1e6,
    tables: byTable('mb'),
    dead: byTable('dead'),
    rows: byTable('rows'),
  }
}

/** The value of a metric in the text that Prometheus reads. */
function metric(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

function processesOf(pid: number, postmaster: number): Record<string, number[]> {
  const [primary = pid, ...workers] = serverProcesses(pid).toSorted((a, b) => a - b)
  const own = Object.fromEntries(workers.map((worker, index) => [`worker ${index + 1}`, [worker]]))
  const images = [primary, ...workers].flatMap((parent) => childrenOf(parent, 'image-process'))
  return { primary: [primary], ...own, images, PostgreSQL: [postmaster, ...childrenOf(postmaster, '')] }
}

/** A process may end between the two reads. */
function sums(processes: Record<string, number[]>, measure: (pid: number) => number): Record<string, number> {
  const attempt = (pid: number) => {
    try {
      return measure(pid)
    } catch {
      return 0
    }
  }
  return Object.fromEntries(
    Object.entries(processes).map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + attempt(pid), 0)]),
  )
}

/** The mean of a figure in a part of the run; `share` from 0 to 1. */
export function meanOf(
  samples: readonly Sample[],
  figure: (sample: Sample) => number,
  from: number,
  to: number,
): number {
  const end = samples.at(-1)?.minute ?? 0
  const values = samples.filter(({ minute }) => minute >= from * end && minute <= to * end).map(figure)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
