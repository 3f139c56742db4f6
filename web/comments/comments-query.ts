import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { CommentFragment, GetCommentsQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import type { ListedPost } from '../posts/queries/list-query.ts'
import { type Ref, refOf, type Store } from '../store/store.ts'

const comment = /* GraphQL */ `
  fragment Comment on Comment {
    id text tasty createdAt edited hiddenBecause
    image { url info { width height placeholder } }
    author { handle username image }
  }
`

const getComments = graphql(/* GraphQL */ `
  query getComments($post: ID!, $cursor: String) @kept {
    getComments(post: $post, cursor: $cursor) {
      data { ...Comment }
      nextCursor tastyCount
      tastyAuthors { handle username image }
    }
  }
${comment}`)

export const addComment = graphql(/* GraphQL */ `
  mutation addComment($post: ID!, $text: String!, $tasty: Boolean, $image: String, $key: ID) {
    addComment(post: $post, text: $text, tasty: $tasty, image: $image, key: $key) { ...Comment }
  }
${comment}`)

export const editComment = graphql(/* GraphQL */ `
  mutation editComment($id: ID!, $text: String!) { editComment(id: $id, text: $text) { ...Comment } }
${comment}`)

export const deleteComment = graphql(/* GraphQL */ `
  mutation deleteComment($id: ID!) { deleteComment(id: $id) { count } }
`)

export type Comment = CommentFragment
export type CommentPage = Omit<GetCommentsQuery['getComments'], 'data'> & { data: readonly Ref<Comment>[] }

export function commentsQuery(execute: ExecuteGraphql, post: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', post],
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      const page = await getComments(execute, { post, cursor: pageParam }, { signal })
      return { ...page, data: page.data.map(refOf) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

type Comments = InfiniteData<CommentPage>

type Context = { queryClient: QueryClient; store: Store }

/** Puts a comment at the start of its post's list, unless the list has it, and counts it. */
export function showAdded({ queryClient, store }: Context, post: string, { id, tasty, author }: Comment): void {
  const list = queryClient.getQueryData<Comments>(['comments', post])
  if (list?.pages.some(({ data }) => data.includes(id))) return
  const add = (page: CommentPage): CommentPage => ({
    ...page,
    data: [id, ...page.data],
    ...(tasty && { tastyCount: page.tastyCount + 1, tastyAuthors: [author, ...page.tastyAuthors].slice(0, 3) }),
  })
  changePages(queryClient, post, (page, index) => (index === 0 ? add(page) : page))
  count(store, post, 1)
}

export function showDeleted({ queryClient, store }: Context, post: string, { id, tasty, author }: Comment): void {
  changePages(queryClient, post, (page, index) => ({
    ...page,
    data: page.data.filter((one) => one !== id),
    ...(tasty &&
      index === 0 && {
        tastyCount: Math.max(0, page.tastyCount - 1),
        tastyAuthors: page.tastyAuthors.filter(({ handle }) => handle !== author.handle),
      }),
  }))
  count(store, post, -1)
}

function count(store: Store, post: string, difference: 1 | -1): void {
  store.change<ListedPost>('post', post, ({ comments }) => ({ comments: Math.max(0, comments + difference) }))
}

function changePages(client: QueryClient, post: string, change: (page: CommentPage, index: number) => CommentPage) {
  client.setQueryData<Comments>(['comments', post], (list) => list && { ...list, pages: list.pages.map(change) })
}
