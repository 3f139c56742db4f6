import { CancelledError, type QueryClient } from '@tanstack/react-query'
import type { RouterContext } from '../../router-context.ts'
import { keptList } from '../../storage/kept-screens.ts'
import type { ListQuery } from '../queries/list-query.ts'

/** The most pages that are loaded again when a reader returns. */
const MAX_PAGES = 30

type Context = Pick<RouterContext, 'page' | 'queryClient'>

/**
 * Loads as many pages as were read in this entry of the tab's history, or the first. It does not wait for another order
 * of the shown list (use-posts.ts).
 */
export async function loadList(context: Context, query: ListQuery, entry: string | undefined): Promise<void> {
  const loading = loadKept(context, query, entry)
  // The list itself shows the error.
  if (isAnotherOrder(context.queryClient, query)) void loading.catch(() => {})
  else await loading
}

async function loadKept(context: Context, query: ListQuery, entry: string | undefined): Promise<void> {
  const client = context.queryClient
  const kept = context.page ? undefined : keptList(entry, query.queryKey)
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
