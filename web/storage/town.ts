import { useSyncExternalStore } from 'react'

const KEY = 'town'

/** The place that the reader has chosen as theirs: what the URL of its page has, and its name. */
export type Town = Readonly<{ near: string; area?: string; around?: string; name: string }>

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Equal as long as the place is. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberTown(town: Town): void {
  store(JSON.stringify(town))
}

/** The next person at this device must not see it. */
export function forgetTown(): void {
  store(null)
}

function store(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
  } catch {
    // Without storage a place is chosen each time.
  }
  for (const listener of listeners) listener()
}

/** The remembered place; null without one, on the server and until hydration. */
export function useTown(): Town | null {
  const text = useSyncExternalStore(subscribe, stored, () => null)
  try {
    const town: Partial<Town> | null = JSON.parse(text ?? 'null')
    return town?.name && town.near ? (town as Town) : null
  } catch {
    return null
  }
}
