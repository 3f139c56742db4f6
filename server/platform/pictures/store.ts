import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { keyOfPictureFileName, pictureFileNames } from '#rules/images.ts'
import type { Database } from '../database/connect.ts'

export type ByteRange = Readonly<{ start: number; end: number }>

export type StoredFile = {
  type: 'image/jpeg' | 'image/webp'
  size: number
  modified: Date
  bytes(): Promise<Uint8Array>
  stream(range?: ByteRange): Readable
}

export interface ImageStore {
  put(name: string, content: Uint8Array): Promise<void>
  open(name: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
  keys(): AsyncIterable<string[]>
  /** @throws {StartError} when the store cannot be used */
  check(): Promise<void>
  close(): void
}

/**
 * Path of a file in a store: its name in a folder of its first two characters. Random keys spread evenly over 4096
 * folders.
 */
export function pathInStore(name: string): string {
  return `${name.slice(0, 2)}/${name}`
}

export function imageTypeOf(name: string): StoredFile['type'] {
  return name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp'
}

export function imageKeysOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => keyOfPictureFileName(name) ?? []))]
}

/** Store during a move: new pictures go to `store`, and missing ones are read from `former`. */
export function withFallbackStore(store: ImageStore, former: ImageStore): ImageStore {
  return {
    put: (name, content) => store.put(name, content),
    open: async (name) => (await store.open(name)) ?? former.open(name),
    remove: async (key) => {
      await former.remove(key)
      await store.remove(key)
    },
    async *keys() {
      yield* store.keys()
      yield* former.keys()
    },
    check: () => store.check(),
    close: () => store.close(),
  }
}

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
      type: imageTypeOf(name),
      size: found.size,
      modified: found.mtime,
      bytes: () => readFile(file),
      stream: (range) => createReadStream(file, range),
    }
  }

  async remove(key: string): Promise<void> {
    await Promise.all(pictureFileNames(key).map((name) => rm(this.#pathOf(name), { force: true })))
  }

  async *keys(): AsyncGenerator<string[]> {
    const folders = await readdir(this.#folder, { withFileTypes: true }).catch(() => [])
    for (const folder of folders.filter((entry) => entry.isDirectory())) {
      yield imageKeysOf(await readdir(path.join(this.#folder, folder.name)))
    }
  }

  async check(): Promise<void> {}

  close(): void {}

  #pathOf(name: string): string {
    return path.join(this.#folder, pathInStore(name))
  }
}

const BATCH = 500
const COPY_CONCURRENCY = 8

/** Counts of the copying so far; `missing` are keys without a file in either store. */
export type CopyProgress = { pictures: number; files: number; missing: string[] }

/** Copies the files of all pictures to another store; the originals stay. */
export async function copyImages(
  db: Database,
  { from, to }: { from: ImageStore; to: ImageStore },
  onProgress: (moved: CopyProgress) => void,
): Promise<CopyProgress> {
  const moved: CopyProgress = { pictures: 0, files: 0, missing: [] }
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return moved
    after = last.id
    const left = rows.values()
    const work = async () => {
      for (const { id, key } of left) await moveOne(db, { from, to, id, key }, moved)
    }
    await Promise.all(Array.from({ length: COPY_CONCURRENCY }, work))
    onProgress(moved)
  }
}

type One = { from: ImageStore; to: ImageStore; id: number; key: string }

async function moveOne(db: Database, { from, to, id, key }: One, moved: CopyProgress): Promise<void> {
  let found = 0
  for (const name of pictureFileNames(key)) {
    const [file, copy] = await Promise.all([from.open(name), to.open(name)])
    if (file || copy) found += 1
    if (!file || file.size === copy?.size) continue
    await to.put(name, await file.bytes())
    moved.files += 1
  }
  moved.pictures += 1
  const row = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) await to.remove(key)
  else if (found === 0) moved.missing.push(key)
}
