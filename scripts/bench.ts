import { readdirSync } from 'node:fs'
import { runProgram } from './step.ts'

/** `npm run bench -- feed likes` runs bench/feed.bench.ts and bench/likes.bench.ts; without names, all of them. */

const SUFFIX = '.bench.ts'
const subjects = readdirSync('bench').flatMap((file) => (file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : []))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !subjects.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench of ${unknown.join(', ')}. There is: ${subjects.join(', ')}.`)
  process.exit(1)
}
// One after the other: each wants the machine to itself.
for (const name of asked.length > 0 ? asked : subjects) {
  const { code } = await runProgram('node', [`bench/${name}${SUFFIX}`], { show: true })
  if (code !== 0) process.exitCode = 1
}
