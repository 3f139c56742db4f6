import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation forgotPw($email: String!, $questionIndex: Int!, $questionAnswer: String!) {
    forgotPw(email: $email, questionIndex: $questionIndex, questionAnswer: $questionAnswer) { password }
  }
`)

/** Makes a temporary password and returns it with its last four characters masked; never tried twice. */
export async function forgotPw(execute: ExecuteGraphql, variables: VariablesOf<typeof document>): Promise<string> {
  return (await request(execute, document, variables)).forgotPw.password
}
