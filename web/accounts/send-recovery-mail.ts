import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation sendRecoveryMail {
    sendRecoveryMail { count }
  }
`)

/** Mails the whole temporary password to the address of the account; never tried twice. */
export async function sendRecoveryMail(execute: ExecuteGraphql): Promise<void> {
  await request(execute, document, {})
}
