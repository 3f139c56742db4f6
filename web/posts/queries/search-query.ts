import { type ExecuteGraphql, graphql, request } from '../../graphql.ts'
import { type ListParams, listArguments, listParamsKey } from '../lists/list-search.ts'
import { listQuery } from './list-query.ts'
import { postCard } from './post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getSearchPosts(
    $keyword: String!, $filter: String, $pageParam: Int, $cursor: String, $lat: Float, $lng: Float, $open: Boolean
  ) {
    getSearchPosts(
      keyword: $keyword, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat, lng: $lng, open: $open
    ) {
      data { ...PostCard }
      nextCursor
      startCursor
      searched
    }
  }
${postCard}`)

/** The posts that contain every word of the keyword. */
export function searchQuery(execute: ExecuteGraphql, keyword: string, list: ListParams) {
  return listQuery(
    ['keyword', keyword, ...listParamsKey(list)],
    async (cursor, signal) =>
      (await request(execute, document, { keyword, ...listArguments(list), cursor }, { signal })).getSearchPosts,
  )
}
