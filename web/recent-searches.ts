const KEY = 'recent_searches'
const MOST = 8

/** What was searched for on this device, the last first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Puts the keyword first among the latest of this device. */
export function rememberSearch(keyword: string): void {
  const others = recentSearches().filter((one) => one !== keyword)
  try {
    localStorage.setItem(KEY, JSON.stringify([keyword, ...others].slice(0, MOST)))
  } catch {
    // A browser that keeps nothing suggests nothing of its own.
  }
}

/** The next person at this device has no business with them. */
export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
