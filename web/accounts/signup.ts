import type { SignupMutation, SignupMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import type { Person } from './user.ts'

const document = graphql<SignupMutation, SignupMutationVariables>(/* GraphQL */ `
  mutation signup(
    $email: String!
    $username: String!
    $password: String!
    $questionIndex: Int!
    $questionAnswer: String!
    $image: String
  ) {
    signup(
      email: $email
      username: $username
      password: $password
      questionIndex: $questionIndex
      questionAnswer: $questionAnswer
      image: $image
    ) { image email username jwt questionIndex restricted }
  }
`)

/** Opens an account and a session for this browser; never tried twice. */
export async function signup(execute: ExecuteGraphql, variables: SignupMutationVariables): Promise<Person> {
  return (await request(execute, document, variables)).signup
}
