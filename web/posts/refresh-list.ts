import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { postPath } from '#rules/paths.ts'

type Page = { data: readonly { id: string }[] }
type Pages = InfiniteData<Page>

/** A list of more pages is refreshed only where it is read. */
const FEW_PAGES = 3

/** Pages before and behind the one that is read that are refreshed with it. */
const BESIDE = 1

/** Links of the cards that are read in lists that are being refreshed, by the hash of a list's key. */
const read = new Map<string, string | undefined>()

export function isLong(data: { pages: readonly unknown[] } | undefined): boolean {
  return (data?.pages.length ?? 0) > FEW_PAGES
}

/**
 * Asks for a list again, in the background: for all of a short one, of a long one for the pages around a card, by default the
 * first. The others stay as they were read.
 *
 * @param card link of the card that is read
 */
export async function refreshList(client: QueryClient, queryKey: QueryKey, card: string | undefined): Promise<void> {
  const hash = hashKey(queryKey)
  read.set(hash, card)
  try {
    await client.refetchQueries({ queryKey, exact: true })
  } finally {
    read.delete(hash)
  }
}

/** The page that need not be asked for while its list is refreshed; undefined for one that must. */
export function keptPage<P extends Page>(
  client: QueryClient,
  queryKey: QueryKey,
  cursor: string | null,
): P | undefined {
  const hash = hashKey(queryKey)
  const list = client.getQueryData<Pages>(queryKey)
  if (!list || !read.has(hash) || !isLong(list)) return undefined
  const card = read.get(hash)
  const seen = Math.max(
    0,
    list.pages.findIndex(({ data }) => data.some(({ id }) => postPath(id) === card)),
  )
  const at = list.pageParams.indexOf(cursor)
  return at >= 0 && Math.abs(at - seen) > BESIDE ? (list.pages[at] as P) : undefined
}
