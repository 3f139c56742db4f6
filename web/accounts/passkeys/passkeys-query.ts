import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { personFragment } from '../../store/viewer.ts'

const getPasskeys = graphql(/* GraphQL */ `
  query getPasskeys { getPasskeys { id name createdAt lastUsedAt backedUp } }
`)

export type Passkey = ResultOf<typeof getPasskeys>[number]

export function passkeysQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'passkeys'],
    queryFn: ({ signal }) => getPasskeys(execute, {}, { signal }),
    staleTime: 0,
  })
}

export const beginPasskeyLogin = graphql(/* GraphQL */ `
  query beginPasskeyLogin { beginPasskeyLogin }
`)

export const beginPasskeyProof = graphql(/* GraphQL */ `
  query beginPasskeyProof { beginPasskeyProof }
`)

/** Opens a session for this browser. Not retried after a failure. */
export const loginByPasskey = graphql(/* GraphQL */ `
  mutation loginByPasskey($response: String!, $autoLogin: Boolean) {
    loginByPasskey(response: $response, autoLogin: $autoLogin) { ...Person }
  }
${personFragment}`)

export const beginPasskey = graphql(/* GraphQL */ `
  mutation beginPasskey($password: String, $proof: String) { beginPasskey(password: $password, proof: $proof) }
`)

export const addPasskey = graphql(/* GraphQL */ `
  mutation addPasskey($response: String!) {
    addPasskey(response: $response) { id name createdAt lastUsedAt backedUp }
  }
`)

export const renamePasskey = graphql(/* GraphQL */ `
  mutation renamePasskey($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) { count } }
`)

export const removePasskey = graphql(/* GraphQL */ `
  mutation removePasskey($id: ID!, $password: String, $proof: String) {
    removePasskey(id: $id, password: $password, proof: $proof) { count }
  }
`)
