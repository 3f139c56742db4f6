import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useHydrated, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useViewer } from '../accounts/viewer.ts'
import { keepList, type ListData } from '../storage/kept-lists.ts'
import type { ListQuery } from './lists.ts'

/** Data younger than this was loaded for the current visit, in milliseconds. */
const JUST_LOADED = 3000

/**
 * Query options of a list on the screen. On return it shows the cached posts and refetches them in the background; data
 * that the server has just rendered is not fetched again. When the order changes, the old posts stay until the new ones
 * have loaded.
 */
export function shownList(query: ListQuery, hydrated: boolean) {
  return infiniteQueryOptions({
    ...query,
    staleTime: JUST_LOADED,
    refetchOnMount: hydrated,
    placeholderData: keepPreviousData,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
}

/** The posts of a list, page by page, stored for a later return. */
export function usePosts(query: ListQuery) {
  const hydrated = useHydrated()
  const place = useLocation({ select: (location) => location.state.__TSR_key })
  const viewer = useViewer()?.jwt ?? null
  const list = useInfiniteQuery(shownList(query, hydrated))
  const { data, isPlaceholderData } = list
  useEffect(() => {
    keepShown(place, query.queryKey, { data, isPlaceholderData }, viewer)
  }, [place, query.queryKey, data, isPlaceholderData, viewer])
  return list
}

type Shown = { data: ListData | undefined; isPlaceholderData: boolean }

/**
 * Stores the loaded part of a list for a later return. Placeholder data are of another order, so they are not stored.
 */
export function keepShown(place: string | undefined, key: QueryKey, shown: Shown, viewer: string | null): void {
  const { data, isPlaceholderData } = shown
  if (data && !isPlaceholderData) keepList(place, key, { data, viewer })
}

export type Posts = ReturnType<typeof usePosts>
