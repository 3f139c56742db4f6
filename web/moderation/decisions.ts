import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getDecisions {
    getDecisions { id kind item action title reason until at undone answer answerable }
  }
`)

const answerDocument = graphql(/* GraphQL */ `
  mutation answerDecision($id: ID!, $text: String!) {
    answerDecision(id: $id, text: $text) { count }
  }
`)

export type Decision = DataOf<typeof document>['getDecisions'][number]

/** What moderators decided about the reader. */
export function decisionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['decisions'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getDecisions,
  })
}

/** @throws the server's error */
export async function answerDecision(execute: ExecuteGraphql, id: string, text: string): Promise<void> {
  await request(execute, answerDocument, { id, text })
}
