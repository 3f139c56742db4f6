import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ListQuery, PostPage } from './lists.ts'

/** Where a list began and how many pages of it were read. */
type Depth = { start: string | null; pages: number }

/** Longest way back, in pages. */
const MAX_PAGES = 30

/** By the key of a place in the tab's history. The server never writes here. */
const depths = new Map<string, Depth>()

/** Remembers how far the list at this place was read, for when it is no longer kept (decision D29a: three minutes). */
export function rememberDepth(place: string | undefined, { pages }: InfiniteData<PostPage>): void {
  if (place !== undefined) depths.set(place, { start: pages[0]?.startCursor ?? null, pages: pages.length })
}

/** Loads a list for the visit of a place: its first page, or as much as was read there before. */
export async function loadList(client: QueryClient, query: ListQuery, place: string | undefined): Promise<void> {
  const depth = place === undefined ? undefined : depths.get(place)
  const again = depth && { initialPageParam: depth.start, pages: Math.min(depth.pages, MAX_PAGES) }
  await client.ensureInfiniteQueryData({ ...query, ...again })
}
