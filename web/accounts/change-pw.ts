import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation changePw($jwt: String!, $newPassword: String!, $password: String!) {
    changePw(jwt: $jwt, newPassword: $newPassword, password: $password) { count }
  }
`)

/** Changes the password; every other session ends. */
export async function changePw(execute: ExecuteGraphql, variables: VariablesOf<typeof document>): Promise<void> {
  await request(execute, document, variables)
}
