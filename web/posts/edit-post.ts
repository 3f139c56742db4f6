import type { EditPostMutation, EditPostMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<EditPostMutation, EditPostMutationVariables>(/* GraphQL */ `
  mutation editPost(
    $id: ID!, $contents: String!, $title: String!, $image: String, $address: String, $start_time: String,
    $end_time: String, $place_name: String, $lat: Float, $lng: Float
  ) {
    editPost(
      id: $id, contents: $contents, title: $title, image: $image, address: $address, start_time: $start_time,
      end_time: $end_time, place_name: $place_name, lat: $lat, lng: $lng
    ) {
      count
    }
  }
`)

/** Replaces every field of one's own post. */
export async function editPost(execute: ExecuteGraphql, variables: EditPostMutationVariables): Promise<void> {
  await request(execute, document, variables)
}
