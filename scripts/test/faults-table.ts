import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Row, roundToThree, writeReport } from '../../bench/report.ts'
import type { Figures } from '../../tests/faults/table.ts'
import { type Fault, faults } from './faults.ts'
import type { Result } from './reports.ts'
import { REPORTS_FOLDER, runPlaywright, runVitest } from './runners.ts'

const FIGURES = path.join(REPORTS_FOLDER, 'faults.jsonl')
const KEPT = '.tmp/faults.json'

type Run = Readonly<{ result: Result; figures: readonly Figures[]; when: string }>

/**
 * Runs the tests of these faults at full size, one after the other, and writes their measurements to
 * bench/results/faults.md; other faults keep their last results of this machine. All take some two hours, and need a
 * clone with its history and Debian's HAProxy.
 */
export async function runFaults(
  chosen: readonly Fault[],
  count: (name: string, part: () => Promise<Result>) => Promise<Result | undefined>,
): Promise<void> {
  const runs: Record<string, Run> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
  for (const fault of chosen) {
    if (fault.files.length === 0) continue
    console.log(`\n${fault.id}: ${fault.files.join(', ')}`)
    rmSync(FIGURES, { force: true })
    const result = await count(fault.id, () => runFault(fault))
    if (!result) return
    const lines = existsSync(FIGURES) ? readFileSync(FIGURES, 'utf8').trim().split('\n') : []
    const figures = lines.map((line) => JSON.parse(line) as Figures).filter((of) => of.fault === fault.id)
    const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')}, ${os.loadavg()[1]?.toFixed(0)}`
    runs[fault.id] = { result, figures, when }
    writeFileSync(KEPT, JSON.stringify(runs))
    writeTable(runs)
  }
}

function runFault({ files, only }: Fault): Promise<Result> {
  const env = { FAULTS_TABLE: FIGURES }
  if (files[0]?.endsWith('.spec.ts')) return runPlaywright(['long'], files, env)
  const one = ['--maxWorkers=1', ...(only ? ['-t', only] : [])]
  return runVitest(['integration', 'long', 'alone'], [...one, ...files], env)
}

function writeTable(runs: Readonly<Record<string, Run>>): void {
  const rows = faults.flatMap((fault): Row[] => {
    const made = runs[fault.id]
    const figures: readonly (Partial<Figures> | undefined)[] = made?.figures.length ? made.figures : [undefined]
    return figures.map((of) => ({
      '': fault.id,
      fault: fault.fault,
      wanted: fault.expected,
      'what was done': of?.done ?? (made ? `${made.result.passed} tests` : ''),
      acknowledged: of?.acknowledged ?? '',
      lost: of?.lost ?? '',
      seconds: of?.seconds === undefined ? '' : roundToThree(of.seconds),
      'without the fault': of?.ordinary === undefined ? '' : roundToThree(of.ordinary),
      verdict: verdictOn(fault, made, of),
      'when, load': made?.when ?? '',
    }))
  })
  const notes = [
    'Acknowledged: writes whose response had arrived. Seconds: the longest of all rounds, from what the row names; without the fault: the same start or request beside the same load. Load: of the five minutes until the end of that fault, on the cores above.',
    'R19 is `npm run bench -- soak -- --minutes 30`: soak.md. Rows without figures count the tests that cause the fault.',
    "Slower than 15 s in R22: Patroni's least `ttl` is 20 (docs/three-machines.md). The frozen machine woke after 111 s.",
  ]
  writeReport('faults', 'What faults cost', rows, notes, [], 'npm run test:long -- --faults')
}

function verdictOn({ id, atMost }: Fault, made: Run | undefined, figures: Partial<Figures> | undefined): string {
  if (id === 'R19') return 'see soak.md'
  if (!made) return 'not run'
  if (made.result.failed > 0)
    return `**failed**: ${made.result.failures.map((text) => text.split('\n', 1)[0]).join('; ')}`
  if (made.result.passed === 0) return 'not run: this machine cannot (root, Linux and HAProxy are needed)'
  if ((figures?.lost ?? 0) > 0) return '**lost**'
  if (atMost !== undefined && (figures?.seconds ?? 0) > atMost) return `**slower** than ${atMost} s`
  return 'as wanted'
}
