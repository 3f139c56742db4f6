import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { fullName, VARIANTS, variantName } from '#rules/images.ts'

/** A stored file: its type, its size in bytes, the time of writing, and its content, whole or as a stream. */
export type StoredFile = {
  type: 'image/jpeg' | 'image/webp'
  size: number
  modified: Date
  bytes(): Promise<Uint8Array>
  stream(): Promise<Readable>
}

/** The files of all pictures, wherever they are stored. */
export class ImageStore {
  readonly #disk: Disk

  constructor(disk: Disk) {
    this.#disk = disk
  }

  /** Writes one file. It is durable when the promise resolves. */
  async put(name: string, content: Uint8Array): Promise<void> {
    await this.#disk.put(location(name), content)
  }

  /** The file with this name, or null. */
  async open(name: string): Promise<StoredFile | null> {
    const at = location(name)
    const found = await this.#disk.getMetaData(at).catch(async (error: unknown) => {
      if (await this.#disk.exists(at)) throw error
      return null
    })
    if (!found) return null
    return {
      type: name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp',
      size: found.contentLength,
      modified: found.lastModified,
      bytes: () => this.#disk.getBytes(at),
      stream: () => this.#disk.getStream(at),
    }
  }

  /** Removes every file of a picture; missing ones are ignored. */
  async remove(key: string): Promise<void> {
    const names = [fullName(key), ...VARIANTS.map((variant) => variantName(key, variant))]
    await Promise.all(names.map((name) => this.#disk.delete(location(name))))
  }
}

/** Pictures in a folder of this machine. */
export function folderStore(folder: string): ImageStore {
  return new ImageStore(new Disk(new DurableFolder({ location: folder, visibility: 'public' })))
}

/** Keys are random, so their first two characters spread a million pictures evenly over 4096 folders. */
function location(name: string): string {
  return `${name.slice(0, 2)}/${name}`
}

class DurableFolder extends FSDriver {
  readonly #root: string

  constructor(options: { location: string; visibility: 'public' }) {
    super(options)
    this.#root = options.location
  }

  /** Like the library's own driver, but synced to disk before a picture is reported as stored. */
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const file = path.join(this.#root, key)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, contents, { flush: true })
  }
}
