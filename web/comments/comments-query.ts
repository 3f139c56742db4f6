import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { CommentFragment, GetCommentsQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import { patchPost } from '../posts/queries/patch-post.ts'

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
export type CommentPage = GetCommentsQuery['getComments']

export function commentsQuery(execute: ExecuteGraphql, post: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', post],
    queryFn: ({ pageParam, signal }): Promise<CommentPage> =>
      getComments(execute, { post, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

type Comments = InfiniteData<CommentPage>

/** Puts a comment at the start of its post's list, unless the list has it, and counts it. */
export function showAdded(client: QueryClient, post: string, comment: Comment): void {
  const key = ['comments', post]
  const isKnown = client.getQueryData<Comments>(key)?.pages.some(({ data }) => data.some(({ id }) => id === comment.id))
  if (isKnown) return
  changeFirst(client, post, (page) => ({
    ...page,
    data: [comment, ...page.data],
    ...(comment.tasty && {
      tastyCount: page.tastyCount + 1,
      tastyAuthors: [comment.author, ...page.tastyAuthors].slice(0, 3),
    }),
  }))
  count(client, post, 1)
}

export function showEdited(client: QueryClient, post: string, comment: Comment): void {
  change(client, post, (comments) => comments.map((one) => (one.id === comment.id ? comment : one)))
}

export function showDeleted(client: QueryClient, post: string, { id, tasty, author }: Comment): void {
  change(client, post, (comments) => comments.filter((one) => one.id !== id))
  if (tasty) {
    changeFirst(client, post, (page) => ({
      ...page,
      tastyCount: Math.max(0, page.tastyCount - 1),
      tastyAuthors: page.tastyAuthors.filter(({ handle }) => handle !== author.handle),
    }))
  }
  count(client, post, -1)
}

function count(client: QueryClient, post: string, difference: 1 | -1): void {
  patchPost(client, post, ({ comments }) => ({ comments: Math.max(0, comments + difference) }))
}

function change(client: QueryClient, post: string, edit: (comments: Comment[]) => Comment[]): void {
  client.setQueryData<Comments>(
    ['comments', post],
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: edit(page.data) })) },
  )
}

function changeFirst(client: QueryClient, post: string, edit: (page: CommentPage) => CommentPage): void {
  client.setQueryData<Comments>(
    ['comments', post],
    (list) => list && { ...list, pages: list.pages.map((page, index) => (index === 0 ? edit(page) : page)) },
  )
}
