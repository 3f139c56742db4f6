import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { type ListParams, listArguments, listParamsKey } from '../lists/list-search.ts'
import { listQuery } from './list-query.ts'
import { postCard } from './post-fields.ts'

const getPosts = graphql(/* GraphQL */ `
  query getPosts(
    $user_id: String, $place: ID, $area: String, $filter: String, $pageParam: Int, $cursor: String, $lat: Float,
    $lng: Float, $radius: Int, $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) {
    getPosts(
      user_id: $user_id, place: $place, area: $area, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat,
      lng: $lng, radius: $radius, open: $open, kind: $kind, price: $price, traits: $traits
    ) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCard}`)

export function postsQuery(execute: ExecuteGraphql, list: ListParams) {
  return listQuery(['posts', ...listParamsKey(list)], (cursor, signal) =>
    getPosts(execute, { ...listArguments(list), cursor }, { signal }),
  )
}

export function placeListQuery(execute: ExecuteGraphql, place: string, list: ListParams) {
  return listQuery(['place_posts', place, ...listParamsKey(list)], (cursor, signal) =>
    getPosts(execute, { place, ...listArguments(list), cursor }, { signal }),
  )
}

export function areaListQuery(execute: ExecuteGraphql, area: string, list: ListParams) {
  return listQuery(['area_posts', area, ...listParamsKey(list)], (cursor, signal) =>
    getPosts(execute, { area, ...listArguments({ ...list, radius: null }), cursor }, { signal }),
  )
}

export function authorListQuery(execute: ExecuteGraphql, author: string, list: ListParams) {
  return listQuery(['author_posts', author, ...listParamsKey(list)], (cursor, signal) =>
    getPosts(execute, { user_id: author, ...listArguments(list), cursor }, { signal }),
  )
}

/** The posts of one author, newest first. */
export function myListQuery(execute: ExecuteGraphql, userId: string) {
  return listQuery(['my_list', userId], (cursor, signal) => getPosts(execute, { user_id: userId, cursor }, { signal }))
}
