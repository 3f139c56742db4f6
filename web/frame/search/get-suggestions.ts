import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getSuggestions($keyword: String!) {
    getSearchPosts(keyword: $keyword, filter: "popular") { data { title place_name } }
  }
`)

export type SuggestedPost = DataOf<typeof document>['getSearchPosts']['data'][number]

/** Titles and places of the most liked posts that match the keyword; disabled without a keyword. */
export function suggestionsQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await request(execute, document, { keyword }, { signal })).getSearchPosts.data,
    enabled: keyword !== '',
    // Optional help: late or failed suggestions are not worth a retry.
    retry: false,
    gcTime: 60_000,
  })
}
