import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { type ListFilters as Filters, factArguments, factsKey, listParams } from '../lists/list-search.ts'
import { listQuery } from './list-query.ts'
import { postCard } from './post-fields.ts'

const getFollowedPosts = graphql(/* GraphQL */ `
  query getFollowedPosts($cursor: String, $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]) {
    getFollowedPosts(cursor: $cursor, open: $open, kind: $kind, price: $price, traits: $traits) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCard}`)

/** Posts of whom the reader follows, newest first, or those of them that pass the filters. */
export function followedQuery(execute: ExecuteGraphql, reader: string, list: Filters = {}) {
  const { open, facts } = listParams(list)
  return listQuery(['followed_posts', reader, ...(open ? ['open'] : []), ...factsKey(facts)], (cursor, signal) =>
    getFollowedPosts(execute, { cursor, open, ...factArguments(facts) }, { signal }),
  )
}
