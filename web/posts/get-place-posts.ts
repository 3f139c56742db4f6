import { queryOptions } from '@tanstack/react-query'
import type { GetPlacePostsQuery, GetPlacePostsQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'

const document = graphql<GetPlacePostsQuery, GetPlacePostsQueryVariables>(/* GraphQL */ `
  query getPlacePosts($id: ID!) {
    getPlacePosts(id: $id) {
      id title contents image image_info { width height placeholder } username like
    }
  }
`)

/** Other posts of the place of this one. */
export function placePostsQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['detail_posts', id],
    queryFn: async ({ signal }) => (await request(execute, document, { id }, { signal })).getPlacePosts,
    retry: retryOnce,
  })
}
