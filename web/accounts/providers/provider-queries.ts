import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'

export const beginProviderLogin = graphql(/* GraphQL */ `
  mutation beginProviderLogin($provider: LoginProvider!, $next: String, $autoLogin: Boolean, $invite: String) {
    beginProviderLogin(provider: $provider, next: $next, autoLogin: $autoLogin, invite: $invite)
  }
`)

export const beginProviderLink = graphql(/* GraphQL */ `
  mutation beginProviderLink($provider: LoginProvider!, $password: String, $proof: String) {
    beginProviderLink(provider: $provider, password: $password, proof: $proof)
  }
`)

const getLinkedLogins = graphql(/* GraphQL */ `
  query getLinkedLogins { getLinkedLogins { provider createdAt lastUsedAt } }
`)

export type LinkedLogin = ResultOf<typeof getLinkedLogins>[number]

export function linkedLoginsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'linked_logins'],
    queryFn: ({ signal }) => getLinkedLogins(execute, {}, { signal }),
    staleTime: 0,
  })
}

export const unlinkLogin = graphql(/* GraphQL */ `
  mutation unlinkLogin($provider: LoginProvider!, $password: String, $proof: String) {
    unlinkLogin(provider: $provider, password: $password, proof: $proof) { count }
  }
`)
