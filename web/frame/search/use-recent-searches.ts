import { useSyncExternalStore } from 'react'
import { recentSearches, storedSearches, subscribeToSearches } from '../../storage/recent-searches.ts'

/** Recent searches on this device, newest first; null on the server and until hydration. */
export function useRecentSearches(): string[] | null {
  const stored = useSyncExternalStore(subscribeToSearches, storedSearches, () => null)
  return stored === null ? null : recentSearches(stored)
}
