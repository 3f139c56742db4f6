import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runChecks } from './check.ts'
import { ensureBrowser } from './programs/browser.ts'
import { ensurePrograms } from './programs/debian.ts'
import { passSignalsOn, runProgram } from './programs/run-program.ts'
import { type Result, readPlaywrightReport, readVitestReport } from './test/reports.ts'

/**
 * `npm test` runs everything; `npm test -- unit browser` only those parts; any other argument is a filter on file
 * names. The end repeats what failed and why, because the whole output may be long or cut off. The last line has the
 * numbers of passed, failed and skipped tests; the exit code is 0 if all passed.
 */

/** Of Debian's packages, which tests put beside the site. */
const PROGRAMS = ['caddy', 'haproxy', 'nginx', 'pgbouncer', 'prometheus', 'varnishd']

const REPORTS = '.tmp/reports'
const PARTS = ['check', 'unit', 'integration', 'browser'] as const
type Part = (typeof PARTS)[number]

const args = process.argv.slice(2)
const isPart = (text: string): text is Part => (PARTS as readonly string[]).includes(text)
const chosen = args.filter(isPart)
const parts = new Set<Part>(chosen.length > 0 ? chosen : PARTS)
const filters = args.filter((text) => !isPart(text))
// A filter may match tests of only one part.
const selection = filters.length > 0 ? [...filters, '--pass-with-no-tests'] : []

const total: Result = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }
const conclude = (): never => {
  for (const failure of total.flaky) console.log(`\n~ passed at the second attempt: ${failure}`)
  for (const failure of total.failures) console.log(`\n✗ ${failure}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  // A filter that matches nothing must not look like success.
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
}
const isInterrupted = passSignalsOn()

mkdirSync(REPORTS, { recursive: true })
// Workers and tested applications start some hundred times; each would compile the same files again.
process.env.NODE_COMPILE_CACHE ??= path.resolve('.tmp/compile-cache')
if (parts.has('check')) await count('checks', runChecks)
const projects = (['unit', 'integration'] as const).filter((name) => parts.has(name))
// Side by side, because each waits a good part of its time.
await Promise.all([
  projects.length > 0 && count('unit and integration tests', () => runVitest(projects)),
  parts.has('browser') && count('browser tests', runPlaywright),
])
conclude()

/** Adds the counts of a part; a part that could not run is one failure. */
async function count(name: string, part: () => Promise<Result>): Promise<void> {
  if (isInterrupted()) return
  try {
    const { passed, failed, skipped, failures, flaky } = await part()
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    total.failures.push(...failures)
    total.flaky.push(...flaky)
    // An interrupted run has not passed.
    if (isInterrupted() && failed === 0) total.failed += 1
  } catch (error) {
    total.failed += 1
    total.failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}

async function runVitest(names: readonly string[]): Promise<Result> {
  const file = `${REPORTS}/vitest.json`
  rmSync(file, { force: true })
  const projects = names.flatMap((name) => ['--project', name])
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await runProgram('vitest', ['run', ...projects, ...output, ...selection], { show: true })
  return readVitestReport(file, code)
}

async function runPlaywright(): Promise<Result> {
  const built = await runProgram('node', ['scripts/bootstrap.cjs', 'build'], { show: true })
  if (built.code !== 0) throw new Error('there are no built pages to test')
  const file = `${REPORTS}/playwright.json`
  rmSync(file, { force: true })
  const env = { ...process.env, CHROME_PATH: await ensureBrowser() }
  // Together, and not while a test waits for one.
  if (filters.length === 0) await ensurePrograms(PROGRAMS)
  const { code } = await runProgram('playwright', ['test', ...selection], { show: true, env })
  return readPlaywrightReport(file, code)
}
