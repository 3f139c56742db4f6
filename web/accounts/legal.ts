import { queryOptions } from '@tanstack/react-query'
import type { LegalName } from '#rules/legal.ts'
import { type AnswerOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const getLegalText = graphql(/* GraphQL */ `
  query getLegalText($name: String!) { getLegalText(name: $name) { title html version } }
`)

/** The terms, the privacy policy or the location notice. */
export function legalTextQuery(execute: ExecuteGraphql, name: LegalName) {
  return queryOptions({
    queryKey: ['legal', name],
    queryFn: () => getLegalText(execute, { name }),
  })
}

const getLegalVersions = graphql(/* GraphQL */ `
  query getLegalVersions {
    terms: getLegalText(name: "terms") { version }
    privacy: getLegalText(name: "privacy") { version }
    location: getLegalText(name: "location") { version }
  }
`)

export type LegalVersions = Record<LegalName, string>

/** The versions that the sign-up form asks to agree to. */
export function legalVersionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['legal'],
    queryFn: async (): Promise<LegalVersions> => {
      const { terms, privacy, location } = await request(execute, getLegalVersions, {})
      return { terms: terms.version, privacy: privacy.version, location: location.version }
    },
    staleTime: 0,
  })
}

const getConsents = graphql(/* GraphQL */ `
  query getConsents { getConsents { name version agreedAt withdrawnAt } }
`)

export type Consent = AnswerOf<typeof getConsents>[number]

/** What the signed-in person agreed to. */
export function consentsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'consents'],
    queryFn: ({ signal }) => getConsents(execute, {}, { signal }),
  })
}

const setConsent = graphql(/* GraphQL */ `
  mutation setLocationConsent($version: String) {
    setLocationConsent(version: $version) { name version agreedAt withdrawnAt }
  }
`)

/** Agrees to the location notice as it is now, or withdraws that. Returns all consents. */
export async function setLocationConsent(execute: ExecuteGraphql, isGiven: boolean): Promise<Consent[]> {
  const version = isGiven ? (await request(execute, getLegalVersions, {})).location.version : null
  return setConsent(execute, { version })
}
