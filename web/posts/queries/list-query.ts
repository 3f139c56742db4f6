import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query'
import type {
  GetPostsQuery,
  GetSavedPostsQuery,
  GetSearchPostsQuery,
  PostCardFragment,
} from '#contract/operations.gen.ts'
import { cardFields, rowFields } from '#contract/shown-fields.gen.ts'

export type PostPage = GetPostsQuery['getPosts'] &
  Partial<Omit<GetSearchPostsQuery['getSearchPosts'], 'data'>> &
  Pick<Partial<GetSavedPostsQuery['getSavedPosts']>, 'gone'>
/** A list of one's own also says why nobody else sees a post. */
export type ListedPost = PostCardFragment & { hiddenBecause?: string | null }
type FetchPage = (cursor: string | null, signal: AbortSignal) => Promise<PostPage>

/** Fields of a small row. Documents spread it (`scripts/generate/own-documents.ts` does what the browser does). */
export const miniPost = /* GraphQL */ `
  fragment MiniPost on Post {
    id ${rowFields} image image_info { width height placeholder } username like comments
  }
`

export const postCard = /* GraphQL */ `
  fragment PostCard on Post {
    ...MiniPost
    image_count ${cardFields} createdAt user_id user_profile
  }
${miniPost}`

/** First elements of the keys of every list of posts. */
export const listKeys = [
  'posts',
  'keyword',
  'my_list',
  'place_posts',
  'area_posts',
  'author_posts',
  'followed_posts',
  'saved',
] as const

export type ListKey = readonly [(typeof listKeys)[number], ...string[]]

/** Pages of ten by cursor, always stale. A refetch in the background starts at the same page, so nothing moves. */
export function listQuery(queryKey: ListKey, fetchPage: FetchPage) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, pageParam, signal }) => fetchPage(pageParam ?? startOf(client, queryKey), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
    structuralSharing: mergePages,
    staleTime: 0,
    gcTime: 180_000,
  })
}

export type ListQuery = ReturnType<typeof listQuery>

function startOf(client: QueryClient, queryKey: QueryKey): string | null {
  return client.getQueryData<{ pages: PostPage[] }>(queryKey)?.pages[0]?.startCursor ?? null
}

type Page = { data: readonly { id: string }[] }

/** Nothing moves under the reader: shown posts keep their order, deleted ones go, new ones in the range follow. */
export function mergePages(before: unknown, after: unknown): unknown {
  const fresh = after as InfiniteData<Page>
  if (before === undefined) return withoutRepeats(fresh)
  const shown = idsOf(before as InfiniteData<Page>)
  const posts = new Map(fresh.pages.flatMap((page) => page.data.map((post) => [post.id, post])))
  const kept = shown.filter((id) => posts.has(id))
  const known = new Set(kept)
  const order = [...kept, ...[...posts.keys()].filter((id) => !known.has(id))]
  let taken = 0
  const pages = withoutRepeats(fresh).pages.map((page) => {
    const ids = order.slice(taken, taken + page.data.length)
    taken += page.data.length
    return { ...page, data: ids.flatMap((id) => posts.get(id) ?? []) }
  })
  return replaceEqualDeep(before, { ...fresh, pages })
}

function idsOf(list: InfiniteData<Page>): string[] {
  return list.pages.flatMap((page) => page.data.map((post) => post.id))
}

/** A post whose rank fell during paging appears again on a later page. */
function withoutRepeats(list: InfiniteData<Page>): InfiniteData<Page> {
  const seen = new Set<string>()
  const isFirst = (id: string) => !seen.has(id) && seen.add(id)
  return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.filter((post) => isFirst(post.id)) })) }
}
