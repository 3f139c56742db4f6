import type { PostInput } from '#rules/post.ts'
import { type ExecuteGraphql, graphql, type VariablesOf } from '../../graphql.ts'
import { postArguments, postVariables } from './post-fields.ts'

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
