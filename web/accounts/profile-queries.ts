import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const profileDocument = graphql(/* GraphQL */ `
  query profile($jwt: String!) {
    user(jwt: $jwt) { image email username jwt questionIndex questionAnswer }
  }
`)

/** The person's own record with the security answer. Only the profile screen loads it (P8), and it is not cached. */
export function profileQuery(execute: ExecuteGraphql, jwt: string) {
  return queryOptions({
    queryKey: ['user_info', jwt],
    queryFn: async ({ signal }) => (await request(execute, profileDocument, { jwt }, { signal })).user,
    gcTime: 10_000,
  })
}

const sessionsDocument = graphql(/* GraphQL */ `
  query getSessions {
    getSessions { id device createdAt lastUsedAt autoLogin current }
  }
`)

export type SessionInfo = DataOf<typeof sessionsDocument>['getSessions'][number]

/** The sessions of the signed-in person. */
export function sessionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_token'],
    queryFn: async ({ signal }) => (await request(execute, sessionsDocument, {}, { signal })).getSessions,
    staleTime: 0,
  })
}
