import type { ForgotPwMutation, ForgotPwMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<ForgotPwMutation, ForgotPwMutationVariables>(/* GraphQL */ `
  mutation forgotPw($email: String!, $questionIndex: Int!, $questionAnswer: String!) {
    forgotPw(email: $email, questionIndex: $questionIndex, questionAnswer: $questionAnswer) { password }
  }
`)

/** Makes a temporary password and returns it with its last four characters masked; never tried twice. */
export async function forgotPw(execute: ExecuteGraphql, variables: ForgotPwMutationVariables): Promise<string> {
  return (await request(execute, document, variables)).forgotPw.password
}
