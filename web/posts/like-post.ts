import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation likePost($id: ID!, $isLike: Boolean!, $jwt: String!) {
    likePost(id: $id, isLike: $isLike, jwt: $jwt) {
      count
    }
  }
`)

/** Sets whether the viewer likes the post, and returns the number of likes. */
export async function likePost(execute: ExecuteGraphql, variables: VariablesOf<typeof document>): Promise<number> {
  return (await request(execute, document, variables)).likePost.count
}
