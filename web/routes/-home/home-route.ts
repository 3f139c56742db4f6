import type { ParsedLocation } from '@tanstack/react-router'
import { readNear, type Sort, toPage, toSort } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../../page-info.ts'
import { postsQuery } from '../../posts/get-posts.ts'
import { loadList } from '../../posts/load-list.ts'
import { FeedPending, PENDING_AFTER } from '../../posts/skeletons.tsx'
import type { RouterContext } from '../../router-context.ts'

/** `near` is a position that overrides the order; `page` is the first page, used without a script. */
type HomeSearch = { filter?: Sort; near?: string; page?: number | undefined }

/** Shared by `/`, `/main` and `/prefetch`: the same list, with `/` as its canonical address (P12). */
export const homeRoute = {
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    ...(search.filter !== undefined && { filter: toSort(search.filter) }),
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
    deps: { filter: Sort; near: string | undefined; page: number | undefined }
    location: ParsedLocation
  }) =>
    loadList(
      context,
      postsQuery(context.graphql, deps.filter, readNear(deps.near), deps.page),
      location.state.__TSR_key,
    ),
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  // A later page changes every day: it is not home's content and should not be indexed.
  head: ({ match, matches }: { match: { search: HomeSearch }; matches: Parameters<typeof siteOf>[0] }) =>
    match.search.page
      ? { meta: [{ name: 'robots', content: 'noindex' }] }
      : { links: [{ rel: 'canonical', href: siteOf(matches).origin + paths.home }] },
}
