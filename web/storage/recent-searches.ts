import { useSyncExternalStore } from 'react'

const KEY = 'recent_searches'
const MAX_SEARCHES = 8

const listeners = new Set<() => void>()

/** Calls the listener after each change made by this page; returns the unsubscribe function. */
function subscribeToSearches(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The stored text of the searches. It is equal as long as the searches are. */
function storedSearches(): string {
  try {
    return localStorage.getItem(KEY) ?? '[]'
  } catch {
    return '[]'
  }
}

function recentSearches(stored = storedSearches()): string[] {
  try {
    const kept: unknown = JSON.parse(stored)
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

export function rememberSearch(keyword: string): void {
  store([keyword, ...recentSearches().filter((one) => one !== keyword)].slice(0, MAX_SEARCHES))
}

export function forgetSearch(keyword: string): void {
  store(recentSearches().filter((one) => one !== keyword))
}

/** Removes all; the next person at this device must not see them. */
export function forgetSearches(): void {
  store([])
}

function store(keywords: readonly string[]): void {
  try {
    if (keywords.length > 0) localStorage.setItem(KEY, JSON.stringify(keywords))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage there are no recent searches.
  }
  for (const listener of listeners) listener()
}

/** Recent searches on this device, newest first; null on the server and until hydration. */
export function useRecentSearches(): string[] | null {
  const stored = useSyncExternalStore(subscribeToSearches, storedSearches, () => null)
  return stored === null ? null : recentSearches(stored)
}
