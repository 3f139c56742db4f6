import { queryOptions } from '@tanstack/react-query'
import type { GetSessionsQuery, GetSessionsQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<GetSessionsQuery, GetSessionsQueryVariables>(/* GraphQL */ `
  query getSessions {
    getSessions { id device createdAt lastUsedAt autoLogin current }
  }
`)

export type SessionInfo = GetSessionsQuery['getSessions'][number]

/** Where one is logged in. */
export function sessionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_token'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getSessions,
    staleTime: 0,
  })
}
