import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBrowser } from './browser.ts'
import { runChecks } from './run-checks.ts'
import { runProgram, signalPrograms, type Tally } from './step.ts'

/**
 * `npm test` runs everything; `npm test -- unit browser` only those parts; any other argument is a filter on file names.
 * The last line says how many passed, failed and were skipped, and the exit code whether all is well.
 */

const REPORTS = '.tmp/reports'
const PARTS = ['check', 'unit', 'integration', 'browser'] as const
type Part = (typeof PARTS)[number]

const args = process.argv.slice(2)
const isPart = (text: string): text is Part => (PARTS as readonly string[]).includes(text)
const chosen = args.filter(isPart)
const parts = new Set<Part>(chosen.length > 0 ? chosen : PARTS)
const filters = args.filter((text) => !isPart(text))
// A filter may fit the tests of one part only.
const selection = filters.length > 0 ? [...filters, '--pass-with-no-tests'] : []

const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const conclude = (): never => {
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  // A filter that fits nothing must not look like success.
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true
    signalPrograms(signal)
  })
}

mkdirSync(REPORTS, { recursive: true })
if (parts.has('check')) await count('checks', runChecks)
const projects = (['unit', 'integration'] as const).filter((name) => parts.has(name))
if (projects.length > 0) await count('unit and integration tests', () => runVitest(projects))
if (parts.has('browser')) await count('browser tests', runPlaywright)
conclude()

/** Adds what a part counted; a part that could not run at all is one failure. */
async function count(name: string, part: () => Promise<Tally>): Promise<void> {
  if (isInterrupted) return
  try {
    const { passed, failed, skipped } = await part()
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    // What was interrupted has not passed.
    if (isInterrupted && failed === 0) total.failed += 1
  } catch (error) {
    total.failed += 1
    console.error(`✗ ${name}: ${error instanceof Error ? error.message : error}`)
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

async function runVitest(names: readonly string[]): Promise<Tally> {
  const file = `${REPORTS}/vitest.json`
  rmSync(file, { force: true })
  const projects = names.flatMap((name) => ['--project', name])
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await runProgram('vitest', ['run', ...projects, ...output, ...selection], { show: true })
  const report = readReport<VitestReport>(file)
  // A file that could not even be loaded has failed without any test of its own.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = report.numFailedTests + unloaded.length
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: atLeastOne(failed, code), skipped }
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

async function runPlaywright(): Promise<Tally> {
  const built = await runProgram('node', ['scripts/bootstrap.mjs', 'build'], { show: true })
  if (built.code !== 0) throw new Error('there are no built pages to test')
  const file = `${REPORTS}/playwright.json`
  rmSync(file, { force: true })
  const env = { ...process.env, CHROME_PATH: await ensureBrowser() }
  const { code } = await runProgram('playwright', ['test', ...selection], { show: true, env })
  const { stats } = readReport<PlaywrightReport>(file)
  return { passed: stats.expected, failed: atLeastOne(stats.unexpected + stats.flaky, code), skipped: stats.skipped }
}

function readReport<Report>(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    throw new Error('ended without a report')
  }
}

/** A run that fails outside its tests (an error nobody caught, a set-up that broke) is a failure too. */
function atLeastOne(failed: number, code: number): number {
  return failed === 0 && code !== 0 ? 1 : failed
}
