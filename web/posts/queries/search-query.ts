import { BY_RELEVANCE } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { type ListParams, listArguments, listParamsKey } from '../lists/list-search.ts'
import { listQuery, postCardFragment } from './list-query.ts'

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
