import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runProgram } from './run-program.ts'

/** Where a program of this name may be, best first. */
export function inPath(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** The path of a program that Debian's package of the same name brings; it is installed where permitted. null without. */
export async function ensureProgram(name: string): Promise<string | null> {
  // Services are in folders that are not in everybody's PATH.
  const find = () => [...inPath(name), `/usr/sbin/${name}`].find(isExecutable) ?? null
  if (!find() && mayInstallPackages()) await installPackages([name])
  return find()
}

export async function installPackages(names: readonly string[]): Promise<void> {
  console.error(`Installing ${names.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-qq'], { env })
  const { code, output } = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env,
  })
  if (code !== 0) console.error(output.split('\n').slice(-5).join('\n'))
}

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
