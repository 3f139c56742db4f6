import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'
import { type Person, person } from './user.ts'

const document = graphql(/* GraphQL */ `
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
    ) { ...Person }
  }
${person}`)

/** Opens an account and a session for this browser; never tried twice. */
export async function signup(execute: ExecuteGraphql, variables: VariablesOf<typeof document>): Promise<Person> {
  return (await request(execute, document, variables)).signup
}
