import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'
import { type Person, person } from './user.ts'

const document = graphql(/* GraphQL */ `
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
    ) { ...Person }
  }
${person}`)

/** Replaces one's profile. */
export async function update(execute: ExecuteGraphql, variables: VariablesOf<typeof document>): Promise<Person> {
  return (await request(execute, document, variables)).update
}
