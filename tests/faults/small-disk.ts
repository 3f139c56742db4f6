import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Application } from './application.ts'

/**
 * A command that runs another with a disk of that many megabytes mounted on the data folder; only its processes see the
 * disk, and it disappears with the last of them.
 */
export function onSmallDisk(megabytes: number): (dataDir: string) => string[] {
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=0700 none "$0" && cd "$0" && exec "$@"`
  return (dataDir) => [...namespace(), 'sh', '-c', script, dataDir]
}

/** Whether this machine allows such a mount: Linux, as root or with user namespaces. */
export async function canHaveSmallDisk(): Promise<boolean> {
  const [command = '', ...args] = [...namespace(), 'mount', '-t', 'tmpfs', 'none', '/mnt']
  return promisify(execFile)(command, args).then(
    () => true,
    () => false,
  )
}

/** A small disk as only its programs see it. */
export class SmallDisk {
  readonly folder: string
  readonly #ballast: string

  constructor(pid: number | undefined, folder: string) {
    this.folder = `/proc/${pid}/root${folder}`
    this.#ballast = path.join(this.folder, 'ballast')
  }

  static of({ pid, config }: Application): SmallDisk {
    return new SmallDisk(pid, config.dataDir)
  }

  /** Fills the disk except for that many bytes. */
  async fill(left = 0): Promise<void> {
    await this.free()
    const reserve = path.join(this.folder, 'reserve')
    if (left > 0) await writeFile(reserve, Buffer.alloc(left))
    const block = Buffer.alloc(64 * 1024)
    for (let isFull = false; !isFull; ) {
      isFull = await writeFile(this.#ballast, block, { flag: 'a' }).then(
        () => false,
        () => true,
      )
    }
    await rm(reserve, { force: true })
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true })
  }

  /** Paths of all files in a folder of the data folder, without those that register running instances. */
  async files(name: string): Promise<string[]> {
    const entries = await readdir(path.join(this.folder, name), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.instances'))
      .map((entry) => path.join(entry.parentPath, entry.name))
  }
}

/** A disk that stays when its programs end, until its holder is killed. */
export type HeldDisk = Readonly<{
  holder: ChildProcess
  /** A command that runs another which sees the disk, as this user if one is named. */
  inside(user?: Readonly<{ uid: number; gid: number }>): string[]
}>

/** Mounts a disk of that many megabytes on a folder, of that user if one is named. */
export async function holdSmallDisk(
  folder: string,
  megabytes: number,
  user?: Readonly<{ uid: number; gid: number }>,
): Promise<HeldDisk> {
  const owner = user ? `,uid=${user.uid},gid=${user.gid}` : ''
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=0700${owner} none "$0" && echo mounted && exec sleep infinity`
  const [command = '', ...args] = [...namespace(), 'sh', '-c', script, folder]
  const holder = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => Promise.reject(new Error('no disk can be mounted'))),
  ])
  const isRoot = process.getuid?.() === 0
  const namespaces = ['--mount', ...(isRoot ? [] : ['--user', '--preserve-credentials'])]
  const enter = ['nsenter', '--target', String(holder.pid), ...namespaces]
  return { holder, inside: (as) => (as ? [...enter, '-S', String(as.uid), '-G', String(as.gid)] : enter) }
}

function namespace(): string[] {
  const isRoot = process.getuid?.() === 0
  return ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', '--propagation', 'private']
}
