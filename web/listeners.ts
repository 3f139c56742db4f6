/** Makes a list of functions to call after each change of something; `subscribe` is as `useSyncExternalStore` wants it. */
export function createListeners() {
  const all = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: () => {
      for (const listener of all) listener()
    },
  }
}
