import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileNames } from '#rules/images.ts'
import { type ImageStore, keysOf, pathOf, type StoredFile, typeOf } from './store.ts'

/** Pictures as files below a folder. */
export class FolderStore implements ImageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

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
      type: typeOf(name),
      size: found.size,
      modified: found.mtime,
      bytes: () => readFile(file),
      stream: (range) => createReadStream(file, range),
    }
  }

  async remove(key: string): Promise<void> {
    await Promise.all(fileNames(key).map((name) => rm(this.#pathOf(name), { force: true })))
  }

  async *keys(): AsyncGenerator<string[]> {
    const shelves = await readdir(this.#folder, { withFileTypes: true }).catch(() => [])
    for (const shelf of shelves.filter((entry) => entry.isDirectory())) {
      yield keysOf(await readdir(path.join(this.#folder, shelf.name)))
    }
  }

  /** `shared-folder.ts` checks it. */
  async check(): Promise<void> {}

  close(): void {}

  #pathOf(name: string): string {
    return path.join(this.#folder, pathOf(name))
  }
}
