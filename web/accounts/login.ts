import type { LoginQuery, LoginQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'
import type { Person } from './user.ts'

const document = graphql<LoginQuery, LoginQueryVariables>(/* GraphQL */ `
  query login($email: String!, $password: String!, $autoLogin: Boolean) {
    login(email: $email, password: $password, autoLogin: $autoLogin) { image email username jwt questionIndex restricted }
  }
`)

/** Opens a session for this browser; never tried twice. */
export async function login(execute: ExecuteGraphql, variables: LoginQueryVariables): Promise<Person> {
  return (await request(execute, document, variables)).login
}
