import { queryOptions } from '@tanstack/react-query'
import { formatDateTime } from '#rules/dates.ts'
import type { LegalName } from '#rules/legal.ts'
import { type ExecuteGraphql, graphql, type ResultOf, sendDocument } from '../graphql.ts'
import { personFragment } from '../store/viewer.ts'

export const signup = graphql(/* GraphQL */ `
  mutation signup(
    $email: String!, $username: String!, $password: String!, $questionIndex: Int!, $questionAnswer: String!,
    $image: String, $consent: ConsentInput, $invite: String, $provider: LoginProvider
  ) {
    signup(
      email: $email, username: $username, password: $password, questionIndex: $questionIndex,
      questionAnswer: $questionAnswer, image: $image, consent: $consent, invite: $invite, provider: $provider
    ) { ...Person }
  }
${personFragment}`)

export const updateAccount = graphql(/* GraphQL */ `
  mutation update(
    $jwt: String!, $email: String!, $username: String!, $questionIndex: Int!, $questionAnswer: String!,
    $image: String, $about: String
  ) {
    update(
      jwt: $jwt, email: $email, username: $username, questionIndex: $questionIndex,
      questionAnswer: $questionAnswer, image: $image, about: $about
    ) { ...Person }
  }
${personFragment}`)

export const deleteAccount = graphql(/* GraphQL */ `
  mutation remove($jwt: String!) { remove(jwt: $jwt) { count } }
`)

const getWithdrawalSummary = graphql(/* GraphQL */ `
  query getWithdrawalSummary { getWithdrawalSummary { posts comments likes images saves collections } }
`)

/** Counts of the content that is deleted with an account. */
export type WithdrawalSummary = ResultOf<typeof getWithdrawalSummary>

/** Counts of the content deleted with the account; loaded whenever the panel opens. */
export function withdrawalSummaryQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'withdrawal'],
    queryFn: ({ signal }) => getWithdrawalSummary(execute, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

const profile = graphql(/* GraphQL */ `
  query profile($jwt: String!) {
    user(jwt: $jwt) { image email username about jwt questionIndex questionAnswer role matchesTastes }
  }
`)

export function profileQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['user_info', handle],
    queryFn: ({ signal }) => profile(execute, { jwt: handle }, { signal }),
    gcTime: 10_000,
  })
}

export const changePw = graphql(/* GraphQL */ `
  mutation changePw($jwt: String!, $newPassword: String!, $password: String, $proof: String) {
    changePw(jwt: $jwt, newPassword: $newPassword, password: $password, proof: $proof) { count }
  }
`)

/** Makes a temporary password and returns it with its last four characters masked. Not retried after a failure. */
export const forgotPw = graphql(/* GraphQL */ `
  mutation forgotPw($email: String!, $questionIndex: Int!, $questionAnswer: String!) {
    forgotPw(email: $email, questionIndex: $questionIndex, questionAnswer: $questionAnswer) { password }
  }
`)

/** Mails the whole temporary password to the account's address. Not retried after a failure. */
export const sendRecoveryMail = graphql(/* GraphQL */ `
  mutation sendRecoveryMail { sendRecoveryMail { count } }
`)

/** Opens a session for this browser. Not retried after a failure. */
export const login = graphql(/* GraphQL */ `
  query login($email: String!, $password: String!, $autoLogin: Boolean) {
    login(email: $email, password: $password, autoLogin: $autoLogin) { ...Person }
  }
${personFragment}`)

export const logout = graphql(/* GraphQL */ `
  mutation logout { logout { count } }
`)

export const endSession = graphql(/* GraphQL */ `
  mutation endSession($id: ID!) { endSession(id: $id) { count } }
`)

const getSessions = graphql(/* GraphQL */ `
  query getSessions { getSessions { id device createdAt lastUsedAt autoLogin current way twoStep } }
`)

export type SessionInfo = ResultOf<typeof getSessions>[number]

export function sessionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_token'],
    queryFn: ({ signal }) => getSessions(execute, {}, { signal }),
    staleTime: 0,
  })
}

const getLegalText = graphql(/* GraphQL */ `
  query getLegalText($name: String!) { getLegalText(name: $name) { title html version } }
`)

export function legalTextQuery(execute: ExecuteGraphql, name: string) {
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

export function legalVersionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['legal'],
    queryFn: async (): Promise<LegalVersions> => {
      const { terms, privacy, location } = await sendDocument(execute, getLegalVersions, {})
      return { terms: terms.version, privacy: privacy.version, location: location.version }
    },
    staleTime: 0,
  })
}

const getConsents = graphql(/* GraphQL */ `
  query getConsents { getConsents { name version agreedAt withdrawnAt } }
`)

export type Consent = ResultOf<typeof getConsents>[number]

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

/** Records the member's consent to the current location terms, or withdraws it. @returns all consents of the member */
export async function setLocationConsent(execute: ExecuteGraphql, isGiven: boolean): Promise<Consent[]> {
  const version = isGiven ? (await sendDocument(execute, getLegalVersions, {})).location.version : null
  return setConsent(execute, { version })
}

const getTwoStep = graphql(/* GraphQL */ `
  query getTwoStep { getTwoStep { since codesLeft neededFrom } }
`)

export function twoStepQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'two_step'],
    queryFn: ({ signal }) => getTwoStep(execute, {}, { signal }),
    staleTime: 0,
  })
}

/** Sentence for a moderator without two-step sign-in and passkey; from `neededFrom` on the admin page requires one of them. */
export function adminNeedsSecondStepSentence(neededFrom: string): string {
  const isOver = Date.parse(neededFrom) <= Date.now()
  return isOver
    ? '운영 화면을 쓰려면 2단계 인증이나 패스키가 필요해요.'
    : `${formatDateTime(neededFrom)}까지 2단계 인증이나 패스키를 설정해 주세요. 그 뒤에는 설정해야 운영 화면을 쓸 수 있어요.`
}

/** Opens a session for this browser. Not retried after a failure. */
export const loginByCode = graphql(/* GraphQL */ `
  mutation loginByCode($code: String!) { loginByCode(code: $code) { ...Person } }
${personFragment}`)
