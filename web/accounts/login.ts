import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'
import { type Person, person } from './user.ts'

const document = graphql(/* GraphQL */ `
  query login($email: String!, $password: String!, $autoLogin: Boolean) {
    login(email: $email, password: $password, autoLogin: $autoLogin) { ...Person }
  }
${person}`)

/** Opens a session for this browser; never tried twice. */
export async function login(execute: ExecuteGraphql, variables: VariablesOf<typeof document>): Promise<Person> {
  return (await request(execute, document, variables)).login
}
