import { createFileRoute } from '@tanstack/react-router'
import { readNear, type Sort, toPage, toSort } from '#rules/paging.ts'
import { ApiError } from '../graphql.ts'
import { siteOf } from '../page-info.ts'
import { postsQuery } from '../posts/get-posts.ts'
import { searchQuery } from '../posts/get-search-posts.ts'
import { loadList } from '../posts/load-list.ts'
import { PENDING_AFTER, SearchPending } from '../posts/skeletons.tsx'
import { setPageStatus } from '../response-status.ts'
import { SearchResults } from './-search/search-results.tsx'

type ResultsSearch = { keyword?: string; filter?: Sort; near?: string; page?: number | undefined }

export const Route = createFileRoute('/search')({
  validateSearch: (search: Record<string, unknown>): ResultsSearch => ({
    ...(search.keyword !== undefined && { keyword: String(search.keyword) }),
    ...(search.filter !== undefined && { filter: toSort(search.filter) }),
    ...(readNear(search.near) && { near: String(search.near) }),
    ...(search.page !== undefined && { page: toPage(search.page) }),
  }),
  loaderDeps: ({ search }) => ({
    keyword: search.keyword ?? '',
    filter: search.filter ?? 'latest',
    near: search.near,
    page: search.page,
  }),
  loader: async ({ context, deps, location }) => {
    if (deps.keyword.trim() === '') {
      // Popular posts are optional: the page also works without them.
      await loadList(context, postsQuery(context.graphql, 'popular'), location.state.__TSR_key).catch(() => {})
      return null
    }
    const query = searchQuery(context.graphql, deps.keyword, deps.filter, readNear(deps.near), deps.page)
    try {
      await loadList(context, query, location.state.__TSR_key)
      return null
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'BAD_USER_INPUT') throw error
      context.queryClient.removeQueries({ queryKey: query.queryKey })
      setPageStatus(400)
      return { refusal: error.message }
    }
  },
  head: ({ match, matches }) => ({
    meta: [
      { title: `${titleOf(match.search.keyword)} | ${siteOf(matches).name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  pendingComponent: SearchPending,
  pendingMs: PENDING_AFTER,
  component: SearchResults,
})

function titleOf(keyword = ''): string {
  return keyword.trim() === '' ? '검색' : `${keyword} 검색 결과`
}
