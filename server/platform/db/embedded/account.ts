import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'

export const POSTGRES_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  TZ: 'UTC',
  LC_ALL: 'C',
}

const run = (command: string, args: string[], change?: Account['change']) =>
  promisify(execFile)(command, args, { ...change, env: POSTGRES_ENV })

export type Account = Readonly<{
  prefix: readonly string[]
  change?: Readonly<{ uid: number; gid: number }>
}>

type User = { name: string; uid: number; gid: number }

/**
 * Chooses the user of PostgreSQL: the current one; for root the folder's owner, a user namespace, or an unprivileged
 * user.
 * @throws {StartError} when there is no such user
 */
export async function chooseAccount(folder: string, postgres: string): Promise<Account> {
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

export async function makePrivateFolder(folder: string, { change }: Account): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  if (change) await chown(folder, change.uid, change.gid)
}

/** initdb looks up the name of its user, so the namespace maps to an existing id. */
async function inNamespace(users: readonly User[]): Promise<Account | null> {
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

async function asUser(users: readonly User[], folder: string, postgres: string): Promise<Account> {
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  const dataDir = path.dirname(folder)
  try {
    if (!user) throw new Error('no such user')
    const change = { uid: user.uid, gid: user.gid }
    // PostgreSQL's user must reach its folder, but cannot list or read the rest.
    await chmod(dataDir, 0o711)
    await run(postgres, ['--version'], change)
    await run('test', ['-x', dataDir], change)
    // Only the folder's name shows that its data were made in a namespace; those belong to root.
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

/** True for every running process whose working directory cannot be read. */
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
