import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getSuggestions($keyword: String!) {
    getSearchPosts(keyword: $keyword, filter: "popular") { data { title place_name } }
  }
`)

export type SuggestedPost = DataOf<typeof document>['getSearchPosts']['data'][number]

/** The names of the most liked posts that a search would find; nothing before anything is typed. */
export function suggestionsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await request(execute, document, { keyword }, { signal })).getSearchPosts.data,
    enabled: keyword !== '',
    // A help while typing: one that is late or fails is none.
    retry: false,
    gcTime: 60_000,
  })
}
