import { readJson, useStored, write } from './browser-storage.ts'

// Data of the reader on this device, removed before the next person uses it.

const SEARCHES = 'recent_searches'
const MAX_SEARCHES = 8

function toSearches(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MAX_SEARCHES) : []
}

function changeSearches(change: (searches: string[]) => string[]): void {
  const next = change(toSearches(readJson('localStorage', SEARCHES))).slice(0, MAX_SEARCHES)
  write('localStorage', SEARCHES, next.length > 0 ? JSON.stringify(next) : null)
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

const TOWN = 'town'

/** The reader's chosen town: the parameters of its page's URL, and its name. */
export type Town = Readonly<{ near: string; area?: string; around?: string; name: string }>

export function rememberTown(town: Town): void {
  write('localStorage', TOWN, JSON.stringify(town))
}

export function forgetTown(): void {
  write('localStorage', TOWN, null)
}

export function useTown(): Town | null {
  const town = useStored(TOWN) as Partial<Town> | null | undefined
  return town?.name && town.near ? (town as Town) : null
}
