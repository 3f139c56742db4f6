import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pinnedNode } from './install.mjs'
import { root, run, taskEnv } from './run.mjs'

/** The inputs of the built pages. */
const INPUTS = [
  'web',
  'rules',
  'contract',
  'korea/map',
  'scripts/build.ts',
  'scripts/build',
  'vite.config.ts',
  'package.json',
  'tsconfig.json',
  'package-lock.json',
]
const STAMP = path.join(root, 'dist/inputs.sha256')

/**
 * Where Node keeps the compiled modules of the server, TypeScript among them: they take half a second of every process that
 * starts. Each new build begins with an empty one.
 */
export const compileCache = path.join(root, '.tmp/compile-cache')

/** Whether dist/ was built, to the end, from the files as they are now. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashInputs()
}

/** @throws when the build fails, after its output was printed. */
export async function build() {
  console.error('Building the pages …')
  const inputs = hashInputs()
  rmSync(STAMP, { force: true })
  rmSync(compileCache, { recursive: true, force: true })
  const env = taskEnv({ NODE_ENV: 'production' })
  if ((await run(pinnedNode, ['scripts/build.ts'], { env })) !== 0) throw new Error('The pages could not be built.')
  writeFileSync(STAMP, inputs)
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** The tree of routes and tests do not count: the build writes the former and does not read the latter. */
function listFiles(input) {
  if (!existsSync(path.join(root, input))) return []
  if (/(?:route-tree\.gen|\.test)\.tsx?$/.test(input)) return []
  if (!statSync(path.join(root, input)).isDirectory()) return [input]
  return readdirSync(path.join(root, input))
    .flatMap((name) => listFiles(path.join(input, name)))
    .sort()
}
