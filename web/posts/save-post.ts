import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'
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

/** Adds a post and returns its id. A second call with the same key adds nothing. */
export async function addPost(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof addDocument>,
  idempotencyKey: string,
): Promise<string | null> {
  const { addPost } = await request(execute, addDocument, variables, { idempotencyKey })
  return addPost.id ?? null
}

/** Replaces every field of one's own post. */
export async function editPost(execute: ExecuteGraphql, variables: VariablesOf<typeof editDocument>): Promise<void> {
  await request(execute, editDocument, variables)
}
