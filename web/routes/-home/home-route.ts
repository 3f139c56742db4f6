import type { ParsedLocation } from '@tanstack/react-router'
import { FEED, paths } from '#rules/paths.ts'
import { siteOf } from '../../page-info.ts'
import { loadPopularAreas } from '../../places/popular-areas.tsx'
import {
  hasFacts,
  type ListParams,
  type ListSearch,
  listParams,
  readListSearch,
} from '../../posts/lists/list-search.ts'
import { loadList } from '../../posts/lists/load-list.ts'
import { FeedPending, PENDING_AFTER } from '../../posts/lists/skeletons.tsx'
import { postsQuery } from '../../posts/queries/posts-query.ts'
import type { RouterContext } from '../../router-context.ts'

/** Of the landmark that a list by distance starts from: its heading and its kind; null for other lists. */
export type HomeData = { landmark: { heading: string; label: string } | null }

type LoaderInput = { context: RouterContext; deps: ListParams; location: ParsedLocation }
type HeadInput = { match: { search: ListSearch; loaderData?: HomeData }; matches: Parameters<typeof siteOf>[0] }

/** A later page changes every day, and there are as many filters as choices: neither should be indexed as home's content. */
const isPart = (search: ListSearch) => search.page !== undefined || hasFacts(search)

/** Shared by `/`, `/main` and `/prefetch`: the same list, with `/` as its canonical URL. */
export const homeRoute = {
  validateSearch: readListSearch,
  loaderDeps: ({ search }: { search: ListSearch }) => listParams(search),
  loader: async ({ context, deps, location }: LoaderInput): Promise<HomeData> => {
    const [landmark] = await Promise.all([
      loadLandmark(context, deps),
      loadList(context, postsQuery(context.graphql, deps), location.state.__TSR_key),
      loadPopularAreas(context),
    ])
    return { landmark }
  },
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  head: ({ match, matches }: HeadInput) => ({
    meta: [
      ...(match.loaderData?.landmark
        ? [{ title: `${match.loaderData.landmark.heading} | ${siteOf(matches).name}` }]
        : []),
      ...(isPart(match.search) ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: isPart(match.search)
      ? []
      : [
          { rel: 'canonical', href: siteOf(matches).origin + paths.home },
          // A browser leaves it in the page as the server wrote it.
          ...(import.meta.env.SSR ? [{ rel: 'alternate', type: 'application/atom+xml', href: FEED }] : []),
        ],
  }),
}

/** Its code comes with such a list only. */
async function loadLandmark(context: RouterContext, { around, near }: ListParams): Promise<HomeData['landmark']> {
  if (around === undefined || !near) return null
  const places = await import('../../places/landmarks.ts')
  return places.loadLandmark(context, around, near)
}
