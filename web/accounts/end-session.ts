import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  mutation endSession($id: ID!) {
    endSession(id: $id) { count }
  }
`)

/** Logs another device out. */
export async function endSession(execute: ExecuteGraphql, id: string): Promise<void> {
  await request(execute, document, { id })
}
