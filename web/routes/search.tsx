import { createFileRoute } from '@tanstack/react-router'
import { type Filter, toFilter } from '#rules/paging.ts'
import { siteOf } from '../components/page-info.ts'
import { searchQuery } from '../queries/get-search-posts.ts'
import { SearchResults } from './-search-results.tsx'

export const Route = createFileRoute('/search')({
  validateSearch: (search: Record<string, unknown>): { keyword?: string; filter?: Filter } => ({
    ...(search.keyword !== undefined && { keyword: String(search.keyword) }),
    ...(search.filter !== undefined && { filter: toFilter(search.filter) }),
  }),
  loaderDeps: ({ search }) => ({ keyword: search.keyword ?? '', filter: search.filter ?? 'latest' }),
  loader: async ({ context, deps }) => {
    if (deps.keyword.trim() === '') return
    await context.queryClient.ensureInfiniteQueryData(searchQuery(context.graphql, deps.keyword, deps.filter))
  },
  head: ({ match, matches }) => ({
    meta: [
      { title: `${match.search.keyword ?? ''} 검색 결과 | ${siteOf(matches).name}`.trimStart() },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: SearchResults,
})
