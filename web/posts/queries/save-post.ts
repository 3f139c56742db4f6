import type { PostInput } from '#rules/post.ts'
import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../../graphql.ts'
import { postArguments, postVariables } from './post-fields.ts'

const addDocument = graphql(/* GraphQL */ `
  mutation addPost(${postVariables}) {
    addPost(${postArguments}) { count id }
  }
`)

const editDocument = graphql(/* GraphQL */ `
  mutation editPost($id: ID!, ${postVariables}) {
    editPost(id: $id, ${postArguments}) { count }
  }
`)

/** The variables of the documents, which must have every field of a post. */
type AddedPost = Pick<VariablesOf<typeof addDocument>, keyof PostInput>
type EditedPost = Pick<VariablesOf<typeof editDocument>, keyof PostInput | 'id'>

/** Adds a post and returns its id. A second call with the same key adds nothing. */
export async function addPost(
  execute: ExecuteGraphql,
  post: AddedPost,
  idempotencyKey: string,
): Promise<string | null> {
  const { addPost } = await request(execute, addDocument, post, { idempotencyKey })
  return addPost.id ?? null
}

/** Replaces every field of one's own post. */
export async function editPost(execute: ExecuteGraphql, post: EditedPost): Promise<void> {
  await request(execute, editDocument, post)
}
