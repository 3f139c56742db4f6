import { RELEVANCE } from '#rules/paging.ts'
import { type AnswerOf, type ExecuteGraphql, graphql } from '../../graphql.ts'
import { type ListParams, listArguments, listParamsKey } from '../lists/list-search.ts'
import { listQuery } from './list-query.ts'
import { postCard } from './post-fields.ts'

const getSearchPosts = graphql(/* GraphQL */ `
  query getSearchPosts(
    $keyword: String!, $filter: String, $pageParam: Int, $cursor: String, $lat: Float, $lng: Float, $radius: Int, $open: Boolean,
    $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) {
    getSearchPosts(
      keyword: $keyword, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat, lng: $lng, radius: $radius, open: $open,
      kind: $kind, price: $price, traits: $traits
    ) {
      data { ...PostCard }
      nextCursor
      startCursor
      searched
      meaning {
        kind correction suggestions
        areas { name path count named }
        landmarks { name kind area position { lat lng } named }
      }
      instead { name }
      from { lat lng }
    }
  }
${postCard}`)

export type Meaning = NonNullable<AnswerOf<typeof getSearchPosts>['meaning']>

/** The parameters of a search; without an order in its URL the best match comes first. */
export type SearchParams = ListParams & { isByRelevance: boolean }

/** The posts that a keyword finds, with what it means. */
export function searchQuery(execute: ExecuteGraphql, keyword: string, list: SearchParams) {
  const { isByRelevance } = list
  return listQuery(
    ['keyword', keyword, ...(isByRelevance ? [RELEVANCE] : []), ...listParamsKey(list)],
    (cursor, signal) => {
      const order = isByRelevance ? { filter: null } : {}
      return getSearchPosts(execute, { keyword, ...listArguments(list), ...order, cursor }, { signal })
    },
  )
}
