import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { GetPostsQuery, PostCardFragment } from '#contract/operations.gen.ts'
import { retryOnce } from '../graphql.ts'
import { mergePages } from './merge-pages.ts'
import { keptPage } from './refresh-list.ts'

/** `searched` is of searches only. */
export type PostPage = GetPostsQuery['getPosts'] & { searched?: number | null }
export type ListedPost = PostCardFragment
export type FetchPage = (cursor: string | null, signal: AbortSignal) => Promise<PostPage>

/** First elements of the keys of every list of posts (P29a). */
export const listKeys = ['posts', 'keyword', 'my_list', 'place_posts', 'area_posts'] as const

/**
 * A list of posts in pages of ten, by cursor. Lists are always stale and cached for three minutes (P29a). A refetch in
 * the background starts at the same page, so nothing moves.
 */
export function listQuery(queryKey: readonly [(typeof listKeys)[number], ...string[]], fetchPage: FetchPage) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, pageParam, signal }) =>
      keptPage<PostPage>(client, queryKey, pageParam) ?? fetchPage(pageParam ?? startOf(client, queryKey), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
    structuralSharing: mergePages,
    retry: retryOnce,
    staleTime: 0,
    gcTime: 180_000,
  })
}

export type ListQuery = ReturnType<typeof listQuery>

function startOf(client: QueryClient, queryKey: QueryKey): string | null {
  return client.getQueryData<{ pages: PostPage[] }>(queryKey)?.pages[0]?.startCursor ?? null
}
