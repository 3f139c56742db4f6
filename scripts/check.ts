import { runProgram, secondsTextSince } from './programs/run-program.ts'
import type { Result } from './test/reports.ts'

const FOLDERS = ['rules', 'contract', 'server', 'web', 'tests', 'e2e', 'bench', 'scripts', 'demo', 'korea']

/** Names and commands of all checks that do not run the application. */
const CHECKS: [string, string, string[]][] = [
  ['types', 'tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', '.tmp/types.tsbuildinfo']],
  ['lint and format', 'biome', ['ci', '--error-on-warnings', '--colors=off', '.']],
  ['who imports whom', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...FOLDERS]],
  [
    'nothing unused',
    'knip',
    ['--no-progress', '--treat-config-hints-as-errors', '--cache', '--cache-location', '.tmp/knip'],
  ],
  ['contract and generated types', 'node', ['scripts/generate.ts', '--check']],
]

/** Runs all checks, two at a time, and prints a line for each, followed by the output of a failed one. */
export async function runChecks(): Promise<Result> {
  const waiting = [...CHECKS]
  const tally: Result = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, args] = check
      const since = performance.now()
      const { code, output } = await runProgram(command, args)
      tally[code === 0 ? 'passed' : 'failed'] += 1
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${secondsTextSince(since)})`)
      if (code === 0) continue
      console.log(output.replaceAll(/^/gm, '  '))
      tally.failures.push(name)
    }
  }
  await Promise.all([work(), work()])
  return tally
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1
