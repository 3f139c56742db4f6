import { readdirSync } from 'node:fs'
import { readOptions } from './bench/options.ts'
import { runProgram } from './programs/run-program.ts'

/**
 * `npm run bench -- feed writes` runs bench/feed.bench.ts and bench/writes.bench.ts; without names, all of them. Options
 * go to each of them: `npm run bench -- soak -- --minutes 1`.
 */

const SUFFIX = '.bench.ts'
const subjects = readdirSync('bench').flatMap((file) => (file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : []))
const { names, optionArgs } = readCommand(process.argv.slice(2))
// One after the other, because each bench needs the whole machine.
for (const name of names.length > 0 ? names : subjects) {
  const { code } = await runProgram('node', [`bench/${name}${SUFFIX}`, ...optionArgs], { show: true })
  if (code !== 0) process.exitCode = 1
}

function readCommand(args: readonly string[]): { names: string[]; optionArgs: string[] } {
  try {
    const { names } = readOptions(args)
    const unknown = names.filter((name) => !subjects.includes(name))
    if (unknown.length > 0) {
      throw new Error(`Unknown bench: ${unknown.join(', ')}. The benches are ${subjects.join(', ')}.`)
    }
    return { names, optionArgs: args.filter((arg) => arg !== '--' && !names.includes(arg)) }
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
