import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because its registry did not
 * have them. Without them `npm ci` refuses the lock file on a machine with the same registry. They are installed only
 * where they fit, where npm finds them by name and version.
 *
 * Run `npm run lock` after every `npm install`. With `--check` nothing is written, and an incomplete file exits with 1.
 */
const FILE = 'package-lock.json'
const lock = JSON.parse(readFileSync(FILE, 'utf8'))

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32', 'sunos', 'aix']
const processors = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'armv7',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

let added = 0
for (const [location, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked(location, name)) continue
    const platform = platformOf(name)
    if (!platform) continue
    const flags = parent.dev || parent.devOptional ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...platform,
      ...flags,
      optional: true,
    }
    added++
  }
}
const hosts = Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith('http')).length
if (process.argv.includes('--check')) {
  if (added > 0)
    console.error(`${FILE} lacks ${added} packages of other platforms: run \`npm run lock\` and commit it.`)
  if (hosts > 0) console.error(`${FILE} names ${hosts} download addresses: install with the .npmrc of this folder.`)
  process.exitCode = added + hosts > 0 ? 1 : 0
} else if (added > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${added} packages of other platforms added to ${FILE}`)
}

/** Whether npm would find the package from this folder, searching upwards like Node. */
function isLocked(location, name) {
  const nested = `${location === '' ? '' : `${location}/`}node_modules/${name}`
  return nested in lock.packages || `node_modules/${name}` in lock.packages
}

function platformOf(name) {
  const words = name.replace(/^.*\//, '').split('-')
  if (words.includes('wasi')) return { cpu: ['wasm32'] }
  const os = systems.find((system) => words.includes(system)) ?? (words.includes('windows') ? 'win32' : undefined)
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os || !cpu) return null
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : null
  return { os: [os], cpu: [cpu], ...(libc && { libc }) }
}
