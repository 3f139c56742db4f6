import { type Filter, toFilter } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../components/page-info.ts'
import { postsQuery } from '../queries/get-posts.ts'
import type { RouterContext } from '../router-context.ts'

/** What `/`, `/main` and `/prefetch` share: the same list, whose address is `/` (decision D12). */
export const homeRoute = {
  validateSearch: (search: Record<string, unknown>): { filter?: Filter } =>
    search.filter === undefined ? {} : { filter: toFilter(search.filter) },
  loaderDeps: ({ search }: { search: { filter?: Filter } }) => ({ filter: search.filter ?? 'latest' }),
  loader: async ({ context, deps }: { context: RouterContext; deps: { filter: Filter } }) => {
    await context.queryClient.ensureInfiniteQueryData(postsQuery(context.graphql, deps.filter))
  },
  head: ({ matches }: { matches: Parameters<typeof siteOf>[0] }) => ({
    links: [{ rel: 'canonical', href: siteOf(matches).origin + paths.home }],
  }),
}
