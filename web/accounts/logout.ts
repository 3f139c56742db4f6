import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation logout {
    logout { count }
  }
`)

/** Ends this browser's session. */
export async function logout(execute: ExecuteGraphql): Promise<void> {
  await request(execute, document, {})
}
