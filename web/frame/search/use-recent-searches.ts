import { useSyncExternalStore } from 'react'
import { recentSearches, storedSearches, subscribeToSearches } from '../../storage/recent-searches.ts'

/** What was searched for on this device, the last first; null on the server and until the page is taken over from it. */
export function useRecentSearches(): string[] | null {
  const stored = useSyncExternalStore(subscribeToSearches, storedSearches, () => null)
  return stored === null ? null : recentSearches(stored)
}
