import { createFileRoute, redirect } from '@tanstack/react-router'
import { withFiltersOfKeyword } from '#rules/asked-filters.ts'
import { toSort } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { siteOf } from '../page-info.ts'
import { parseFilters } from '../posts/lists/list-search.ts'
import { MapPage } from './-map/map-page.tsx'
import { mapPostsQuery } from './-map/map-posts.ts'
import { type MapSearch, parseView } from './-map/map-url.ts'
import { viewVariables } from './-map/map-view.ts'

export const Route = createFileRoute('/map')({
  validateSearch: (search: Record<string, unknown>): MapSearch => ({
    ...parseView(search),
    ...(search.keyword !== undefined && search.keyword !== '' && { keyword: String(search.keyword) }),
    ...(search.filter !== undefined && { filter: toSort(search.filter) }),
    ...parseFilters(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, graphql }, deps }) => {
    const asked = withFiltersOfKeyword(deps)
    if (asked) throw redirect({ to: paths.map, search: asked, replace: true })
    const loading = queryClient.ensureQueryData(mapPostsQuery(graphql, viewVariables(deps)))
    // If the map is shown already, the loader does not wait: the map stays until the new view has loaded, and shows a failure.
    const isShown = queryClient.getQueryCache().findAll({ type: 'active', queryKey: ['map_posts'] }).length > 0
    if (isShown) void loading.catch(() => {})
    else await loading
  },
  head: ({ match }) => ({
    meta: [
      { title: `지도에서 보는 맛집 | ${siteOf(match).name}` },
      { name: 'description', content: '이웃이 나눈 맛집을 지도에서 찾아보세요.' },
    ],
    links: [{ rel: 'canonical', href: siteOf(match).origin + paths.map }],
  }),
  component: MapPage,
})
