import type { ListParams } from '../../posts/lists/list-search.ts'
import { loadKept } from '../../posts/lists/load-list.ts'
import type { RouterContext } from '../../router-context.ts'
import type { Landmark } from './named-landmarks.ts'
import { mayShowInstead, postsInArea, postsNear } from './posts-instead.ts'
import { loadHints } from './search-hints.ts'

type Search = { keyword: string; list: ListParams }

/** Loads what is shown when no post has the words of the keyword: other posts, or hints. */
export async function loadInstead(
  context: RouterContext,
  { keyword, list }: Search,
  { landmarks, entry }: { landmarks: readonly Landmark[]; entry: string | undefined },
): Promise<void> {
  const mayShow = mayShowInstead(list)
  const near = mayShow ? postsNear(context.graphql, landmarks, list) : null
  const hints = near ? null : await loadHints(context, keyword)
  if (!mayShow) return
  const instead = near ?? (hints && postsInArea(context.graphql, hints, list))
  if (instead) await loadKept(context, instead.query, entry).catch(() => {})
}
