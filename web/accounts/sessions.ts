import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'
import { type Person, person } from '../reader/viewer.ts'

const loginDocument = graphql(/* GraphQL */ `
  query login($email: String!, $password: String!, $autoLogin: Boolean) {
    login(email: $email, password: $password, autoLogin: $autoLogin) { ...Person }
  }
${person}`)

/** Opens a session for this browser; never tried twice. */
export async function login(execute: ExecuteGraphql, variables: VariablesOf<typeof loginDocument>): Promise<Person> {
  return (await request(execute, loginDocument, variables)).login
}

const logoutDocument = graphql(/* GraphQL */ `
  mutation logout {
    logout { count }
  }
`)

export async function logout(execute: ExecuteGraphql): Promise<void> {
  await request(execute, logoutDocument, {})
}

const endSessionDocument = graphql(/* GraphQL */ `
  mutation endSession($id: ID!) {
    endSession(id: $id) { count }
  }
`)

export async function endSession(execute: ExecuteGraphql, id: string): Promise<void> {
  await request(execute, endSessionDocument, { id })
}

const sessionsDocument = graphql(/* GraphQL */ `
  query getSessions {
    getSessions { id device createdAt lastUsedAt autoLogin current }
  }
`)

export type SessionInfo = DataOf<typeof sessionsDocument>['getSessions'][number]

export function sessionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_token'],
    queryFn: async ({ signal }) => (await request(execute, sessionsDocument, {}, { signal })).getSessions,
    staleTime: 0,
  })
}
