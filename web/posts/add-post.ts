import type { AddPostMutation, AddPostMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<AddPostMutation, AddPostMutationVariables>(/* GraphQL */ `
  mutation addPost(
    $contents: String!, $title: String!, $image: String, $address: String, $start_time: String, $end_time: String,
    $username: String, $user_profile: String, $user_id: String, $place_name: String, $lat: Float, $lng: Float
  ) {
    addPost(
      contents: $contents, title: $title, image: $image, address: $address, start_time: $start_time,
      end_time: $end_time, username: $username, user_profile: $user_profile, user_id: $user_id,
      place_name: $place_name, lat: $lat, lng: $lng
    ) {
      count
      id
    }
  }
`)

/** Adds a post. A second call with the same key adds nothing. */
export async function addPost(
  execute: ExecuteGraphql,
  variables: AddPostMutationVariables,
  idempotencyKey: string,
): Promise<void> {
  await request(execute, document, variables, { idempotencyKey })
}
