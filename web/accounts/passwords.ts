import { type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const changePwDocument = graphql(/* GraphQL */ `
  mutation changePw($jwt: String!, $newPassword: String!, $password: String) {
    changePw(jwt: $jwt, newPassword: $newPassword, password: $password) { count }
  }
`)

/** Changes the password; every other session ends. */
export async function changePw(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof changePwDocument>,
): Promise<void> {
  await request(execute, changePwDocument, variables)
}

const forgotPwDocument = graphql(/* GraphQL */ `
  mutation forgotPw($email: String!, $questionIndex: Int!, $questionAnswer: String!) {
    forgotPw(email: $email, questionIndex: $questionIndex, questionAnswer: $questionAnswer) { password }
  }
`)

/** Makes a temporary password and returns it with its last four characters masked; never tried twice. */
export async function forgotPw(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof forgotPwDocument>,
): Promise<string> {
  return (await request(execute, forgotPwDocument, variables)).forgotPw.password
}

const recoveryMailDocument = graphql(/* GraphQL */ `
  mutation sendRecoveryMail {
    sendRecoveryMail { count }
  }
`)

/** Mails the whole temporary password to the address of the account; never tried twice. */
export async function sendRecoveryMail(execute: ExecuteGraphql): Promise<void> {
  await request(execute, recoveryMailDocument, {})
}
