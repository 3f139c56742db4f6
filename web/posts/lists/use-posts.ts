import {
  CancelledError,
  hashKey,
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useEffect } from 'react'
import { postPath } from '#rules/paths.ts'
import { graphql } from '../../graphql.ts'
import { useHistoryEntryKey } from '../../kit/history-entry.ts'
import { type RouterContext, useRouterContext } from '../../router-context.ts'
import { getKeptList, getKeptScreen, keepList, type ListData } from '../../storage/kept-screens.ts'
import { useViewer } from '../../store/use-store.ts'
import { type ListQuery, postCardFragment } from '../queries/list-query.ts'

/** Milliseconds for which a loaded list is fresh. */
const FRESH_MS = 3000

/**
 * Query of a list on the screen. On return it shows its cached posts: a single page is refetched in the background, and a
 * longer list is refreshed by `refreshAroundRead`. Another order keeps the old posts until its own have loaded.
 */
export function shownListQuery(query: ListQuery, hydrated: boolean) {
  return infiniteQueryOptions({
    ...query,
    staleTime: FRESH_MS,
    refetchOnMount: ({ state }) => hydrated && (state.isInvalidated || (state.data?.pages.length ?? 0) < 2),
    placeholderData: keepPreviousData,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
}

export function useShownList(query: ListQuery) {
  return useInfiniteQuery(shownListQuery(query, useHydrated()))
}

/** Loads a list, and keeps it for a return to its screen. */
export function useListKeptForReturn(query: ListQuery) {
  const entry = useHistoryEntryKey()
  const viewer = useViewer()?.jwt ?? null
  const list = useShownList(query)
  const { data, isPlaceholderData, dataUpdatedAt } = list
  const context = useRouterContext()
  const hydrated = useHydrated()
  // Once for each list that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const isOld = Date.now() - dataUpdatedAt > FRESH_MS
    if (hydrated && data && data.pages.length > 1 && isOld) refreshAroundRead(context, query, entry)
  }, [hashKey(query.queryKey)])
  useEffect(() => {
    keepShownList(entry, query.queryKey, { data, isPlaceholderData }, viewer)
  }, [entry, query.queryKey, data, isPlaceholderData, viewer])
  return list
}

/** How many posts are refreshed before and after the one that was read last. */
const BEFORE = 6
const AFTER = 12

const getListedAgain = graphql(/* GraphQL */ `
  query getListedAgain($ids: [ID!]) { getPosts(ids: $ids) { data { ...PostCard } } }
${postCardFragment}`)

type ReadContext = Pick<RouterContext, 'queryClient' | 'graphql' | 'store'>

/**
 * Loads the posts around the one that was read last again, in one request however many pages the list has. Deleted ones
 * disappear from every list.
 */
export function refreshAroundRead(context: ReadContext, { queryKey }: ListQuery, entry: string | undefined): void {
  const ids = idsOf(context.queryClient.getQueryData<ListData>(queryKey))
  if (ids.length === 0) return
  const read = Math.max(
    0,
    ids.findIndex((id) => postPath(id) === getKeptScreen(entry).reading?.card),
  )
  // Without a response the list keeps its previous posts.
  refresh(context, ids.slice(Math.max(0, read - BEFORE), read + AFTER)).catch(() => {})
}

async function refresh({ queryClient, graphql, store }: ReadContext, ids: string[]): Promise<void> {
  const { data } = await getListedAgain(graphql, { ids })
  const found = new Set(data.map(({ id }) => id))
  for (const id of ids) if (!found.has(id)) store.setDeleted(`post ${id}`, true)
  // Lists of saved posts also show entries of deleted posts.
  if (found.size < ids.length) void queryClient.invalidateQueries({ queryKey: ['saved'] })
}

export function idsOf<Id extends string>(list: InfiniteData<{ data: readonly Id[] }> | undefined): Id[] {
  return list?.pages.flatMap(({ data }) => data) ?? []
}

type Shown = { data: ListData | undefined; isPlaceholderData: boolean }

/** Keeps a list for a return to its screen. Placeholder data are of another order, so they are not kept. */
export function keepShownList(entry: string | undefined, key: QueryKey, shown: Shown, viewer: string | null): void {
  const { data, isPlaceholderData } = shown
  if (data && !isPlaceholderData) keepList(entry, key, { data, viewer })
}

export type ListKeptForReturn = ReturnType<typeof useListKeptForReturn>

/** Maximum number of pages that are loaded again when a reader returns. */
const MAX_PAGES = 30

type Context = Pick<RouterContext, 'page' | 'queryClient'>

/**
 * Loads as many pages as were read in this entry of the tab's history, or the first. If only the order of the shown list
 * changes, it does not wait: the old list stays on the screen until the new one is there.
 */
export async function loadList(context: Context, query: ListQuery, entry: string | undefined): Promise<void> {
  const loading = loadKept(context, query, entry)
  // The list itself shows the error.
  if (isAnotherOrder(context.queryClient, query)) void loading.catch(() => {})
  else await loading
}

async function loadKept(context: Context, query: ListQuery, entry: string | undefined): Promise<void> {
  const client = context.queryClient
  const kept = context.page ? undefined : getKeptList(entry, query.queryKey)
  const pages = kept?.data.pages ?? []
  const again = kept && { initialPageParam: pages[0]?.startCursor ?? null, pages: Math.min(pages.length, MAX_PAGES) }
  const load = () => client.ensureInfiniteQueryData({ ...query, ...again })
  await load().catch((error: unknown) => {
    // A screen cancels its queries when it is left, but this navigation still needs the list.
    if (!(error instanceof CancelledError)) throw error
    return load()
  })
}

function isAnotherOrder(client: QueryClient, { queryKey }: ListQuery): boolean {
  const shown = client.getQueryCache().findAll({ type: 'active', queryKey: listOf(queryKey) })
  return shown.some(({ state }) => state.data !== undefined)
}

/** A list's key without its order: the feed, a keyword, an author, a place, or an area. */
function listOf([name, ...rest]: ListQuery['queryKey']): string[] {
  return name === 'posts' ? [name] : [name, ...rest.slice(0, 1)]
}
