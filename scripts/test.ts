import path from 'node:path'
import { runChecks } from './check.ts'
import { ensurePrograms } from './programs/debian.ts'
import { forwardSignals } from './programs/run-program.ts'
import { faults } from './test/faults.ts'
import { runFaults } from './test/faults-table.ts'
import type { Result } from './test/reports.ts'
import { runPlaywright, runVitest } from './test/runners.ts'

/**
 * `npm test` runs every part but `long`, `npm run test:long` that one. `npm test -- unit browser` runs only those parts;
 * any other argument is a filter on file names. The end repeats what failed and why, and what this machine cannot run,
 * because the whole output may be long or cut off. The last line has the numbers of passed, failed and skipped tests; the
 * exit code is 0 if all passed.
 *
 * `npm run test:long -- R1 R7` runs the tests of these faults at full size, `npm run test:long -- --faults` those of all:
 * `scripts/test/faults-table.ts`.
 */

/** Debian's programs that tests run beside the site. */
const PROGRAMS = ['caddy', 'haproxy', 'nginx', 'pgbouncer', 'prometheus', 'varnishd']

const QUICK = ['check', 'unit', 'integration', 'screens', 'browser'] as const
const PARTS = [...QUICK, 'long'] as const
type Part = (typeof PARTS)[number]

const args = process.argv.slice(2)
const isPart = (text: string): text is Part => (PARTS as readonly string[]).includes(text)
const chosen = args.filter(isPart)
const parts = new Set<Part>(chosen.length > 0 ? chosen : QUICK)
const filters = args.filter((text) => !isPart(text))

// A filter may match tests of only one part.
const selection = filters.length > 0 ? [...filters, '--pass-with-no-tests'] : []

const total: Result = { passed: 0, failed: 0, skipped: 0, failures: [] }
const skips: string[] = []
const isInterrupted = forwardSignals()
// Workers and tested applications start some hundred times; each would compile the same files again.
process.env.NODE_COMPILE_CACHE ??= path.resolve('.tmp/compile-cache')

const named = faults.filter(({ id }) => filters.includes(id) || filters.includes('--faults'))
if (parts.has('long') && named.length > 0) await runFaults(named, count)
else await runParts()
// An interrupted run has not passed.
if (isInterrupted()) add({ passed: 0, failed: 1, skipped: 0, failures: ['interrupted'] })
for (const skip of skips) console.log(`\n↓ ${skip}`)
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
// A filter that matches nothing must not look like success.
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function runParts(): Promise<void> {
  if (parts.has('check')) await count('checks', runChecks)
  // One after another: each uses all cores, and beside each other they need half as much CPU again.
  const withoutBrowser = (['unit', 'integration'] as const).filter((name) => parts.has(name))
  if (withoutBrowser.length > 0) await count('unit and integration tests', () => runVitest(withoutBrowser, selection))
  if (parts.has('screens')) await count('tests of screens', () => runVitest(['screens'], selection))
  if (parts.has('browser')) await count('browser tests', () => runPlaywright(['360', '1280'], selection))
  if (!parts.has('long')) return
  // Installed together, and not while a test waits for one.
  if (filters.length === 0) await ensurePrograms(PROGRAMS)
  await count('long tests', () => runVitest(['long', 'korea'], selection))
  await count('long tests of screens', () => runVitest(['long screens'], selection))
  const built = ['long', 'long 360', 'long 1280']
  await count('long tests of the built pages', () => runPlaywright(built, selection))
  await count('tests that need the machine alone', () => runVitest(['alone'], selection))
}

/** Adds the counts of a part; a part that could not run is one failure. @returns the counts; nothing after an interruption */
async function count(name: string, part: () => Promise<Result>): Promise<Result | undefined> {
  if (isInterrupted()) return
  const result = await part().catch(
    ({ message }: Error): Result => ({ passed: 0, failed: 1, skipped: 0, failures: [`${name}: ${message}`] }),
  )
  add(result)
  return result
}

function add({ passed, failed, skipped, failures, skips: reasons = [] }: Result): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.failures.push(...failures)
  skips.push(...reasons)
}
