import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const mailDocument = graphql(/* GraphQL */ `
  mutation sendVerificationMail {
    sendVerificationMail { count }
  }
`)

/** Mails a code and a link to the reader's own address; false if it is verified already. @throws the server's error */
export async function sendVerificationMail(execute: ExecuteGraphql): Promise<boolean> {
  return (await request(execute, mailDocument, {})).sendVerificationMail.count > 0
}

const verifyDocument = graphql(/* GraphQL */ `
  mutation verifyEmail($code: String, $token: String) {
    verifyEmail(code: $code, token: $token) { count }
  }
`)

/** By the code that was mailed, or the token of the link beside it. @throws the server's error */
export async function verifyEmail(execute: ExecuteGraphql, given: { code: string } | { token: string }): Promise<void> {
  await request(execute, verifyDocument, given)
}
