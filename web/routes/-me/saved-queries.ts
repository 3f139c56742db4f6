import { queryOptions } from '@tanstack/react-query'
import type { SaveList } from '#contract/schema.gen.ts'
import { BY_DISTANCE } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { shopFragment } from '../../places/shops.ts'
import { type FactFilters, factArguments, factsKey } from '../../posts/lists/list-search.ts'
import { listQuery, postCardFragment } from '../../posts/queries/list-query.ts'

const getSavedPosts = graphql(/* GraphQL */ `
  query getSavedPosts($list: SaveList!, $sort: String, $keyword: String, $cursor: String, $lat: Float, $lng: Float, $radius: Int,
    $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]) @kept {
    getSavedPosts(list: $list, sort: $sort, keyword: $keyword, cursor: $cursor, lat: $lat, lng: $lng, radius: $radius,
      kind: $kind, price: $price, traits: $traits) {
      data { ...PostCard hiddenBecause }
      nextCursor
      startCursor
      gone { post title address lat lng place_id shop { ...ShopFields } at }
    }
  }
${postCardFragment}${shopFragment}`)

const getSavedPins = graphql(/* GraphQL */ `
  query getSavedPins(
    $list: SaveList!, $keyword: String, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) @kept {
    getSavedPins(list: $list, keyword: $keyword, kind: $kind, price: $price, traits: $traits) { post place_id title lat lng }
  }
`)

const getSavedCounts = graphql(/* GraphQL */ `
  query getSavedCounts @kept { getSavedCounts { want wantOpen been liked written } }
`)

/** An entry whose post is deleted, or a kept shop about which nobody has written. */
export type EntryWithoutPost = NonNullable<ResultOf<typeof getSavedPosts>['gone']>[number]
export type SavedParams = {
  list: SaveList
  keyword: string
  near: Position | undefined
  radius: number | null
  facts: FactFilters
}

export function savedListQuery(execute: ExecuteGraphql, { list, keyword, near, radius, facts }: SavedParams) {
  return listQuery(
    [
      'saved',
      list,
      keyword,
      ...(near ? [BY_DISTANCE, `${near.lat},${near.lng}`, String(radius)] : []),
      ...factsKey(facts),
    ],
    async (cursor, signal) => {
      const order = near ? { sort: BY_DISTANCE, ...near, radius } : {}
      const wanted = { list, keyword, ...order, ...factArguments(facts), cursor }
      return getSavedPosts(execute, wanted, { signal })
    },
  )
}

export function savedPinsQuery(
  execute: ExecuteGraphql,
  { list, keyword, facts }: Omit<SavedParams, 'near' | 'radius'>,
) {
  return queryOptions({
    queryKey: ['saved_pins', list, keyword, ...factsKey(facts)],
    queryFn: ({ signal }) => getSavedPins(execute, { list, keyword, ...factArguments(facts) }, { signal }),
  })
}

export function savedCountsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['saved_counts'],
    queryFn: ({ signal }) => getSavedCounts(execute, {}, { signal }),
  })
}
