import { type ExecuteGraphql, graphql, type VariablesOf } from '../../graphql.ts'
import { type ListParams, listArguments, listParamsKey } from '../lists/list-search.ts'
import { type ListKey, listQuery, postCardFragment } from './list-query.ts'

const getPosts = graphql(/* GraphQL */ `
  query getPosts(
    $user_id: String, $place: ID, $area: String, $filter: String, $pageParam: Int, $cursor: String, $lat: Float,
    $lng: Float, $radius: Int, $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) @kept {
    getPosts(
      user_id: $user_id, place: $place, area: $area, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat,
      lng: $lng, radius: $radius, open: $open, kind: $kind, price: $price, traits: $traits
    ) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCardFragment}`)

function queryOf(execute: ExecuteGraphql, key: ListKey, asked: VariablesOf<typeof getPosts>) {
  return listQuery(key, (cursor, signal) => getPosts(execute, { ...asked, cursor }, { signal }))
}

export function postsQuery(execute: ExecuteGraphql, list: ListParams) {
  return queryOf(execute, ['posts', ...listParamsKey(list)], listArguments(list))
}

export function placePostsQuery(execute: ExecuteGraphql, place: string, list: ListParams) {
  return queryOf(execute, ['place_posts', place, ...listParamsKey(list)], { place, ...listArguments(list) })
}

export function areaPostsQuery(execute: ExecuteGraphql, area: string, list: ListParams) {
  const asked = { area, ...listArguments({ ...list, radius: null }) }
  return queryOf(execute, ['area_posts', area, ...listParamsKey(list)], asked)
}

export function authorPostsQuery(execute: ExecuteGraphql, author: string, list: ListParams) {
  return queryOf(execute, ['author_posts', author, ...listParamsKey(list)], { user_id: author, ...listArguments(list) })
}

export function ownPostsQuery(execute: ExecuteGraphql, handle: string) {
  return queryOf(execute, ['my_list', handle], { user_id: handle })
}
