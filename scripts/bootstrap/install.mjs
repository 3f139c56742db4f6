import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root, run } from './run.mjs'

const MODULES = path.join(root, 'node_modules')
/** What npm has installed. npm writes it as the last step. */
const RECORD = path.join(MODULES, '.package-lock.json')

const machine = `${process.platform}-${process.arch}`

/** The Node of the package for this machine. Debian's npm 9 makes no link to it in `.bin`. */
export const pinnedNode = path.join(MODULES, `node-${machine === 'darwin-arm64' ? 'bin-' : ''}${machine}`, 'bin/node')

/**
 * Whether node_modules has the packages of package-lock.json.
 * @param {boolean} [withTools] also what only tests, checks and benches need (devDependencies)
 */
export function isInstalled(withTools = false) {
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
 * @throws when npm fails, after its output was printed.
 */
export async function install(withTools = false) {
  console.error(`Installing the packages${withTools ? ' and tools' : ''}; this is needed once, and after they change …`)
  // Without npm's record an install was interrupted. npm would keep what it left half-written.
  rmSync(existsSync(RECORD) ? RECORD : MODULES, { recursive: true, force: true })
  // By itself npm decides about tools by NODE_ENV. PostgreSQL's package needs its install script.
  const options = [withTools ? '--include=dev' : '--omit=dev', '--ignore-scripts=false', '--loglevel=error']
  if ((await run('npm', ['install', '--no-save', ...options])) !== 0)
    throw new Error('npm could not install the packages. Is its registry reachable?')
  dropHeaders()
  if (!isInstalled(withTools)) throw new Error(`There is no package of Node for ${machine}.`)
}

/** Node's package brings 67 MB of C headers, which only programs need that compile extensions of Node. */
function dropHeaders() {
  const packages = readdirSync(MODULES).filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  for (const name of packages) rmSync(path.join(MODULES, name, 'include'), { recursive: true, force: true })
}

/** The packages of a lock file, by folder. */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
