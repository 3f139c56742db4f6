import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { postPath } from '#rules/paths.ts'

type Page = { data: readonly { id: string }[] }
type Pages = InfiniteData<Page>

/** Of a list with more pages, only those around the reading position are refreshed. */
const FEW_PAGES = 3

/** Number of pages refreshed before and after the one being read. */
const BESIDE = 1

/** For each list being refreshed, by the hash of its key, the link of the card being read. */
const readCards = new Map<string, string | undefined>()

export function isLong(data: { pages: readonly unknown[] } | undefined): boolean {
  return (data?.pages.length ?? 0) > FEW_PAGES
}

/** Refetches a short list completely, of a long one the pages around `card`, the link being read, or the first one. */
export async function refreshList(client: QueryClient, queryKey: QueryKey, card: string | undefined): Promise<void> {
  const hash = hashKey(queryKey)
  readCards.set(hash, card)
  try {
    await client.refetchQueries({ queryKey, exact: true })
  } finally {
    readCards.delete(hash)
  }
}

/** While a list is refreshed: the page as it is, if it need not be refetched; undefined if it must be. */
export function keptPage<P extends Page>(
  client: QueryClient,
  queryKey: QueryKey,
  cursor: string | null,
): P | undefined {
  const hash = hashKey(queryKey)
  const list = client.getQueryData<Pages>(queryKey)
  if (!list || !readCards.has(hash) || !isLong(list)) return undefined
  const card = readCards.get(hash)
  const seen = Math.max(
    0,
    list.pages.findIndex(({ data }) => data.some(({ id }) => postPath(id) === card)),
  )
  const at = list.pageParams.indexOf(cursor)
  return at >= 0 && Math.abs(at - seen) > BESIDE ? (list.pages[at] as P) : undefined
}
