import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { keptList } from '../kept-lists.ts'
import type { RouterContext } from '../router-context.ts'
import type { ListQuery } from './lists.ts'
import { currentViewer } from './viewer.ts'

type Context = Pick<RouterContext, 'page' | 'queryClient'>

/**
 * Loads a list for the visit of a place in the tab's history: as it was read there before, or its first page. Another
 * order of the list that is shown is not waited for: that one stays until this one is there (components/use-posts.ts).
 */
export async function loadList(context: Context, query: ListQuery, place: string | undefined): Promise<void> {
  const client = context.queryClient
  if (!import.meta.env.SSR && !client.getQueryData(query.queryKey)) {
    const kept = keptList(place, query.queryKey, currentViewer(context)?.jwt ?? null)
    // Old, so that it is read again behind the reader.
    if (kept) client.setQueryData(query.queryKey, kept.data, { updatedAt: 0 })
  }
  const load = () => client.ensureInfiniteQueryData(query)
  const loading = load().catch((error: unknown) => {
    // A like stops what is being read (components/use-like.ts); nobody who is waiting for this list means that.
    if (!(error instanceof CancelledError)) throw error
    return load()
  })
  // What fails is told by the list itself.
  if (isAnotherOrder(client, query)) void loading.catch(() => {})
  else await loading
}

function isAnotherOrder(client: QueryClient, { queryKey }: ListQuery): boolean {
  const shown = client.getQueryCache().findAll({ type: 'active', queryKey: listOf(queryKey) })
  return shown.some(({ state }) => state.data !== undefined)
}

/** What a key names whatever the order: the feed, what a keyword finds, or somebody's own posts. */
function listOf([name, ...rest]: ListQuery['queryKey']): string[] {
  return name === 'posts' ? [name] : [name, ...rest.slice(0, 1)]
}
