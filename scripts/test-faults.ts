import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Row, report, round } from '../bench/report.ts'
import type { Figures } from '../tests/faults/table.ts'
import { passSignalsOn, runProgram } from './programs/run-program.ts'
import { type Result, readPlaywrightReport, readVitestReport } from './test/reports.ts'
import { type Fault, faults } from './test-faults/faults.ts'

/**
 * `npm run test:faults` runs the tests of each fault, longer and harder than `npm test`, and writes what they measured to
 * bench/results/faults.md. `npm run test:faults -- R1 R7` runs only those; the others keep what their last run on this
 * machine measured. All take some two hours, and need a clone with its history and Debian's HAProxy.
 */

const REPORTS = path.resolve('.tmp/reports')
const FIGURES = `${REPORTS}/faults.jsonl`
const KEPT = path.resolve('.tmp/faults.json')

type Run = Readonly<{ result: Result; figures: readonly Figures[]; when: string }>

const ids = process.argv.slice(2).filter((arg) => arg !== '--')
const unknown = ids.filter((id) => !faults.some((fault) => fault.id === id))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The faults are ${faults.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
const isInterrupted = passSignalsOn()
mkdirSync(REPORTS, { recursive: true })
const runs: Record<string, Run> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {}
for (const fault of faults) {
  if (isInterrupted() || fault.files.length === 0 || (ids.length > 0 && !ids.includes(fault.id))) continue
  runs[fault.id] = await run(fault)
  writeFileSync(KEPT, JSON.stringify(runs))
  writeTable()
}
const failed = Object.values(runs).some(({ result }) => result.failed > 0)
process.exit(failed || isInterrupted() ? 1 : 0)

async function run({ id, files, only }: Fault): Promise<Run> {
  console.log(`\n${id}: ${files.join(', ')}`)
  rmSync(FIGURES, { force: true })
  const env = { ...process.env, FAULTS_TABLE: FIGURES }
  const isBrowser = files[0]?.endsWith('.spec.ts')
  const running = isBrowser ? runPlaywright(files, env) : runVitest(files, only, env)
  const result = await running.catch(({ message }: Error) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [message],
    flaky: [],
  }))
  const lines = existsSync(FIGURES) ? readFileSync(FIGURES, 'utf8').trim().split('\n') : []
  const figures = lines.map((line) => JSON.parse(line) as Figures).filter(({ fault }) => fault === id)
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')}, ${os.loadavg()[1]?.toFixed(0)}`
  return { result, figures, when }
}

async function runVitest(files: readonly string[], only: string | undefined, env: NodeJS.ProcessEnv): Promise<Result> {
  const file = `${REPORTS}/faults-vitest.json`
  rmSync(file, { force: true })
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--project', 'integration', ...output, ...(only ? ['-t', only] : []), ...files]
  const { code } = await runProgram('vitest', args, { show: true, env })
  return readVitestReport(file, code)
}

async function runPlaywright(files: readonly string[], env: NodeJS.ProcessEnv): Promise<Result> {
  const file = `${REPORTS}/playwright.json`
  rmSync(file, { force: true })
  const { code } = await runProgram('playwright', ['test', '--project=npm start', ...files], { show: true, env })
  return readPlaywrightReport(file, code)
}

function writeTable(): void {
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
      seconds: of?.seconds === undefined ? '' : round(of.seconds),
      'without the fault': of?.ordinary === undefined ? '' : round(of.ordinary),
      verdict: verdictOn(fault, made, of),
      'when, load': made?.when ?? '',
    }))
  })
  const notes = [
    'Acknowledged: writes whose response had arrived. Seconds: the longest of all rounds, from what the row names; without the fault: the same start or request beside the same load. Load: of the five minutes until the end of that fault, on the cores above.',
    'R19 is `npm run bench -- soak -- --minutes 30`: soak.md. Rows without figures count the tests that cause the fault.',
  ]
  report('faults', 'What faults cost', rows, notes, [], 'npm run test:faults')
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
