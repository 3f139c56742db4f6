import type { ParsedLocation } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../../page-info.ts'
import { postsQuery } from '../../posts/get-posts.ts'
import { type ListParams, type ListSearch, listParams, readListSearch } from '../../posts/list-search.ts'
import { loadList } from '../../posts/load-list.ts'
import { loadPopularAreas } from '../../posts/popular-areas.tsx'
import { FeedPending, PENDING_AFTER } from '../../posts/skeletons.tsx'
import type { RouterContext } from '../../router-context.ts'

/** Shared by `/`, `/main` and `/prefetch`: the same list, with `/` as its canonical address (P12). */
export const homeRoute = {
  validateSearch: readListSearch,
  loaderDeps: ({ search }: { search: ListSearch }) => listParams(search),
  loader: ({ context, deps, location }: { context: RouterContext; deps: ListParams; location: ParsedLocation }) =>
    Promise.all([
      loadList(context, postsQuery(context.graphql, deps), location.state.__TSR_key),
      loadPopularAreas(context),
    ]),
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  // A later page changes every day: it is not home's content and should not be indexed.
  head: ({ match, matches }: { match: { search: ListSearch }; matches: Parameters<typeof siteOf>[0] }) =>
    match.search.page
      ? { meta: [{ name: 'robots', content: 'noindex' }] }
      : { links: [{ rel: 'canonical', href: siteOf(matches).origin + paths.home }] },
}
