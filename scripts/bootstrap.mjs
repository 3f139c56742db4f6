import process from 'node:process'
import { compileCache, pinnedNode, prepare } from './bootstrap/prepare.mjs'
import { heapMb, runInProject, serverOptions, taskEnv } from './bootstrap/run.mjs'

// This program exists because it brings Node 24: it runs under the machine's own Node (18 or later), installs the
// locked packages, Node 24 among them, and runs the task with that. So it is plain JavaScript without packages.

/** The command of each task. */
const TASKS = {
  start: {
    needsBuild: true,
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache },
    args: [...serverOptions(heapMb()), 'server/main.ts'],
  },
  dev: { env: { NODE_ENV: 'development' }, args: ['server/main.ts'] },
  build: { needsBuild: true },
  check: { needsTools: true, args: ['scripts/check.ts'] },
  test: { needsTools: true, args: ['scripts/test.ts'] },
  'test:long': { needsTools: true, args: ['scripts/test.ts', 'long'] },
  bench: { needsTools: true, needsBuild: true, args: ['scripts/bench.ts'] },
  admin: { args: ['scripts/admin.ts'] },
  demo: { args: ['scripts/demo.ts'] },
  backup: { args: ['scripts/backup.ts'] },
  restore: { args: ['scripts/restore.ts'] },
  doctor: { args: ['scripts/doctor.ts'] },
  explain: { args: ['scripts/explain.ts'] },
  'places:import': { args: ['scripts/places-import.ts'] },
  'pictures:move': { args: ['scripts/pictures-move.ts'] },
  // All streets of the country are in memory at once.
  'korea:bundle': { needsTools: true, args: ['--max-old-space-size=12000', 'korea/tools/bundle.ts'] },
  generate: { needsTools: true, args: ['scripts/generate.ts'] },
  fonts: { needsTools: true, args: ['scripts/fonts.ts'] },
  format: { needsTools: true, args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'] },
}

const [name = '', ...args] = process.argv.slice(2)
const task = TASKS[name]
if (!task) fail(`Usage: node scripts/bootstrap.cjs ${Object.keys(TASKS).join('|')}`)

await prepare(task).catch((error) => fail(error.message))
if (task.args) process.exit(await runInProject(pinnedNode, [...task.args, ...args], { env: taskEnv(task.env) }))

function fail(message) {
  console.error(message)
  process.exit(1)
}
