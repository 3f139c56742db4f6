import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { personFragment } from '../../store/viewer.ts'

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

/** The identity at a provider with which this browser has just returned, and which no account here has yet. */
export const getPendingLogin = graphql(/* GraphQL */ `
  query getPendingLogin { getPendingLogin { provider email emailVerified } }
`)

export const linkPendingLogin = graphql(/* GraphQL */ `
  mutation linkPendingLogin($provider: LoginProvider!) { linkPendingLogin(provider: $provider) { count } }
`)

export const signUpByProvider = graphql(/* GraphQL */ `
  mutation signUpByProvider(
    $email: String!, $username: String!, $password: String!, $questionIndex: Int!, $questionAnswer: String!,
    $image: String, $consent: ConsentInput, $invite: String, $provider: LoginProvider
  ) {
    signup(
      email: $email, username: $username, password: $password, questionIndex: $questionIndex,
      questionAnswer: $questionAnswer, image: $image, consent: $consent, invite: $invite, provider: $provider
    ) { ...Person }
  }
${personFragment}`)

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
