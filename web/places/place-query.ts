import { queryOptions } from '@tanstack/react-query'
import type { GetPlaceQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'
import { miniPost } from '../posts/queries/post-fields.ts'

const placeDocument = graphql(/* GraphQL */ `
  query getPlace($id: ID!) {
    getPlace(id: $id) {
      id name address lat lng start_time end_time closed_on count like
      areas { name path }
      photos { post title image image_info { width height placeholder } }
    }
  }
`)

const otherPostsDocument = graphql(/* GraphQL */ `
  query getPlacePosts($id: ID!) {
    getPlacePosts(id: $id) { ...MiniPost }
  }
${miniPost}`)

export type Place = GetPlaceQuery['getPlace']

/** A place, as described by its posts. It goes on loading like `postQuery`. */
export function placeQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['place', id],
    queryFn: async () => (await request(execute, placeDocument, { id })).getPlace,
    retry: retryOnce,
  })
}

/** Other posts about the place of this post. */
export function placePostsQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['detail_posts', id],
    queryFn: async ({ signal }) => (await request(execute, otherPostsDocument, { id }, { signal })).getPlacePosts,
    retry: retryOnce,
  })
}
