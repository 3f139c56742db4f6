import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation remove($jwt: String!) {
    remove(jwt: $jwt) { count }
  }
`)

/** Withdraws the account and everything of it. */
export async function remove(execute: ExecuteGraphql, jwt: string): Promise<void> {
  await request(execute, document, { jwt })
}
