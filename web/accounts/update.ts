import type { UpdateMutation, UpdateMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import type { Person } from './user.ts'

const document = graphql<UpdateMutation, UpdateMutationVariables>(/* GraphQL */ `
  mutation update(
    $jwt: String!
    $email: String!
    $username: String!
    $questionIndex: Int!
    $questionAnswer: String!
    $image: String
  ) {
    update(
      jwt: $jwt
      email: $email
      username: $username
      questionIndex: $questionIndex
      questionAnswer: $questionAnswer
      image: $image
    ) { image email username jwt questionIndex restricted }
  }
`)

/** Replaces one's profile. */
export async function update(execute: ExecuteGraphql, variables: UpdateMutationVariables): Promise<Person> {
  return (await request(execute, document, variables)).update
}
