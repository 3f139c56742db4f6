const KEY = 'recent_searches'
const MOST = 8

const listeners = new Set<() => void>()

/** Calls the listener after each change that this page makes; returns what ends that. */
export function subscribeToSearches(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The searches as they are kept: equal texts, equal searches. */
export function storedSearches(): string {
  try {
    return localStorage.getItem(KEY) ?? '[]'
  } catch {
    return '[]'
  }
}

/** What was searched for on this device, the last first. */
export function recentSearches(stored = storedSearches()): string[] {
  try {
    const kept: unknown = JSON.parse(stored)
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Puts the keyword first among the latest of this device. */
export function rememberSearch(keyword: string): void {
  store([keyword, ...recentSearches().filter((one) => one !== keyword)].slice(0, MOST))
}

/** Removes one keyword. */
export function forgetSearch(keyword: string): void {
  store(recentSearches().filter((one) => one !== keyword))
}

/** The next person at this device has no business with them. */
export function forgetSearches(): void {
  store([])
}

function store(keywords: readonly string[]): void {
  try {
    if (keywords.length > 0) localStorage.setItem(KEY, JSON.stringify(keywords))
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing suggests nothing of its own.
  }
  for (const listener of listeners) listener()
}
