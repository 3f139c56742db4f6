import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, type ResultOf } from '../graphql.ts'
import { adminKey } from './admin.ts'

const getInvitations = graphql(/* GraphQL */ `
  query getInvitations {
    getInvitations { id note uses used ends since open revoked by members { handle username } }
  }
`)

export const addInvitation = graphql(/* GraphQL */ `
  mutation addInvitation($uses: Int!, $days: Int!, $note: String) {
    addInvitation(uses: $uses, days: $days, note: $note) { link }
  }
`)

/** The count is zero if it is over already. @throws the server's error */
export const revokeInvitation = graphql(/* GraphQL */ `
  mutation revokeInvitation($id: ID!) { revokeInvitation(id: $id) { count } }
`)

export type Invitation = ResultOf<typeof getInvitations>[number]

export function invitationsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminKey, 'invitations'],
    queryFn: ({ signal }) => getInvitations(execute, {}, { signal }),
    retry: false,
  })
}
