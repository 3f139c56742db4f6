import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { fileNames } from '#rules/images.ts'
import { createFile } from '../lasting-file.ts'
import { type ImageStore, pathOf } from '../pictures/store.ts'

/** Name and SHA-256 of a picture's file. */
export type KeptPicture = readonly [name: string, sum: string]

/** Folder beside scheduled backups with the pictures of all of them, each once. */
const PICTURES_FOLDER = 'pictures'

const SUM = /^[0-9a-f]{64}$/

/**
 * Pictures of several backups. A copy has the SHA-256 of its bytes in its name, and the time of the newest backup that
 * shows it.
 */
export class KeptPictures {
  readonly #folder: string

  /** @param backup file of a backup beside them */
  constructor(backup: string) {
    this.#folder = path.join(path.dirname(backup), PICTURES_FOLDER)
  }

  /** Copies what is not kept yet; none if `store` has no such picture. A copy that has changed is replaced. */
  async keep(store: ImageStore, key: string, now: Date): Promise<KeptPicture[]> {
    const shelf = path.join(this.#folder, pathOf(key).split('/')[0] ?? '')
    const copies = await readdir(shelf).catch(() => [])
    const kept: KeptPicture[] = []
    for (const name of fileNames(key)) {
      const sum = (await this.#sumOfCopy(shelf, copies, name, now)) ?? (await this.#copy(store, name))
      if (sum !== null) kept.push([name, sum])
      else if (kept.length === 0) return []
    }
    return kept
  }

  /** @throws {Error} without an unchanged copy */
  async read([name, sum]: KeptPicture): Promise<Buffer> {
    if (!SUM.test(sum)) throw new Error(`the picture ${name} has no checksum`)
    const file = path.join(this.#folder, `${pathOf(name)}.${sum}`)
    const bytes = await readFile(file).catch(() => null)
    if (bytes === null) throw new Error(`${file} is missing: ${PICTURES_FOLDER} belongs to it`)
    if (sha256(bytes) !== sum) throw new Error(`${file} is not what was written`)
    return bytes
  }

  /** Removes copies that only backups from before `oldest` show. */
  async removeUnused(oldest: Date): Promise<void> {
    const shelves = await readdir(this.#folder, { withFileTypes: true }).catch(() => [])
    for (const shelf of shelves.filter((entry) => entry.isDirectory())) {
      const folder = path.join(this.#folder, shelf.name)
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name)
        const found = await stat(file).catch(() => null)
        if (found && found.mtimeMs < oldest.getTime()) await rm(file, { force: true })
      }
    }
  }

  async #sumOfCopy(shelf: string, copies: readonly string[], name: string, now: Date): Promise<string | null> {
    const copy = copies.find((copy) => copy.startsWith(`${name}.`) && SUM.test(copy.slice(name.length + 1)))
    if (copy === undefined) return null
    const file = path.join(shelf, copy)
    const sum = copy.slice(name.length + 1)
    if (sha256(await readFile(file)) !== sum) {
      await rm(file)
      return null
    }
    const { mtime } = await stat(file)
    // A clock that was set back must not make a copy look unused.
    if (mtime < now) await utimes(file, now, now)
    return sum
  }

  async #copy(store: ImageStore, name: string): Promise<string | null> {
    const found = await store.open(name)
    if (!found) return null
    const bytes = await found.bytes()
    const sum = sha256(bytes)
    const file = path.join(this.#folder, `${pathOf(name)}.${sum}`)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await createFile(file, bytes)
    return sum
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
