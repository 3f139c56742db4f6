import { readJson, storeText, useStored } from './browser-storage.ts'
import { type Town, toTown } from './town.ts'

export type { Town }

// Data of the reader on this device, removed before the next person uses it.

const SEARCHES = 'recent_searches'
const MAX_SEARCHES = 8

function toSearches(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((one) => one && typeof one === 'string').slice(0, MAX_SEARCHES) : []
}

function changeSearches(change: (searches: string[]) => string[]): void {
  const next = change(toSearches(readJson('localStorage', SEARCHES))).slice(0, MAX_SEARCHES)
  storeText('localStorage', SEARCHES, next.length > 0 ? JSON.stringify(next) : null)
}

export function rememberSearch(keyword: string): void {
  changeSearches((searches) => [keyword, ...searches.filter((one) => one !== keyword)])
}

export function forgetSearch(keyword: string): void {
  changeSearches((searches) => searches.filter((one) => one !== keyword))
}

export function forgetSearches(): void {
  changeSearches(() => [])
}

export function useRecentSearches(): string[] | null {
  const stored = useStored(SEARCHES)
  return stored === undefined ? null : toSearches(stored)
}

/** Key of the places seen lately (seen-places.ts). */
export const SEEN_PLACES_KEY = 'seen_places'

export function forgetSeenPlaces(): void {
  storeText('localStorage', SEEN_PLACES_KEY, null)
}

export const TOWN = 'town'
/** Key of the towns chosen lately (recent-towns.ts). */
export const RECENT_TOWNS = 'recent_towns'

export function rememberTown({ near, area, around, name, isAside }: Town): void {
  const town = { near, ...(area && { area }), ...(around && { around }), name, ...(isAside && { isAside }) }
  storeText('localStorage', TOWN, JSON.stringify(town))
}

export function forgetTown(): void {
  for (const key of [TOWN, TOWN_ROOM, RECENT_TOWNS]) storeText('localStorage', key, null)
}

export function useTown(): Town | null {
  return toTown(useStored(TOWN))
}

/**
 * The home page asks for the town until this is set. The page's first script reads all three keys of the town
 * (frame/early-script.ts).
 */
const TOWN_LATER = 'town_later'

export function stopAskingForTown(): void {
  storeText('localStorage', TOWN_LATER, 'true')
}

export function useShouldAskForTown(): boolean {
  return useStored(TOWN_LATER) !== true
}

/**
 * Width of the window and height of the town's part of the home page, in pixels: the next page reserves that height at the
 * same width.
 */
const TOWN_ROOM = 'town_room'

export function rememberHomeTownHeight(windowWidth: number, height: number): void {
  storeText('localStorage', TOWN_ROOM, JSON.stringify([windowWidth, height]))
}
