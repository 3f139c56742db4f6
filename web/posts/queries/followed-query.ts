import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { type ListFilters as Filters, factArguments, factsKey, listParams } from '../lists/list-search.ts'
import { listQuery, postCardFragment } from './list-query.ts'

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
