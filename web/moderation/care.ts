import { graphql } from '../graphql.ts'

/** Both addresses are told. @throws the server's error */
export const correctEmail = graphql(/* GraphQL */ `
  mutation correctEmail($handle: ID!, $email: String!, $reason: String!, $password: String, $proof: String) {
    correctEmail(handle: $handle, email: $email, reason: $reason, password: $password, proof: $proof) { count }
  }
`)

export const endMemberSessions = graphql(/* GraphQL */ `
  mutation endMemberSessions($handle: ID!, $reason: String!, $password: String, $proof: String) {
    endMemberSessions(handle: $handle, reason: $reason, password: $password, proof: $proof) { count }
  }
`)

export const exportMember = graphql(/* GraphQL */ `
  mutation exportMember($handle: ID!, $reason: String!, $password: String, $proof: String) {
    exportMember(handle: $handle, reason: $reason, password: $password, proof: $proof) { url }
  }
`)

/** The first of two admins asks, the other one erases. @throws the server's error */
export const eraseMember = graphql(/* GraphQL */ `
  mutation eraseMember($handle: ID!, $reason: String!, $password: String, $proof: String) {
    eraseMember(handle: $handle, reason: $reason, password: $password, proof: $proof) { erased waits }
  }
`)

export const dropErasure = graphql(/* GraphQL */ `
  mutation dropErasure($handle: ID!) { dropErasure(handle: $handle) { count } }
`)
