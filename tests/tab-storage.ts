import { beforeEach, vi } from 'vitest'

/** Stand-in for the storage of a browser's tab. `isFull` refuses writes. */
export type TabStorage = { stored: Map<string, string>; isFull: boolean }

/** Gives each test of a file an empty `sessionStorage`. */
export function stubTabStorage(): TabStorage {
  const storage: TabStorage = { stored: new Map(), isFull: false }
  beforeEach(() => {
    storage.stored = new Map()
    storage.isFull = false
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => storage.stored.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (storage.isFull) throw new DOMException('full', 'QuotaExceededError')
        storage.stored.set(name, value)
      },
      removeItem: (name: string) => storage.stored.delete(name),
    })
    return () => vi.unstubAllGlobals()
  })
  return storage
}
