import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { rethrowAsNotFound } from '../failures.ts'
import { entryKeyOf } from '../kit/history-entry.ts'
import { siteOf } from '../page-info.ts'
import { type Place, placeQuery } from '../places/place-query.ts'
import { postsAroundQuery } from '../places/shops.ts'
import { hasFacts, type ListSearch, listParams, parseListSearch } from '../posts/lists/list-search.ts'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { placePostsQuery } from '../posts/queries/posts-query.ts'
import { PlaceNotFound } from './-not-found.tsx'
import { PlacePage } from './-place/place-page.tsx'

type PlaceSearch = Omit<ListSearch, 'near'>

export const Route = createFileRoute('/place/$id')({
  // Without `near`: all posts are about the same place, so an order by distance makes no sense.
  validateSearch: (search: Record<string, unknown>): PlaceSearch => parseListSearch({ ...search, near: undefined }),
  loaderDeps: ({ search }) => listParams(search),
  loader: async ({ context, params: { id }, deps, location }) => {
    const { queryClient, graphql } = context
    const place = await queryClient.ensureQueryData(placeQuery(graphql, id)).catch(rethrowAsNotFound)
    if (place.id !== id) throw redirect({ to: paths.place, params: { id: place.id }, replace: true })
    if (place.record) return queryClient.prefetchQuery(postsAroundQuery(graphql, place))
    await loadList(context, placePostsQuery(graphql, id, deps), entryKeyOf(location))
  },
  head: async ({ match, params }) => {
    const place = match.context.queryClient.getQueryData<Place>(['place', params.id])
    const { placeHead } = await import('./-heads.ts')
    const isPart = match.search.page !== undefined || hasFacts(match.search)
    return placeHead(siteOf(match), place, isPart, match.error)
  },
  pendingComponent: FeedPending,
  component: PlacePage,
  notFoundComponent: PlaceNotFound,
})
