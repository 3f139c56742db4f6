import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getSessions {
    getSessions { id device createdAt lastUsedAt autoLogin current }
  }
`)

export type SessionInfo = DataOf<typeof document>['getSessions'][number]

/** The sessions of the signed-in person. */
export function sessionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_token'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getSessions,
    staleTime: 0,
  })
}
