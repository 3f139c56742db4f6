import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const reportsDocument = graphql(/* GraphQL */ `
  query getReports($cursor: String, $decided: Boolean) {
    getReports(cursor: $cursor, decided: $decided) {
      data {
        kind id title text image post authorName authorHandle hidden gone held since reporters networks answer decision
        reports { reason text at isNew }
      }
      nextCursor
    }
  }
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

const peopleDocument = graphql(/* GraphQL */ `
  query findPeople($query: String!) {
    findPeople(query: $query) { ...ModeratedPersonFields }
  }
${moderatedPerson}`)

const cardDocument = graphql(/* GraphQL */ `
  query getPersonCard($handle: ID!) {
    getPersonCard(handle: $handle) {
      person { ...ModeratedPersonFields }
      sessions { device since used }
      posts { id title hidden at }
      record { ...RecordEntryFields }
    }
  }
${moderatedPerson}${recordEntry}`)

const recordDocument = graphql(/* GraphQL */ `
  query getModerationRecord($before: ID) {
    getModerationRecord(before: $before) { ...RecordEntryFields }
  }
${recordEntry}`)

const rulesDocument = graphql(/* GraphQL */ `
  query getModerationRules {
    getModerationRules { words domains networks signup }
  }
`)

const releaseDocument = graphql(/* GraphQL */ `
  query getRelease {
    getRelease
  }
`)

const moderateDocument = graphql(/* GraphQL */ `
  mutation moderate(
    $kind: ModeratedKind!
    $id: ID!
    $action: ModerationAction!
    $reason: String
    $note: String
    $until: String
    $everything: Boolean
  ) {
    moderate(kind: $kind, id: $id, action: $action, reason: $reason, note: $note, until: $until, everything: $everything) { count }
  }
`)

const ruleDocument = graphql(/* GraphQL */ `
  mutation setModerationRule($kind: ModerationRuleKind!, $value: String!, $on: Boolean!) {
    setModerationRule(kind: $kind, value: $value, on: $on) { count }
  }
`)

const signupDocument = graphql(/* GraphQL */ `
  mutation setSignupMode($mode: SignupMode!) {
    setSignupMode(mode: $mode) { count }
  }
`)

const roleDocument = graphql(/* GraphQL */ `
  mutation setRole($handle: ID!, $role: Role!) {
    setRole(handle: $handle, role: $role) { count }
  }
`)

export type ReportedItem = DataOf<typeof reportsDocument>['getReports']['data'][number]
export type ModeratedPerson = DataOf<typeof peopleDocument>['findPeople'][number]
export type RecordEntry = DataOf<typeof recordDocument>['getModerationRecord'][number]
export type Decide = VariablesOf<typeof moderateDocument>
export type RuleKind = VariablesOf<typeof ruleDocument>['kind']
export type SignupMode = VariablesOf<typeof signupDocument>['mode']

/** Of all that moderators read; a decision may change any of it. */
const KEY = 'admin'

export const adminKey = [KEY] as const

/** What waits, or what was decided. */
export function reportsQuery(execute: ExecuteGraphql, decided = false) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'reports', decided],
    queryFn: async ({ pageParam, signal }) =>
      (await request(execute, reportsDocument, { cursor: pageParam, decided }, { signal })).getReports,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    retry: false,
  })
}

export function peopleQuery(execute: ExecuteGraphql, query: string) {
  return queryOptions({
    queryKey: [KEY, 'people', query],
    queryFn: async ({ signal }) => (await request(execute, peopleDocument, { query }, { signal })).findPeople,
  })
}

export function cardQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: [KEY, 'card', handle],
    queryFn: async ({ signal }) => (await request(execute, cardDocument, { handle }, { signal })).getPersonCard,
  })
}

export function recordQuery(execute: ExecuteGraphql) {
  return infiniteQueryOptions({
    queryKey: [KEY, 'record'],
    queryFn: async ({ pageParam, signal }) =>
      (await request(execute, recordDocument, { before: pageParam }, { signal })).getModerationRecord,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === 50 ? (page.at(-1)?.id ?? null) : null),
  })
}

export function rulesQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [KEY, 'rules'],
    queryFn: async ({ signal }) => (await request(execute, rulesDocument, {}, { signal })).getModerationRules,
  })
}

export function releaseQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [KEY, 'release'],
    queryFn: async ({ signal }) => (await request(execute, releaseDocument, {}, { signal })).getRelease,
  })
}

/** Each returns whether something changed; somebody else may have done the same before. @throws the server's error */
export const moderation = {
  decide: async (execute: ExecuteGraphql, given: Decide) =>
    (await request(execute, moderateDocument, given)).moderate.count > 0,
  setRule: async (execute: ExecuteGraphql, given: VariablesOf<typeof ruleDocument>) =>
    (await request(execute, ruleDocument, given)).setModerationRule.count > 0,
  setSignup: async (execute: ExecuteGraphql, mode: SignupMode) => {
    await request(execute, signupDocument, { mode })
  },
  setRole: async (execute: ExecuteGraphql, given: VariablesOf<typeof roleDocument>) =>
    (await request(execute, roleDocument, given)).setRole.count > 0,
}
