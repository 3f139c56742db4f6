import { queryOptions } from '@tanstack/react-query'
import type { LegalName } from '#rules/legal.ts'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'

const legalTextDocument = graphql(/* GraphQL */ `
  query getLegalText($name: String!) {
    getLegalText(name: $name) { title html version }
  }
`)

/** The terms, the privacy policy or the location notice. */
export function legalTextQuery(execute: ExecuteGraphql, name: LegalName) {
  return queryOptions({
    queryKey: ['legal', name],
    queryFn: async () => (await request(execute, legalTextDocument, { name })).getLegalText,
    retry: retryOnce,
  })
}

const legalVersionsDocument = graphql(/* GraphQL */ `
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
      const { terms, privacy, location } = await request(execute, legalVersionsDocument, {})
      return { terms: terms.version, privacy: privacy.version, location: location.version }
    },
    retry: retryOnce,
    staleTime: 0,
  })
}

const consentsDocument = graphql(/* GraphQL */ `
  query getConsents {
    getConsents { name version agreedAt withdrawnAt }
  }
`)

export type Consent = DataOf<typeof consentsDocument>['getConsents'][number]

/** What the signed-in person agreed to. */
export function consentsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'consents'],
    queryFn: async ({ signal }) => (await request(execute, consentsDocument, {}, { signal })).getConsents,
  })
}

const locationConsentDocument = graphql(/* GraphQL */ `
  mutation setLocationConsent($version: String) {
    setLocationConsent(version: $version) { name version agreedAt withdrawnAt }
  }
`)

/** Agrees to the location notice as it is now, or withdraws that. Returns all consents. */
export async function setLocationConsent(execute: ExecuteGraphql, isGiven: boolean): Promise<Consent[]> {
  const version = isGiven ? (await request(execute, legalVersionsDocument, {})).location.version : null
  return (await request(execute, locationConsentDocument, { version })).setLocationConsent
}
