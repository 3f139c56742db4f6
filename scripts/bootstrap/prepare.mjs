import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { root, runInProject, taskEnv } from './run.mjs'

/**
 * Installs the packages and builds the pages, unless that is done.
 * @throws an error whose message is a sentence for the operator
 */
export async function prepare({ needsTools = false, needsBuild = false }) {
  await whenNeeded(
    () => isInstalled(needsTools),
    () => install(needsTools),
  )
  if (needsBuild) await whenNeeded(isBuilt, build)
}

/** Does the work unless it is done. Of several simultaneous starts one does it, and the others wait. */
async function whenNeeded(isDone, work) {
  if (!isDone()) await withLock(async () => isDone() || (await work()))
}

const LOCK = path.join(root, '.tmp/start.lock')
const POLL_MS = 200
const RENEWAL_MS = 1000
/** Milliseconds after which a lock without renewal belongs to a killed start. */
const STALE_MS = 10_000

/** Runs `work` alone among the starts in this folder, after waiting for the others. */
async function withLock(work) {
  mkdirSync(path.dirname(LOCK), { recursive: true })
  for (let isWaiting = false; !take(); await wait(POLL_MS)) {
    if (!isWaiting) console.error('Another start in this folder is installing or building; waiting …')
    isWaiting = true
  }
  const renewal = setInterval(() => utimesSync(LOCK, new Date(), new Date()), RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    rmSync(LOCK, { force: true })
  }
}

function take() {
  try {
    writeFileSync(LOCK, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const renewed = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs
    if (renewed < Date.now() - STALE_MS) rmSync(LOCK, { force: true })
    return false
  }
}

const MODULES = path.join(root, 'node_modules')
/** Record of the installed packages, which npm writes as its last step. */
const RECORD = path.join(MODULES, '.package-lock.json')

const machine = `${process.platform}-${process.arch}`

/** The Node of the package for this machine. Debian's npm 9 makes no link to it in `.bin`. */
export const pinnedNode = path.join(MODULES, `node-${machine === 'darwin-arm64' ? 'bin-' : ''}${machine}`, 'bin/node')

/**
 * Whether node_modules has the packages of package-lock.json.
 * @param {boolean} withTools also what only tests, checks and benches need (devDependencies)
 */
function isInstalled(withTools) {
  if (!existsSync(RECORD) || !existsSync(pinnedNode)) return false
  const installed = readPackages(RECORD)
  const { '': _, ...locked } = readPackages(path.join(root, 'package-lock.json'))
  return Object.entries(locked).every(([folder, { version, integrity, dev, optional }]) => {
    if (dev && !withTools) return true
    const found = installed[folder]
    // The lock may lack checksums of packages for other platforms.
    return found ? found.version === version && (!integrity || found.integrity === integrity) : optional === true
  })
}

/**
 * Installs the locked packages. `npm install` adds what is missing, so that a running site keeps what it uses; `npm ci`
 * would remove everything first.
 * @param {boolean} withTools
 * @throws when npm fails, after its output was printed.
 */
async function install(withTools) {
  console.error(`Installing the packages${withTools ? ' and tools' : ''}; this is needed once, and after they change …`)
  // Without npm's record an install was interrupted. npm would keep what it left half-written.
  rmSync(existsSync(RECORD) ? RECORD : MODULES, { recursive: true, force: true })
  // By itself npm decides about tools by NODE_ENV. PostgreSQL's package needs its install script.
  const options = [withTools ? '--include=dev' : '--omit=dev', '--ignore-scripts=false', '--loglevel=error']
  if ((await runInProject('npm', ['install', '--no-save', ...options])) !== 0)
    throw new Error('npm could not install the packages. Is its registry reachable?')
  dropHeaders()
  if (!withTools) dropSourceMaps()
  if (!isInstalled(withTools)) throw new Error(`There is no package of Node for ${machine}.`)
}

/** Node's package brings 67 MB of C headers, which only programs need that compile extensions of Node. */
function dropHeaders() {
  const packages = readdirSync(MODULES).filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  for (const name of packages) rmSync(path.join(MODULES, name, 'include'), { recursive: true, force: true })
}

/** 34 MB that are only needed to debug packages. */
function dropSourceMaps() {
  const files = readdirSync(MODULES, { recursive: true }).filter((file) => file.endsWith('.map'))
  for (const file of files) rmSync(path.join(MODULES, file), { force: true })
}

/** The packages of a lock file, by folder. */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

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
 * Folder in which Node keeps the compiled modules of the server: compiling them anew would take every starting process half a
 * second. Each new build empties it.
 */
export const compileCache = path.join(root, '.tmp/compile-cache')

/** Whether dist/ was built, to the end, from the files as they are now. */
function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashInputs()
}

/** @throws when the build fails, after its output was printed. */
async function build() {
  console.error('Building the pages …')
  const inputs = hashInputs()
  rmSync(STAMP, { force: true })
  rmSync(compileCache, { recursive: true, force: true })
  const env = taskEnv({ NODE_ENV: 'production' })
  if ((await runInProject(pinnedNode, ['scripts/build.ts'], { env })) !== 0)
    throw new Error('The pages could not be built.')
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
