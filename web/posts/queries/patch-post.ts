import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { graphql } from '../../graphql.ts'
import type { RouterContext } from '../../router-context.ts'
import { changeKeptLists } from '../../storage/kept-screens.ts'
import { listKeys, type PostPage, postCard } from './list-query.ts'

type Pages = { pages: PostPage[] }

export function isPostQuery([name]: QueryKey): boolean {
  return [...listKeys, 'listed_again', 'post', 'detail_posts'].some((one) => one === name)
}

type Numbers = { like: number; comments: number }

export function patchPost(client: QueryClient, id: string, change: (before: Numbers) => Partial<Numbers>): void {
  const patch = <T extends Numbers & { id: string }>(post: T): T =>
    post.id === id ? { ...post, ...change(post) } : post
  changeLists(client, (posts) => (posts.some((post) => post.id === id) ? posts.map(patch) : posts))
  client.setQueryData<Numbers & { id: string }>(['post', id], (post) => post && patch(post))
  client.setQueriesData<(Numbers & { id: string })[]>({ queryKey: ['detail_posts'] }, (posts) => posts?.map(patch))
}

const getListedAgain = graphql(/* GraphQL */ `
  query getListedAgain($ids: [ID!]) { getPosts(ids: $ids) { data { ...PostCard } } }
${postCard}`)

type Context = Pick<RouterContext, 'queryClient' | 'graphql'>

/** Asks again for up to 30 posts of lists, and shows them as they are now. Those that are gone leave every list. */
export async function refreshPosts({ queryClient, graphql }: Context, ids: string[]): Promise<void> {
  const queryFn = async () => {
    const { data } = await getListedAgain(graphql, { ids })
    const fresh = new Map(data.map((post) => [post.id, post]))
    changeLists(queryClient, (posts) =>
      posts.flatMap((post) => (ids.includes(post.id) ? (fresh.get(post.id) ?? []) : post)),
    )
    // Lists of saved posts also show entries of deleted posts.
    if (data.length < ids.length) void queryClient.invalidateQueries({ queryKey: ['saved'] })
    return null
  }
  await queryClient.fetchQuery({ queryKey: ['listed_again', ...ids], queryFn, staleTime: 0, gcTime: 0 })
}

/** Drops all cached lists after a post was added or changed; each is loaded again when it is next shown. */
export function dropLists(client: QueryClient): void {
  for (const key of [...listKeys, 'detail_posts', 'place', 'area']) client.removeQueries({ queryKey: [key] })
}

export function changeLists(client: QueryClient, change: (posts: PostPage['data']) => PostPage['data']): void {
  for (const key of listKeys) {
    client.setQueriesData<Pages>(
      { queryKey: [key] },
      (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: change(page.data) })) },
    )
  }
  changeKeptLists(change)
}
