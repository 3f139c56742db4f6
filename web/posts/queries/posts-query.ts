import { BY_RELEVANCE } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, type ResultOf, type VariablesOf } from '../../graphql.ts'
import {
  type ListFilters as Filters,
  factArguments,
  factsKey,
  type ListParams,
  listArguments,
  listParams,
  listParamsKey,
} from '../lists/list-search.ts'
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

const getFollowedPosts = graphql(/* GraphQL */ `
  query getFollowedPosts($cursor: String, $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]) @kept {
    getFollowedPosts(cursor: $cursor, open: $open, kind: $kind, price: $price, traits: $traits) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCardFragment}`)

/** Query for the posts of the authors that the reader follows. */
export function followedPostsQuery(execute: ExecuteGraphql, reader: string, list: Filters = {}) {
  const { open, facts } = listParams(list)
  return listQuery(['followed_posts', reader, ...(open ? ['open'] : []), ...factsKey(facts)], (cursor, signal) =>
    getFollowedPosts(execute, { cursor, open, ...factArguments(facts) }, { signal }),
  )
}

const getSearchPosts = graphql(/* GraphQL */ `
  query getSearchPosts(
    $keyword: String!, $filter: String, $pageParam: Int, $cursor: String, $lat: Float, $lng: Float, $radius: Int, $open: Boolean,
    $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) @kept {
    getSearchPosts(
      keyword: $keyword, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat, lng: $lng, radius: $radius, open: $open,
      kind: $kind, price: $price, traits: $traits
    ) {
      data { ...PostCard }
      nextCursor
      startCursor
      searched
      meaning {
        kind correction alternatives otherWords suggestions
        areas { name path count named position { lat lng } }
        landmarks { name kind area position { lat lng } named }
      }
      instead { name }
      from { lat lng }
    }
  }
${postCardFragment}`)

export type Meaning = NonNullable<ResultOf<typeof getSearchPosts>['meaning']>

/** The parameters of a search; without an order in its URL the best match comes first. */
export type SearchParams = ListParams & { isByRelevance: boolean }

export function searchPostsQuery(execute: ExecuteGraphql, keyword: string, list: SearchParams) {
  const { isByRelevance } = list
  return listQuery(
    ['keyword', keyword, ...(isByRelevance ? [BY_RELEVANCE] : []), ...listParamsKey(list)],
    (cursor, signal) => {
      const order = isByRelevance ? { filter: null } : {}
      return getSearchPosts(execute, { keyword, ...listArguments(list), ...order, cursor }, { signal })
    },
  )
}
