import { NEAR, type NearPosition, type Sort } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { listQuery, startKey } from './lists.ts'
import { postCard } from './post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getPosts($user_id: String, $filter: String, $pageParam: Int, $cursor: String, $lat: Float, $lng: Float) {
    getPosts(user_id: $user_id, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat, lng: $lng) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCard}`)

/** The feed; with a position, the nearest first; from a later page where one is named. */
export function postsQuery(execute: ExecuteGraphql, filter: Sort, near?: NearPosition, page?: number) {
  const order = near ? { filter: NEAR, ...near } : { filter }
  return listQuery(
    ['posts', ...Object.values(order).map(String), ...startKey(page)],
    async (cursor, signal) =>
      (await request(execute, document, { ...order, cursor, pageParam: page ?? null }, { signal })).getPosts,
  )
}

/** The posts of one author, newest first. */
export function myListQuery(execute: ExecuteGraphql, userId: string) {
  return listQuery(
    ['my_list', userId],
    async (cursor, signal) => (await request(execute, document, { user_id: userId, cursor }, { signal })).getPosts,
  )
}
