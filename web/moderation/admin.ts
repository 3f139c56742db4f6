import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { MODERATION_LOG_PAGE_SIZE } from '#rules/moderation.ts'
import { type ExecuteGraphql, graphql, type ResultOf, type VariablesOf } from '../graphql.ts'

const getReports = graphql(/* GraphQL */ `
  query getReports($cursor: String, $decided: Boolean) {
    getReports(cursor: $cursor, decided: $decided) {
      data {
        kind id title text image post authorName authorHandle hidden gone held since reporters networks answer decision version
        reports { reason text at isNew }
      }
      nextCursor
    }
  }
`)

const getToldShops = graphql(/* GraphQL */ `
  query getToldShops($decided: Boolean) { getToldShops(decided: $decided) { id name gone moved networks since } }
`)

/** Decides whether a reported shop is gone. The count is zero if somebody else has decided before. @throws the server's error */
export const decideShop = graphql(/* GraphQL */ `
  mutation decideShop($id: ID!, $gone: Boolean!) { decideShop(id: $id, gone: $gone) { count } }
`)

const moderatedPerson = /* GraphQL */ `
  fragment ModeratedPersonFields on ModeratedPerson {
    handle username email role since posts comments reported pending hidden suspended until
  }
`

const recordEntry = /* GraphQL */ `
  fragment RecordEntryFields on RecordEntry {
    id at action kind item reason actor about aboutHandle
  }
`

const findPeople = graphql(/* GraphQL */ `
  query findPeople($query: String!) { findPeople(query: $query) { ...ModeratedPersonFields } }
${moderatedPerson}`)

const getPersonCard = graphql(/* GraphQL */ `
  query getPersonCard($handle: ID!) {
    getPersonCard(handle: $handle) {
      person { ...ModeratedPersonFields }
      care
      returnedMail { kind at }
      erasure { by reason since own }
      sessions { device since used }
      posts { id title hidden at }
      record { ...RecordEntryFields }
    }
  }
${moderatedPerson}${recordEntry}`)

const getModerationRecord = graphql(/* GraphQL */ `
  query getModerationRecord($before: ID) { getModerationRecord(before: $before) { ...RecordEntryFields } }
${recordEntry}`)

const getModerationRules = graphql(/* GraphQL */ `
  query getModerationRules { getModerationRules { words domains networks signup } }
`)

const getRelease = graphql(/* GraphQL */ `
  query getRelease { getRelease }
`)

/** The count is zero if somebody else has done the same before. @throws the server's error */
export const moderate = graphql(/* GraphQL */ `
  mutation moderate(
    $kind: ModeratedKind!, $id: ID!, $action: ModerationAction!, $reason: String, $note: String, $until: String,
    $everything: Boolean, $version: String
  ) {
    moderate(kind: $kind, id: $id, action: $action, reason: $reason, note: $note, until: $until, everything: $everything,
      version: $version) { count }
  }
`)

export const setModerationRule = graphql(/* GraphQL */ `
  mutation setModerationRule($kind: ModerationRuleKind!, $value: String!, $on: Boolean!) {
    setModerationRule(kind: $kind, value: $value, on: $on) { count }
  }
`)

export const setSignupMode = graphql(/* GraphQL */ `
  mutation setSignupMode($mode: SignupMode!) { setSignupMode(mode: $mode) { count } }
`)

export const setRole = graphql(/* GraphQL */ `
  mutation setRole($handle: ID!, $role: Role!, $password: String, $proof: String) {
    setRole(handle: $handle, role: $role, password: $password, proof: $proof) { count }
  }
`)

export type ReportedItem = ResultOf<typeof getReports>['data'][number]
export type ModeratedPerson = ResultOf<typeof findPeople>[number]
export type PersonErasure = ResultOf<typeof getPersonCard>['erasure']
export type PersonReturnedMail = ResultOf<typeof getPersonCard>['returnedMail']
export type ModerationRecordEntry = ResultOf<typeof getModerationRecord>[number]
export type ModerateVariables = VariablesOf<typeof moderate>
export type RuleKind = VariablesOf<typeof setModerationRule>['kind']
export type SignupMode = VariablesOf<typeof setSignupMode>['mode']

const KEY = 'admin'

export const adminQueryKey = [KEY] as const

export function reportsQuery(execute: ExecuteGraphql, decided = false) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'reports', decided],
    queryFn: ({ pageParam, signal }) => getReports(execute, { cursor: pageParam, decided }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    retry: false,
  })
}

/** Query for members with exactly this nickname, e-mail address or handle; '' asks for those waiting, suspended or with a role. */
export function peopleSearchQuery(execute: ExecuteGraphql, query: string) {
  return queryOptions({
    queryKey: [KEY, 'people', query],
    queryFn: ({ signal }) => findPeople(execute, { query }, { signal }),
  })
}

export function personCardQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: [KEY, 'card', handle],
    queryFn: ({ signal }) => getPersonCard(execute, { handle }, { signal }),
  })
}

export function moderationRecordQuery(execute: ExecuteGraphql) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'record'],
    queryFn: ({ pageParam, signal }) => getModerationRecord(execute, { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === MODERATION_LOG_PAGE_SIZE ? (page.at(-1)?.id ?? null) : null),
  })
}

export function moderationRulesQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [KEY, 'rules'],
    queryFn: ({ signal }) => getModerationRules(execute, {}, { signal }),
  })
}

/** Query for the version and commit of the running site. */
export function releaseQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [KEY, 'release'],
    queryFn: ({ signal }) => getRelease(execute, {}, { signal }),
  })
}

/** Shops that members have reported as gone or moved, or, if `decided`, those that moderators keep out of lists. */
export function reportedShopsQuery(execute: ExecuteGraphql, decided: boolean) {
  return queryOptions({
    queryKey: ['told_shops', decided],
    queryFn: ({ signal }) => getToldShops(execute, { decided }, { signal }),
    staleTime: 0,
  })
}
