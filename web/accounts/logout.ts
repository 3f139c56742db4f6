import type { LogoutMutation, LogoutMutationVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<LogoutMutation, LogoutMutationVariables>(/* GraphQL */ `
  mutation logout {
    logout { count }
  }
`)

/** Ends this browser's session. */
export async function logout(execute: ExecuteGraphql): Promise<void> {
  await request(execute, document, {})
}
