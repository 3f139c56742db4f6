import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { GetPlaceQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'
import { miniPost } from '../posts/queries/post-fields.ts'

const placePhoto = /* GraphQL */ `
  fragment PlacePhoto on PlacePhoto {
    post title image image_info { width height placeholder }
  }
`

const placeDocument = graphql(/* GraphQL */ `
  query getPlace($id: ID!) {
    getPlace(id: $id) {
      id name address lat lng start_time end_time hours_count closed_on count like been_count price price_count
      kinds { kind count }
      dishes { name price count }
      areas { name path }
      photos { ...PlacePhoto }
      comments { title comment { id post text createdAt author { handle username image } } }
    }
  }
${placePhoto}`)

const photosDocument = graphql(/* GraphQL */ `
  query getPlacePhotos($id: ID!, $cursor: String) {
    getPlacePhotos(id: $id, cursor: $cursor) {
      data { ...PlacePhoto }
      nextCursor
    }
  }
${placePhoto}`)

const otherPostsDocument = graphql(/* GraphQL */ `
  query getPlacePosts($id: ID!) {
    getPlacePosts(id: $id) { ...MiniPost }
  }
${miniPost}`)

export type Place = GetPlaceQuery['getPlace']

/** So many photos come with the place; if it has these, there may be more. */
export const PLACE_PHOTOS = 12

/** A place, as described by its posts. It goes on loading like `postQuery`. */
export function placeQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['place', id],
    queryFn: async () => (await request(execute, placeDocument, { id })).getPlace,
    retry: retryOnce,
  })
}

/** The photos of all posts about a place. */
export function placePhotosQuery(execute: ExecuteGraphql, id: string) {
  return infiniteQueryOptions({
    queryKey: ['place', id, 'photos'],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await request(execute, photosDocument, { id, cursor }, { signal })).getPlacePhotos,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
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
