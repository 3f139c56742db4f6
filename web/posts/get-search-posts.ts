import { NEAR, type NearPosition, type Sort } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { listQuery, startKey } from './lists.ts'
import { postCard } from './post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getSearchPosts($keyword: String!, $filter: String, $pageParam: Int, $cursor: String, $lat: Float, $lng: Float) {
    getSearchPosts(keyword: $keyword, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat, lng: $lng) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCard}`)

/**
 * The posts in which every word of the keyword occurs; with a position, the nearest first; from a later page where one is
 * named.
 */
export function searchQuery(
  execute: ExecuteGraphql,
  keyword: string,
  filter: Sort,
  near?: NearPosition,
  page?: number,
) {
  const order = near ? { filter: NEAR, ...near } : { filter }
  return listQuery(
    ['keyword', keyword, ...Object.values(order).map(String), ...startKey(page)],
    async (cursor, signal) =>
      (await request(execute, document, { keyword, ...order, cursor, pageParam: page ?? null }, { signal }))
        .getSearchPosts,
  )
}
