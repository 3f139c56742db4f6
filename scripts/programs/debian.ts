import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from './run-program.ts'

const APT_LOCK = path.join(tmpdir(), 'matnanum-apt.lock')
const LOCK_SECONDS = 300

/** Paths where a program of this name may be, the best first. */
export function candidatePaths(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** Packages of the programs that have another name. */
const PACKAGES: Readonly<Record<string, string>> = { varnishd: 'varnish' }

/** The path of a program, after installing Debian's package of it where permitted; null if there is none. */
export async function ensureProgram(name: string): Promise<string | null> {
  await ensurePrograms([name])
  return findProgram(name)
}

/** Installs Debian's packages of missing programs, where permitted. */
export async function ensurePrograms(names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !findProgram(name))
  const packages = missing.map((name) => PACKAGES[name] ?? name)
  if (packages.length > 0 && mayInstallPackages()) await installDebianPackages(packages)
}

/** Services are in folders that are not in everybody's PATH. */
function findProgram(name: string): string | null {
  return [...candidatePaths(name), `/usr/sbin/${name}`].find(isExecutable) ?? null
}

/** Installs packages with apt-get. When that fails, it prints the end of apt-get's output and does not throw. */
export async function installDebianPackages(names: readonly string[]): Promise<void> {
  // Written without the console, which tests may not use.
  process.stderr.write(`Installing ${names.join(', ')} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // apt-get fails while another one runs: ours take turns, and the machine's own is waited for.
  const patient = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`]
  const apt = (...args: string[]) => runProgram('flock', [APT_LOCK, 'apt-get', '-qq', ...patient, ...args], { env })
  await apt('update')
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...names)
  if (code !== 0) process.stderr.write(`${output.split('\n').slice(-5).join('\n')}\n`)
}

/** Whether this is Debian and this process root. */
export function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get') && isDebian()
}

/** Ubuntu's package of that name only points to a snap. */
function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
