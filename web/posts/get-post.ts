import { queryOptions } from '@tanstack/react-query'
import type { GetPostQuery, GetPostQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'

const document = graphql<GetPostQuery, GetPostQueryVariables>(/* GraphQL */ `
  query getPost($id: ID!) {
    getPost(id: $id) {
      id title contents image image_info { width height placeholder } address place_name lat lng
      start_time end_time createdAt username user_profile user_id like liked
    }
  }
`)

export type Post = GetPostQuery['getPost']

/** One whole post. */
export function postQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['post', id],
    queryFn: ({ signal }) => loadPost(execute, id, signal),
    retry: retryOnce,
  })
}

/** One whole post, as it is now and kept nowhere. */
export async function loadPost(execute: ExecuteGraphql, id: string, signal?: AbortSignal): Promise<Post> {
  return (await request(execute, document, { id }, signal && { signal })).getPost
}
