import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { changeKeptLists } from '../../storage/kept-screens.ts'
import { listKeys, type PostPage } from './list-query.ts'

type Pages = { pages: PostPage[] }

/** Whether a query's data contains posts with likes: a list, a post, or the other posts of its place. */
export function isPostQuery([name]: QueryKey): boolean {
  return [...listKeys, 'post', 'detail_posts'].some((one) => one === name)
}

export function patchLikes(client: QueryClient, id: string, like: number): void {
  patchPost(client, id, () => ({ like }))
}

type Numbers = { like: number; comments: number }

/** Changes the numbers of a post wherever it is shown. */
export function patchPost(client: QueryClient, id: string, change: (before: Numbers) => Partial<Numbers>): void {
  const patch = <T extends Numbers & { id: string }>(post: T): T =>
    post.id === id ? { ...post, ...change(post) } : post
  changeLists(client, (posts) => (posts.some((post) => post.id === id) ? posts.map(patch) : posts))
  client.setQueryData<Numbers & { id: string }>(['post', id], (post) => post && patch(post))
  client.setQueriesData<(Numbers & { id: string })[]>({ queryKey: ['detail_posts'] }, (posts) => posts?.map(patch))
}

/** Drops all cached lists after a post was added or changed; each is loaded again when it is next shown. */
export function dropLists(client: QueryClient): void {
  for (const key of [...listKeys, 'detail_posts', 'place', 'area']) client.removeQueries({ queryKey: [key] })
}

/** Changes the posts of every list, loaded or kept for a return. */
export function changeLists(client: QueryClient, change: (posts: PostPage['data']) => PostPage['data']): void {
  for (const key of listKeys) {
    client.setQueriesData<Pages>(
      { queryKey: [key] },
      (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: change(page.data) })) },
    )
  }
  changeKeptLists(change)
}
