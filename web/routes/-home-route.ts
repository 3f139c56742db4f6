import type { ParsedLocation } from '@tanstack/react-router'
import { type Filter, readNear, toFilter } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../components/page-info.ts'
import { FeedPending, PENDING_AFTER } from '../components/skeletons.tsx'
import { postsQuery } from '../queries/get-posts.ts'
import { loadList } from '../queries/list-depth.ts'
import type { RouterContext } from '../router-context.ts'

/** `near` is a position, which orders the list whatever the filter. */
type HomeSearch = { filter?: Filter; near?: string }

/** What `/`, `/main` and `/prefetch` share: the same list, whose address is `/` (decision D12). */
export const homeRoute = {
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    ...(search.filter !== undefined && { filter: toFilter(search.filter) }),
    ...(readNear(search.near) && { near: String(search.near) }),
  }),
  loaderDeps: ({ search }: { search: HomeSearch }) => ({ filter: search.filter ?? 'latest', near: search.near }),
  loader: ({
    context,
    deps,
    location,
  }: {
    context: RouterContext
    deps: { filter: Filter; near: string | undefined }
    location: ParsedLocation
  }) =>
    loadList(
      context.queryClient,
      postsQuery(context.graphql, deps.filter, readNear(deps.near)),
      location.state.__TSR_key,
    ),
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  head: ({ matches }: { matches: Parameters<typeof siteOf>[0] }) => ({
    links: [{ rel: 'canonical', href: siteOf(matches).origin + paths.home }],
  }),
}
