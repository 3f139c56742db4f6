import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root, run } from './run.mjs'

const MODULES = path.join(root, 'node_modules')
/** Says which lock file is installed, and whether with the tools. */
const STAMP = path.join(MODULES, '.installed')

/** The link that npm makes to the Node of the package for this machine. */
export const pinnedNode = path.join(MODULES, '.bin/node')

/**
 * Whether node_modules was installed, to the end, from package-lock.json as it is now.
 *
 * @param {boolean} [withTools] also what only tests, checks and benches need (devDependencies)
 */
export function isInstalled(withTools = false) {
  if (!existsSync(STAMP) || !existsSync(pinnedNode)) return false
  const stamp = readFileSync(STAMP, 'utf8')
  return stamp === stampOf(true) || (!withTools && stamp === stampOf(false))
}

/**
 * Installs the locked packages. `npm install` adds what is missing, so a running site keeps the packages that it uses;
 * `npm ci` would remove all of them first.
 * @throws when npm fails, after its output was printed.
 */
export async function install(withTools = false) {
  console.error(`Installing the packages${withTools ? ' and tools' : ''}; this is needed once, and after they change …`)
  rmSync(STAMP, { force: true })
  // By itself npm decides about tools by NODE_ENV. PostgreSQL's package needs its install script.
  const options = [withTools ? '--include=dev' : '--omit=dev', '--ignore-scripts=false', '--loglevel=error']
  if ((await run('npm', ['install', '--no-save', ...options])) !== 0)
    throw new Error('npm could not install the packages. Is its registry reachable?')
  if (!existsSync(pinnedNode)) throw new Error(`There is no package of Node for ${process.platform}-${process.arch}.`)
  dropHeaders()
  writeFileSync(STAMP, stampOf(withTools))
}

function stampOf(withTools) {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  return withTools ? `${hash} with tools` : hash
}

/** Node's package brings 67 MB of C headers, which only programs need that compile extensions of Node. */
function dropHeaders() {
  const packages = readdirSync(MODULES).filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name))
  for (const name of packages) rmSync(path.join(MODULES, name, 'include'), { recursive: true, force: true })
}
