import { useInfiniteQuery } from '@tanstack/react-query'
import { useHydrated, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberDepth } from '../queries/list-depth.ts'
import type { ListQuery } from '../queries/lists.ts'

/** Younger than this, a list was loaded for the visit that shows it now. */
const JUST_LOADED = 3000

/**
 * The posts of a list, page after page. Coming back shows what was loaded and reads it again behind; a page that the
 * server has just rendered is not read twice.
 */
export function usePosts(query: ListQuery) {
  const hydrated = useHydrated()
  const place = useLocation({ select: (location) => location.state.__TSR_key })
  const list = useInfiniteQuery({
    ...query,
    refetchOnMount: ({ state }) => hydrated && Date.now() - state.dataUpdatedAt > JUST_LOADED,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  const { data } = list
  useEffect(() => {
    if (data) rememberDepth(place, query.queryKey, data.pages)
  }, [place, query.queryKey, data])
  return list
}

export type Posts = ReturnType<typeof usePosts>
