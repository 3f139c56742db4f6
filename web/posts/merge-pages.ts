import type { InfiniteData } from '@tanstack/react-query'
import { replaceEqualDeep } from '@tanstack/react-query'

type Page = { data: readonly { id: string }[] }

/**
 * Merges a refetched list into the shown one, so that nothing moves under the reader: shown posts keep their order,
 * deleted ones are removed, posts new in the range follow at the end, and no post appears twice.
 */
export function mergePages(before: unknown, after: unknown): unknown {
  const fresh = after as InfiniteData<Page>
  if (before === undefined) return withoutRepeats(fresh)
  const shown = idsOf(before as InfiniteData<Page>)
  const posts = new Map(fresh.pages.flatMap((page) => page.data.map((post) => [post.id, post])))
  const kept = shown.filter((id) => posts.has(id))
  const known = new Set(kept)
  const order = [...kept, ...[...posts.keys()].filter((id) => !known.has(id))]
  let taken = 0
  const pages = withoutRepeats(fresh).pages.map((page) => {
    const ids = order.slice(taken, taken + page.data.length)
    taken += page.data.length
    return { ...page, data: ids.flatMap((id) => posts.get(id) ?? []) }
  })
  return replaceEqualDeep(before, { ...fresh, pages })
}

function idsOf(list: InfiniteData<Page>): string[] {
  return list.pages.flatMap((page) => page.data.map((post) => post.id))
}

/** A post whose rank fell during paging appears again on a later page. */
function withoutRepeats(list: InfiniteData<Page>): InfiniteData<Page> {
  const seen = new Set<string>()
  const isFirst = (id: string) => !seen.has(id) && seen.add(id)
  return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.filter((post) => isFirst(post.id)) })) }
}
