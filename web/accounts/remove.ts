import type { RemoveMutation, RemoveMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<RemoveMutation, RemoveMutationVariables>(/* GraphQL */ `
  mutation remove($jwt: String!) {
    remove(jwt: $jwt) { count }
  }
`)

/** Withdraws the account and everything of it. */
export async function remove(execute: ExecuteGraphql, jwt: string): Promise<void> {
  await request(execute, document, { jwt })
}
