import { CancelledError, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ListQuery, PostPage } from './lists.ts'

/** Where a list began and how many pages of it were read. */
type Depth = { start: string | null; pages: number }

/** Longest way back, in pages. */
const MAX_PAGES = 30

/** Places that are remembered; each is some 100 bytes. */
const MAX_PLACES = 50

const STORED = 'list_depths'

/** By the place in the tab's history and the list that was read there. The server never writes here. */
const depths = new Map<string, Depth>(stored())

/** Remembers how far a list was read at this place, for when it is no longer kept (decision D29a: three minutes). */
export function rememberDepth(place: string | undefined, queryKey: QueryKey, pages: readonly PostPage[]): void {
  const name = nameOf(place, queryKey)
  depths.delete(name)
  depths.set(name, { start: pages[0]?.startCursor ?? null, pages: pages.length })
  try {
    // For the way back to here from a page that was loaded anew.
    sessionStorage.setItem(STORED, JSON.stringify([...depths].slice(-MAX_PLACES)))
  } catch {
    // A browser that keeps nothing goes back to the first page.
  }
}

function stored(): [string, Depth][] {
  try {
    const entries: unknown = JSON.parse(globalThis.sessionStorage?.getItem(STORED) ?? '[]')
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}

/** Loads a list for the visit of a place: its first page, or as much as was read there before. */
export async function loadList(client: QueryClient, query: ListQuery, place: string | undefined): Promise<void> {
  const depth = depths.get(nameOf(place, query.queryKey))
  const again = depth && { initialPageParam: depth.start, pages: Math.min(depth.pages, MAX_PAGES) }
  const load = () => client.ensureInfiniteQueryData({ ...query, ...again })
  await load().catch((error: unknown) => {
    // A like stops what is being read (components/use-like.ts); nobody who is waiting for this list means that.
    if (!(error instanceof CancelledError)) throw error
    return load()
  })
}

/** While a link is preloaded, the place is still the one that it leads away from, so the list must tell too. */
function nameOf(place: string | undefined, queryKey: QueryKey): string {
  return `${place} ${hashKey(queryKey)}`
}
