import type { GetSearchPostsQuery, GetSearchPostsQueryVariables } from '#contract/operations.gen.ts'
import type { Filter } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { listQuery } from './lists.ts'

const document = graphql<GetSearchPostsQuery, GetSearchPostsQueryVariables>(/* GraphQL */ `
  query getSearchPosts($keyword: String!, $filter: String, $cursor: String) {
    getSearchPosts(keyword: $keyword, filter: $filter, cursor: $cursor) {
      data {
        id title contents image image_info { width height placeholder } address place_name
        start_time end_time createdAt username user_profile user_id like liked
      }
      nextCursor
      startCursor
    }
  }
`)

/** The posts in which every word of the keyword occurs. */
export function searchQuery(execute: ExecuteGraphql, keyword: string, filter: Filter) {
  return listQuery(
    ['keyword', keyword, filter],
    async (cursor, signal) =>
      (await request(execute, document, { keyword, filter, cursor }, { signal })).getSearchPosts,
  )
}
