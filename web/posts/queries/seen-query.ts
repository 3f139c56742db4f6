import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import type { SeenPlace } from '../../storage/seen-places.ts'
import { type Ref, refOf } from '../../store/store.ts'
import { type ListedPost, postCardFragment } from './list-query.ts'

const getSeenPosts = graphql(/* GraphQL */ `
  query getSeenPosts($ids: [ID!]) { getPosts(ids: $ids) { data { ...PostCard } } }
${postCardFragment}`)

const idsOf = (seen: readonly SeenPlace[]) => seen.flatMap(({ post }) => post ?? [])

/** Loads those of the seen posts that the reader can still open. */
export async function fetchSeenPosts(
  execute: ExecuteGraphql,
  seen: readonly SeenPlace[],
  signal: AbortSignal,
): Promise<ListedPost[]> {
  const ids = idsOf(seen)
  return ids.length > 0 ? (await getSeenPosts(execute, { ids }, { signal })).data : []
}

export function seenPostsQuery(execute: ExecuteGraphql, seen: readonly SeenPlace[]) {
  return queryOptions({
    queryKey: ['seen', ...idsOf(seen)],
    queryFn: async ({ signal }): Promise<Ref<ListedPost>[]> =>
      (await fetchSeenPosts(execute, seen, signal)).map((post) => refOf(post)),
    throwOnError: false,
  })
}
