import type { ChangePwMutation, ChangePwMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<ChangePwMutation, ChangePwMutationVariables>(/* GraphQL */ `
  mutation changePw($jwt: String!, $newPassword: String!, $password: String!) {
    changePw(jwt: $jwt, newPassword: $newPassword, password: $password) { count }
  }
`)

/** Changes the password; every other session ends. */
export async function changePw(execute: ExecuteGraphql, variables: ChangePwMutationVariables): Promise<void> {
  await request(execute, document, variables)
}
