import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce, type VariablesOf } from '../../graphql.ts'
import { miniPost } from '../../posts/queries/post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getMapPosts(
    $south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $filter: String, $keyword: String,
    $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) {
    getMapPosts(
      south: $south, west: $west, north: $north, east: $east, zoom: $zoom, filter: $filter, keyword: $keyword,
      open: $open, kind: $kind, price: $price, traits: $traits
    ) {
      clusters { lat lng count south west north east id title kind image area }
      count
      estimated
      data { ...MiniPost address lat lng start_time end_time closed_on }
    }
  }
${miniPost}`)

export type MapPosts = DataOf<typeof document>['getMapPosts']
export type MapPost = MapPosts['data'][number]

/** The posts of a map's view; the old ones stay until the new ones arrive. */
export function mapPostsQuery(execute: ExecuteGraphql, view: VariablesOf<typeof document>) {
  return queryOptions({
    queryKey: ['map_posts', view],
    queryFn: async ({ signal }) => (await request(execute, document, view, { signal })).getMapPosts,
    staleTime: 0,
    gcTime: 180_000,
    retry: retryOnce,
  })
}
