import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getNewPostCount($after: ID!) {
    getNewPostCount(after: $after) {
      count
    }
  }
`)

const POLL = 30_000

/** How many posts came since the newest one that is shown; asked now and then while the page is looked at. */
export function newPostCountQuery(execute: ExecuteGraphql, after: string) {
  return queryOptions({
    queryKey: ['new_post_count', after],
    queryFn: async ({ signal }) => (await request(execute, document, { after }, { signal })).getNewPostCount.count,
    initialData: 0,
    staleTime: POLL,
    gcTime: 0,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
  })
}
