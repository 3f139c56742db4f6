import { useInfiniteQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import type { ListQuery } from '../queries/lists.ts'

/** Younger than this, a list was loaded for the visit that shows it now. */
const JUST_LOADED = 3000

/**
 * The posts of a list, page after page. Coming back shows what was loaded and reads it again behind; a page that the
 * server has just rendered is not read twice.
 */
export function usePosts(query: ListQuery) {
  const hydrated = useHydrated()
  return useInfiniteQuery({
    ...query,
    refetchOnMount: ({ state }) => hydrated && Date.now() - state.dataUpdatedAt > JUST_LOADED,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
}

export type Posts = ReturnType<typeof usePosts>
