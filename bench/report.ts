import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A row of results; the first column names what was measured. */
export type Row = Record<string, string | number>

/** A further table, below the first. */
export type Section = Readonly<{ title: string; rows: readonly Row[] }>

/** Prints the results, and stores them in bench/results with date, machine and command, in place of the former ones. */
export function writeReport(
  name: string,
  title: string,
  rows: readonly Row[],
  notes: readonly string[] = [],
  sections: readonly Section[] = [],
  command = ['npm run bench --', name, ...optionsGiven()].join(' '),
): void {
  const about = {
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: `${os.cpus()[0]?.model ?? 'unknown'}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}`,
    node: process.version,
    load: os.loadavg().map((load) => load.toFixed(1)),
  }
  const lines = [
    `# ${title}`,
    '',
    `${about.date} · \`${about.command}\` · ${about.machine} · Node ${about.node} · load average at the end ${about.load.join(', ')}`,
    '',
    ...table(rows),
    ...sections.flatMap(({ title, rows }) => ['', `## ${title}`, '', ...table(rows)]),
    ...notes.flatMap((note) => ['', note]),
    '',
  ]
  const folder = path.join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}.md`), lines.join('\n'))
  console.log(lines.join('\n'))
}

function table(rows: readonly Row[]): string[] {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((name) => row[name] ?? ''))),
  ]
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The value with three significant figures. */
export function roundToThree(value: number): number {
  return Number(value.toPrecision(3))
}

/** The arguments of this run, after the `--` that npm needs before them. */
function optionsGiven(): string[] {
  const given = process.argv.slice(2)
  return given.length > 0 ? ['--', ...given] : []
}
