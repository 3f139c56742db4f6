import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation deletePost($id: ID!) {
    deletePost(id: $id) {
      count
    }
  }
`)

/** Deletes one's own post. */
export async function deletePost(execute: ExecuteGraphql, id: string): Promise<void> {
  await request(execute, document, { id })
}
