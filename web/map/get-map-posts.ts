import { queryOptions } from '@tanstack/react-query'
import type { GetMapPostsQuery, GetMapPostsQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { retryOnce } from '../kit/retry.ts'

const document = graphql<GetMapPostsQuery, GetMapPostsQueryVariables>(/* GraphQL */ `
  query getMapPosts(
    $south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $filter: String, $keyword: String
  ) {
    getMapPosts(
      south: $south, west: $west, north: $north, east: $east, zoom: $zoom, filter: $filter, keyword: $keyword
    ) {
      clusters { lat lng count south west north east id title }
      count
      estimated
      data {
        id title contents image image_info { width height placeholder } address lat lng start_time end_time username like
      }
    }
  }
`)

export type MapPosts = GetMapPostsQuery['getMapPosts']
export type MapPost = MapPosts['data'][number]

/** The posts of a view of the map; old ones stand until the new ones are there. */
export function mapPostsQuery(execute: ExecuteGraphql, view: GetMapPostsQueryVariables) {
  return queryOptions({
    queryKey: ['map_posts', view],
    queryFn: async ({ signal }) => (await request(execute, document, view, { signal })).getMapPosts,
    staleTime: 0,
    gcTime: 180_000,
    retry: retryOnce,
  })
}
