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
import type { Verdict } from '#rules/verdict.ts'
import { type Ref, refOf } from '../../store/store.ts'

/**
 * A post of a list. `hiddenBecause` is only in lists of one's own posts: why nobody else sees it. `verdict` is only in
 * collections: that on its place.
 */
export type ListedPost = PostCardFragment & { hiddenBecause?: string | null; verdict?: Verdict | null }
/** A page as the API gives it. */
export type FetchedPage = GetPostsQuery['getPosts'] &
  Partial<Omit<GetSearchPostsQuery['getSearchPosts'], 'data'>> &
  Pick<Partial<GetSavedPostsQuery['getSavedPosts']>, 'gone'>
/** A page of a list: the ids of its posts. */
export type PostPage = Omit<FetchedPage, 'data'> & { data: readonly Ref<ListedPost>[] }
type FetchPage = (cursor: string | null, signal: AbortSignal) => Promise<FetchedPage>

/**
 * Fields of a post in a small row. Documents insert it as text; `scripts/generate/own-documents.ts` evaluates them as the
 * browser does.
 */
export const miniPostFragment = /* GraphQL */ `
  fragment MiniPost on Post {
    id ${rowFields} image image_info { width height placeholder } username like comments
  }
`

export const postCardFragment = /* GraphQL */ `
  fragment PostCard on Post {
    ...MiniPost
    image_count ${cardFields} createdAt user_id user_profile
  }
${miniPostFragment}`

/** First elements of the keys of every list of posts. */
const listKeys = [
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

/**
 * Query of a list of posts: pages of ten by cursor, always stale. A refetch in the background starts at the same page, so
 * nothing moves.
 */
export function listQuery(queryKey: ListKey, fetchPage: FetchPage) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }): Promise<PostPage> => {
      const page = await fetchPage(pageParam ?? startOf(client, queryKey), signal)
      return { ...page, data: page.data.map(refOf) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor ?? null,
    structuralSharing: mergePages,
    staleTime: 0,
    gcTime: 180_000,
  })
}

export type ListQuery = ReturnType<typeof listQuery>

/** Drops all cached lists after a post was added or changed; each is loaded again when it is next shown. */
export function dropLists(client: QueryClient): void {
  for (const key of [...listKeys, 'detail_posts', 'place', 'area']) client.removeQueries({ queryKey: [key] })
}

function startOf(client: QueryClient, queryKey: QueryKey): string | null {
  return client.getQueryData<{ pages: PostPage[] }>(queryKey)?.pages[0]?.startCursor ?? null
}

type List = InfiniteData<{ data: readonly string[] }>

/**
 * Merges a refetched list into the shown one without moving posts: shown ones keep their order, deleted ones disappear, new
 * ones within the loaded pages follow.
 */
export function mergePages(before: unknown, after: unknown): unknown {
  const fresh = withoutRepeats(after as List)
  const found = new Set(idsOf(fresh))
  const kept = before === undefined ? [] : idsOf(before as List).filter((id) => found.has(id))
  const order = [...new Set([...kept, ...found])]
  let taken = 0
  const pages = fresh.pages.map((page) => {
    taken += page.data.length
    return { ...page, data: order.slice(taken - page.data.length, taken) }
  })
  return replaceEqualDeep(before, { ...fresh, pages })
}

function idsOf(list: List): string[] {
  return list.pages.flatMap((page) => page.data)
}

/** A post whose rank fell during paging appears again on a later page. */
function withoutRepeats(list: List): List {
  const seen = new Set<string>()
  const isFirst = (id: string) => !seen.has(id) && seen.add(id)
  return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.filter(isFirst) })) }
}
