import { queryOptions } from '@tanstack/react-query'
import type { FullPostFragment } from '#contract/operations.gen.ts'
import type { PostInput } from '#rules/post.ts'
import { type ExecuteGraphql, graphql, type VariablesOf } from '../../graphql.ts'
import { fullPost, postArguments, postVariables } from './post-fields.ts'

const getPost = graphql(/* GraphQL */ `
  query getPost($id: ID!) { getPost(id: $id) { ...FullPost } }
${fullPost}`)

export type Post = FullPostFragment

/** It goes on loading when a screen is left, because the next one may wait for the same post. */
export function postQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({ queryKey: ['post', id], queryFn: () => loadPost(execute, id) })
}

/** A post with all fields, always from the server and never cached. */
export async function loadPost(execute: ExecuteGraphql, id: string): Promise<Post> {
  return getPost(execute, { id })
}

const sendPost = graphql(/* GraphQL */ `
  mutation addPost(${postVariables}) {
    addPost(${postArguments}) { count id }
  }
`)

/** Replaces every field of one's own post. */
export const editPost = graphql(/* GraphQL */ `
  mutation editPost($id: ID!, ${postVariables}) {
    editPost(id: $id, ${postArguments}) { count }
  }
`)

/** The variables of the document, which must have every field of a post. */
type AddedPost = Pick<VariablesOf<typeof sendPost>, keyof PostInput>

/** Adds a post and returns its id. A second call with the same key adds nothing. */
export async function addPost(
  execute: ExecuteGraphql,
  post: AddedPost,
  idempotencyKey: string,
): Promise<string | null> {
  return (await sendPost(execute, post, { idempotencyKey })).id
}
