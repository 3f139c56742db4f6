import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'
import { miniPost } from './post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getPlacePosts($id: ID!) {
    getPlacePosts(id: $id) { ...MiniPost }
  }
${miniPost}`)

/** Other posts of the place of this one. */
export function placePostsQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['detail_posts', id],
    queryFn: async ({ signal }) => (await request(execute, document, { id }, { signal })).getPlacePosts,
    retry: retryOnce,
  })
}
