import type { Readable } from 'node:stream'
import { keyOfFileName } from '#rules/images.ts'

export type ByteRange = Readonly<{ start: number; end: number }>

export type StoredFile = {
  type: 'image/jpeg' | 'image/webp'
  size: number
  modified: Date
  bytes(): Promise<Uint8Array>
  stream(range?: ByteRange): Readable
}

/** Where the files of pictures are. Names are those of `rules/images.ts`. */
export interface ImageStore {
  /** The file is stored for good when the promise resolves. */
  put(name: string, content: Uint8Array): Promise<void>
  open(name: string): Promise<StoredFile | null>
  /** Removes all files of a picture; those that are gone already are no error. */
  remove(key: string): Promise<void>
  /** Of all pictures that have a file, some at a time; a picture may come twice. */
  keys(): AsyncIterable<string[]>
  /** @throws {StartError} when it cannot be used */
  check(): Promise<void>
  close(): void
}

/** Keys are random, so their first two characters spread a million pictures evenly over 4096 folders. */
export function pathOf(name: string): string {
  return `${name.slice(0, 2)}/${name}`
}

export function typeOf(name: string): StoredFile['type'] {
  return name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp'
}

/** Other files are left out. */
export function keysOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => keyOfFileName(name) ?? []))]
}

/** Pictures are being moved: new ones go to `store`, and those that are not there yet are in `former`. */
export function withFormer(store: ImageStore, former: ImageStore): ImageStore {
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
