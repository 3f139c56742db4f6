import type { LikePostMutation, LikePostMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<LikePostMutation, LikePostMutationVariables>(/* GraphQL */ `
  mutation likePost($id: ID!, $isLike: Boolean!, $jwt: String!) {
    likePost(id: $id, isLike: $isLike, jwt: $jwt) {
      count
    }
  }
`)

/** Sets whether the viewer likes the post, and returns the number of likes. */
export async function likePost(execute: ExecuteGraphql, variables: LikePostMutationVariables): Promise<number> {
  return (await request(execute, document, variables)).likePost.count
}
