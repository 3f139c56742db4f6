import { type ExecuteGraphql, graphql, request } from '../../graphql.ts'
import { listQuery } from './list-query.ts'
import { postCard } from './post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getFollowedPosts($cursor: String) {
    getFollowedPosts(cursor: $cursor) {
      data { ...PostCard }
      nextCursor
      startCursor
    }
  }
${postCard}`)

/** Posts of whom the reader follows, newest first. */
export function followedQuery(execute: ExecuteGraphql, reader: string) {
  return listQuery(
    ['followed_posts', reader],
    async (cursor, signal) => (await request(execute, document, { cursor }, { signal })).getFollowedPosts,
  )
}
