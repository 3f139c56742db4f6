import { createFileRoute, redirect } from '@tanstack/react-router'
import { withFiltersOfKeyword } from '#rules/asked-filters.ts'
import { paths } from '#rules/paths.ts'
import { ApiError } from '../graphql.ts'
import { entryKeyOf } from '../kit/history-entry.ts'
import { siteOf } from '../page-info.ts'
import { loadPopularAreas } from '../places/area-links.tsx'
import { nearShopsQuery, placeWithFewPosts, searchShopsQuery, shopSearchArguments } from '../places/shops.ts'
import { foundCollectionsQuery } from '../posts/collections/collection-queries.ts'
import {
  isFiltered,
  type ListSearch,
  listParams,
  parseListSearch,
  unfilteredListParams,
} from '../posts/lists/list-search.ts'
import { SearchPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import type { PostPage } from '../posts/queries/list-query.ts'
import { postsQuery } from '../posts/queries/posts-query.ts'
import { searchPostsQuery } from '../posts/queries/search-query.ts'
import { SearchResults } from './-search/search-results.tsx'

type ListPages = { pages: PostPage[] }

type ResultsSearch = ListSearch & { keyword?: string }

export const Route = createFileRoute('/search')({
  validateSearch: (search: Record<string, unknown>): ResultsSearch => ({
    ...(search.keyword !== undefined && { keyword: String(search.keyword) }),
    ...parseListSearch(search),
  }),
  loaderDeps: ({ search }) => ({
    keyword: search.keyword ?? '',
    list: { ...listParams(search), isByRelevance: search.filter === undefined && search.near === undefined },
  }),
  loader: async ({ context, deps, location }) => {
    const asked = withFiltersOfKeyword(location.search as ResultsSearch)
    if (asked) throw redirect({ to: asked.keyword ? paths.search : paths.home, search: asked, replace: true })
    if (deps.keyword.trim() === '') {
      // A failure is ignored: the page also works without popular posts.
      const popular = postsQuery(context.graphql, unfilteredListParams('popular'))
      const loading = loadList(context, popular, entryKeyOf(location)).catch(() => {})
      await Promise.all([loading, loadPopularAreas(context)])
      return null
    }
    const collections = context.queryClient.prefetchQuery(foundCollectionsQuery(context.graphql, deps.keyword))
    const query = searchPostsQuery(context.graphql, deps.keyword, deps.list)
    try {
      await loadList(context, query, entryKeyOf(location))
      const page = context.queryClient.getQueryData<ListPages>(query.queryKey)?.pages[0]
      const place = placeWithFewPosts(page)
      if (place) await context.queryClient.prefetchQuery(nearShopsQuery(context.graphql, place.position))
      const shops = shopSearchArguments(deps.keyword, page, { near: deps.list.near, isFiltered: isFiltered(deps.list) })
      if (shops) await context.queryClient.prefetchQuery(searchShopsQuery(context.graphql, shops))
      await collections
      return null
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'BAD_USER_INPUT') throw error
      context.queryClient.removeQueries({ queryKey: query.queryKey })
      context.page?.setStatus(400)
      return { refusal: error.message }
    }
  },
  head: async ({ match }) => {
    const { searchHead } = await import('./-heads.ts')
    return searchHead(siteOf(match), match.search.keyword)
  },
  pendingComponent: SearchPending,
  component: SearchResults,
})
