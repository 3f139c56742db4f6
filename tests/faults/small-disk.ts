import { execFile } from 'node:child_process'
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

/** The disk of a running application as only it sees it. */
export class SmallDisk {
  readonly folder: string
  readonly #ballast: string

  constructor({ pid, config }: Application) {
    this.folder = `/proc/${pid}/root${config.dataDir}`
    this.#ballast = path.join(this.folder, 'ballast')
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

function namespace(): string[] {
  const isRoot = process.getuid?.() === 0
  return ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', '--propagation', 'private']
}
