import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../data-folder.ts'
import { createFile, syncFolder } from '../lasting-file.ts'
import { StartError } from '../start-error.ts'

/** A folder or a bucket of backups. Names are relative to it, with slashes. */
export interface BackupPlace {
  /** Environment variable that names the place. */
  readonly setting: 'BACKUP_DIR' | 'BACKUP_URL'
  /** Path or URL of a file, for people and for commands. */
  addressOf(name: string): string
  /**
   * Whether every backup reads the copies of pictures again. S3 stores check their own, and often charge for reading.
   */
  readonly readsCopies: boolean
  /** Makes the folder if it is missing, and removes what interrupted backups have left. */
  prepare(): Promise<void>
  /** Names of the finished files directly in the place, those last written first. */
  names(): Promise<string[]>
  /** Names directly in one folder of the place; those of folders end in a slash. */
  listFolder(folder: string): Promise<string[]>
  read(name: string): AsyncIterable<Buffer>
  /** Writes a small file. @param overwrites allows a file of this name to exist */
  put(name: string, content: Uint8Array | string, overwrites?: boolean): Promise<void>
  /**
   * Writes a file that counts only after `verify` has read it; `verify` gets the name that the file has until then.
   * @throws {StartError} if the file exists, or its folder does not
   */
  create<T>(name: string, file: NewFile<T>): Promise<T>
  remove(name: string): Promise<void>
  /** @throws {StartError} saying what is wrong with the store or its key */
  check(): Promise<void>
  close(): void
}

/** A file that is to be written into a place: its content, and how the written file is verified. */
export type NewFile<T> = Readonly<{
  content: () => Readable
  verify: (name: string) => Promise<T>
  /** Called before anything is written, such as to take the lock against other backups. */
  begin: () => Promise<void>
  signal?: AbortSignal | undefined
}>

/** Ending of a file that is being written. */
export const UNFINISHED_ENDING = '.unfinished'

/** Unfinished files without a write for this long belong to no running backup. */
export const ABANDONED_MS = 86_400_000

/** A folder of backups on this machine. */
export class FolderPlace implements BackupPlace {
  readonly setting = 'BACKUP_DIR'
  readonly readsCopies = true
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  addressOf(name: string): string {
    return path.join(this.#folder, name)
  }

  async prepare(): Promise<void> {
    await makeFolder(this.#folder)
    await access(this.#folder, constants.W_OK)
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith('matnanum-') || !name.endsWith(UNFINISHED_ENDING)) continue
      const found = await stat(this.addressOf(name)).catch(() => null)
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await this.remove(name)
    }
  }

  async names(): Promise<string[]> {
    const names = await readdir(this.#folder)
    const finished = names.filter((name) => !name.endsWith(UNFINISHED_ENDING))
    const found = finished.map(async (name) => ({ name, file: await stat(this.addressOf(name)).catch(() => null) }))
    const files = (await Promise.all(found)).filter(({ file }) => file?.isFile())
    return files.toSorted((a, b) => (b.file?.mtimeMs ?? 0) - (a.file?.mtimeMs ?? 0)).map(({ name }) => name)
  }

  async listFolder(folder: string): Promise<string[]> {
    const entries = await readdir(this.addressOf(folder), { withFileTypes: true }).catch(ifMissing)
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  }

  read(name: string): AsyncIterable<Buffer> {
    return createReadStream(this.addressOf(name))
  }

  async put(name: string, content: Uint8Array | string, overwrites = false): Promise<void> {
    const file = this.addressOf(name)
    await makeFolder(path.dirname(file))
    if (!overwrites) return createFile(file, content)
    await rm(`${file}.next`, { force: true })
    await createFile(`${file}.next`, content)
    await rename(`${file}.next`, file)
  }

  async create<T>(name: string, { content, verify, begin, signal }: NewFile<T>): Promise<T> {
    const file = this.addressOf(name)
    const unfinished = `${file}${UNFINISHED_ENDING}`
    await requireFolder(file)
    await requireFree(file)
    await begin()
    // Only a backup that is alone owns the unfinished file, and may remove it.
    try {
      await rm(unfinished, { force: true })
      signal?.throwIfAborted()
      const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(content(), output, { ...(signal && { signal }) })
      const verified = await verify(`${name}${UNFINISHED_ENDING}`)
      await rename(unfinished, file)
      await syncFolder(path.dirname(file))
      return verified
    } catch (error) {
      // A failed removal is ignored, because the first failure is the one to report.
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.addressOf(name), { force: true })
  }

  async check(): Promise<void> {}

  close(): void {}
}

/**
 * Reads a small file as a whole, but stops a little beyond `most` bytes, so that a hostile store cannot fill the
 * memory.
 */
export async function readBounded(place: Pick<BackupPlace, 'read'>, name: string, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of place.read(name)) {
    parts.push(part)
    length += part.length
    if (length > most) break
  }
  return Buffer.concat(parts)
}

/** Most bytes of a JSON file that the site keeps beside backups. */
export const MOST_NOTE_BYTES = 16 * 1024

function ifMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function requireFolder(file: string): Promise<void> {
  const folder = path.dirname(file)
  const found = await stat(folder).catch(({ code }: NodeJS.ErrnoException) => code)
  if (found === 'ENOENT') throw new StartError(`The backup ${file} was not made: there is no folder ${folder}.`)
  if (found === 'ENOTDIR' || (typeof found === 'object' && !found.isDirectory()))
    throw new StartError(`The backup ${file} was not made: ${folder} is no folder.`)
}

async function requireFree(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw existsError(file)
}

/** @param file path or URL of the existing file */
export function existsError(file: string): StartError {
  return new StartError(`${file} exists already: choose another name, or remove it.`)
}
