import type { ParsedLocation } from '@tanstack/react-router'
import { type Filter, readNear, toFilter, toPage } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../../page-info.ts'
import { postsQuery } from '../../posts/get-posts.ts'
import { loadList } from '../../posts/load-list.ts'
import { FeedPending, PENDING_AFTER } from '../../posts/skeletons.tsx'
import type { RouterContext } from '../../router-context.ts'

/** `near` is a position, which orders the list whatever the filter; `page` is where it starts for who has no script. */
type HomeSearch = { filter?: Filter; near?: string; page?: number | undefined }

/** What `/`, `/main` and `/prefetch` share: the same list, whose address is `/` (P12). */
export const homeRoute = {
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    ...(search.filter !== undefined && { filter: toFilter(search.filter) }),
    ...(readNear(search.near) && { near: String(search.near) }),
    ...(search.page !== undefined && { page: toPage(search.page) }),
  }),
  loaderDeps: ({ search }: { search: HomeSearch }) => ({
    filter: search.filter ?? 'latest',
    near: search.near,
    page: search.page,
  }),
  loader: ({
    context,
    deps,
    location,
  }: {
    context: RouterContext
    deps: { filter: Filter; near: string | undefined; page: number | undefined }
    location: ParsedLocation
  }) =>
    loadList(
      context,
      postsQuery(context.graphql, deps.filter, readNear(deps.near), deps.page),
      location.state.__TSR_key,
    ),
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  // A later page is another part of the list, and tomorrow another one again: not home's content, nor to be found itself.
  head: ({ match, matches }: { match: { search: HomeSearch }; matches: Parameters<typeof siteOf>[0] }) =>
    match.search.page
      ? { meta: [{ name: 'robots', content: 'noindex' }] }
      : { links: [{ rel: 'canonical', href: siteOf(matches).origin + paths.home }] },
}
