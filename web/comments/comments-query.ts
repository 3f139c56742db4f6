import { infiniteQueryOptions } from '@tanstack/react-query'
import type { CommentFragment, GetCommentsQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'

const comment = /* GraphQL */ `
  fragment Comment on Comment {
    id text tasty createdAt edited hiddenBecause
    image { url info { width height placeholder } }
    author { handle username image }
  }
`

const listDocument = graphql(/* GraphQL */ `
  query getComments($post: ID!, $cursor: String) {
    getComments(post: $post, cursor: $cursor) {
      data { ...Comment }
      nextCursor tastyCount
      tastyAuthors { handle username image }
    }
  }
${comment}`)

const addDocument = graphql(/* GraphQL */ `
  mutation addComment($post: ID!, $text: String!, $tasty: Boolean, $image: String, $key: ID) {
    addComment(post: $post, text: $text, tasty: $tasty, image: $image, key: $key) { ...Comment }
  }
${comment}`)

const editDocument = graphql(/* GraphQL */ `
  mutation editComment($id: ID!, $text: String!) {
    editComment(id: $id, text: $text) { ...Comment }
  }
${comment}`)

const deleteDocument = graphql(/* GraphQL */ `
  mutation deleteComment($id: ID!) {
    deleteComment(id: $id) { count }
  }
`)

export type Comment = CommentFragment
export type CommentPage = GetCommentsQuery['getComments']

/** The comments of a post in pages of twenty, the newest first. */
export function commentsQuery(execute: ExecuteGraphql, post: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', post],
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> =>
      (await request(execute, listDocument, { post, cursor: pageParam }, { signal })).getComments,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    retry: retryOnce,
  })
}

type NewComment = { post: string; text: string; tasty?: boolean; image?: string | null; key?: string }

/** A second call with the same key adds nothing. */
export async function addComment(execute: ExecuteGraphql, comment: NewComment): Promise<Comment> {
  return (await request(execute, addDocument, comment)).addComment
}

export async function editComment(execute: ExecuteGraphql, id: string, text: string): Promise<Comment> {
  return (await request(execute, editDocument, { id, text })).editComment
}

export async function deleteComment(execute: ExecuteGraphql, id: string): Promise<void> {
  await request(execute, deleteDocument, { id })
}
