import type { ParsedLocation } from '@tanstack/react-router'
import { type Filter, toFilter } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../components/page-info.ts'
import { FeedPending, PENDING_AFTER } from '../components/skeletons.tsx'
import { postsQuery } from '../queries/get-posts.ts'
import { loadList } from '../queries/list-depth.ts'
import type { RouterContext } from '../router-context.ts'

/** What `/`, `/main` and `/prefetch` share: the same list, whose address is `/` (decision D12). */
export const homeRoute = {
  validateSearch: (search: Record<string, unknown>): { filter?: Filter } =>
    search.filter === undefined ? {} : { filter: toFilter(search.filter) },
  loaderDeps: ({ search }: { search: { filter?: Filter } }) => ({ filter: search.filter ?? 'latest' }),
  loader: ({
    context,
    deps,
    location,
  }: {
    context: RouterContext
    deps: { filter: Filter }
    location: ParsedLocation
  }) => loadList(context.queryClient, postsQuery(context.graphql, deps.filter), location.state.__TSR_key),
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  head: ({ matches }: { matches: Parameters<typeof siteOf>[0] }) => ({
    links: [{ rel: 'canonical', href: siteOf(matches).origin + paths.home }],
  }),
}
