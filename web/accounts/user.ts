import type { UserQuery, UserQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<UserQuery, UserQueryVariables>(/* GraphQL */ `
  query user($jwt: String!) {
    user(jwt: $jwt) { image email username jwt questionIndex restricted }
  }
`)

export type Person = UserQuery['user']

/** The signed-in person's own record, without the answer. */
export async function lookUpUser(execute: ExecuteGraphql, jwt: string): Promise<Person> {
  return (await request(execute, document, { jwt })).user
}
