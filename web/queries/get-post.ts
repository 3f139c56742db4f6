import { queryOptions } from '@tanstack/react-query'
import type { GetPostQuery, GetPostQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from './retry.ts'

const document = graphql<GetPostQuery, GetPostQueryVariables>(/* GraphQL */ `
  query getPost($id: ID!) {
    getPost(id: $id) {
      id title contents image image_info { width height placeholder } address place_name lat lng
      start_time end_time createdAt username user_profile user_id like liked
    }
  }
`)

/** One whole post. */
export function postQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['post', id],
    queryFn: async ({ signal }) => (await request(execute, document, { id }, { signal })).getPost,
    retry: retryOnce,
  })
}

export type Post = GetPostQuery['getPost']
