import { useQuery } from '@tanstack/react-query'
import { useGraphql } from '../../kit/use-graphql.ts'
import type { ListParams } from '../../posts/list-search.ts'
import type { ListQuery } from '../../posts/lists.ts'
import { useShownPosts } from '../../posts/use-posts.ts'
import type { Landmark } from './named-landmarks.ts'
import { foundNothing, mayShowInstead, type PostsInstead, postsInArea, postsNear } from './posts-instead.ts'
import { hintsQuery } from './search-hints.ts'

type Search = { keyword: string; list: ListParams; query: ListQuery; landmarks: readonly Landmark[] }

/** The posts to show instead of results; null if there are results, or the keyword names no place. */
export function usePostsInstead({ keyword, list, query, landmarks }: Search): PostsInstead | null {
  const execute = useGraphql()
  // While another order is loading, the posts of the former one tell.
  const { data } = useShownPosts(query)
  const isWanted = foundNothing(data?.pages) && mayShowInstead(list)
  const hints = useQuery({
    ...hintsQuery(execute, keyword),
    enabled: isWanted && landmarks.length === 0,
    refetchOnMount: false,
  })
  if (!isWanted) return null
  return postsNear(execute, landmarks, list) ?? (hints.data ? postsInArea(execute, hints.data, list) : null)
}
