import { infiniteQueryOptions } from '@tanstack/react-query'
import type { GetPostsQuery, GetPostsQueryVariables } from '#contract/operations.gen.ts'
import type { Filter } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { listTimes, nextCursor } from './lists.ts'

const document = graphql<GetPostsQuery, GetPostsQueryVariables>(/* GraphQL */ `
  query getPosts($user_id: String, $filter: String, $cursor: String) {
    getPosts(user_id: $user_id, filter: $filter, cursor: $cursor) {
      data {
        id title contents image image_info { width height placeholder } address place_name
        start_time end_time createdAt username user_profile user_id like liked
      }
      pageCount
      nextCursor
    }
  }
`)

/** The feed, or one author's posts; pages of ten, followed by cursor. */
export function postsQuery(execute: ExecuteGraphql, filter: Filter, userId?: string) {
  return infiniteQueryOptions({
    queryKey: userId === undefined ? ['posts', filter] : ['my_list', userId, filter],
    queryFn: async ({ pageParam, signal }) =>
      (await request(execute, document, { filter, cursor: pageParam, user_id: userId ?? null }, { signal })).getPosts,
    initialPageParam: null as string | null,
    getNextPageParam: nextCursor,
    ...listTimes,
  })
}

export type ListedPost = GetPostsQuery['getPosts']['data'][number]
