import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fullName, VARIANTS, variantName } from '#rules/images.ts'

export type ByteRange = Readonly<{ start: number; end: number }>

export type StoredFile = {
  type: 'image/jpeg' | 'image/webp'
  size: number
  modified: Date
  bytes(): Promise<Uint8Array>
  stream(range?: ByteRange): Readable
}

export class ImageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file is on the disk when the promise resolves. */
  async put(name: string, content: Uint8Array): Promise<void> {
    const file = this.#pathOf(name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content, { flush: true })
  }

  async open(name: string): Promise<StoredFile | null> {
    const file = this.#pathOf(name)
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!found) return null
    return {
      type: name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp',
      size: found.size,
      modified: found.mtime,
      bytes: () => readFile(file),
      stream: (range) => createReadStream(file, range),
    }
  }

  async remove(key: string): Promise<void> {
    const names = [fullName(key), ...VARIANTS.map((variant) => variantName(key, variant))]
    await Promise.all(names.map((name) => rm(this.#pathOf(name), { force: true })))
  }

  /** Keys are random, so their first two characters spread a million pictures evenly over 4096 folders. */
  #pathOf(name: string): string {
    return path.join(this.#folder, name.slice(0, 2), name)
  }
}
