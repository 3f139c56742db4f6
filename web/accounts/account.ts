import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'
import { type Person, person } from '../reader/viewer.ts'

const signupDocument = graphql(/* GraphQL */ `
  mutation signup(
    $email: String!
    $username: String!
    $password: String!
    $questionIndex: Int!
    $questionAnswer: String!
    $image: String
    $consent: ConsentInput
  ) {
    signup(
      email: $email
      username: $username
      password: $password
      questionIndex: $questionIndex
      questionAnswer: $questionAnswer
      image: $image
      consent: $consent
    ) { ...Person }
  }
${person}`)

/** Opens an account and a session for this browser; never tried twice. */
export async function signup(execute: ExecuteGraphql, variables: VariablesOf<typeof signupDocument>): Promise<Person> {
  return (await request(execute, signupDocument, variables)).signup
}

const updateDocument = graphql(/* GraphQL */ `
  mutation update(
    $jwt: String!
    $email: String!
    $username: String!
    $questionIndex: Int!
    $questionAnswer: String!
    $image: String
    $about: String
  ) {
    update(
      jwt: $jwt
      email: $email
      username: $username
      questionIndex: $questionIndex
      questionAnswer: $questionAnswer
      image: $image
      about: $about
    ) { ...Person }
  }
${person}`)

/** Replaces the person's own profile. */
export async function update(execute: ExecuteGraphql, variables: VariablesOf<typeof updateDocument>): Promise<Person> {
  return (await request(execute, updateDocument, variables)).update
}

const removeDocument = graphql(/* GraphQL */ `
  mutation remove($jwt: String!) {
    remove(jwt: $jwt) { count }
  }
`)

/** Withdraws the account and everything of it. */
export async function remove(execute: ExecuteGraphql, handle: string): Promise<void> {
  await request(execute, removeDocument, { jwt: handle })
}

const withdrawalSummaryDocument = graphql(/* GraphQL */ `
  query getWithdrawalSummary {
    getWithdrawalSummary { posts comments likes images }
  }
`)

export type WithdrawalSummary = DataOf<typeof withdrawalSummaryDocument>['getWithdrawalSummary']

/** What would be deleted with the account; loaded whenever the panel opens. */
export function withdrawalSummaryQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'withdrawal'],
    queryFn: async ({ signal }) =>
      (await request(execute, withdrawalSummaryDocument, {}, { signal })).getWithdrawalSummary,
    staleTime: 0,
    gcTime: 0,
  })
}

const profileDocument = graphql(/* GraphQL */ `
  query profile($jwt: String!) {
    user(jwt: $jwt) { image email username about jwt questionIndex questionAnswer role }
  }
`)

/** The person's own record with the security answer. Only the profile screen loads it, and it is soon forgotten. */
export function profileQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['user_info', handle],
    queryFn: async ({ signal }) => (await request(execute, profileDocument, { jwt: handle }, { signal })).user,
    gcTime: 10_000,
  })
}

const changePwDocument = graphql(/* GraphQL */ `
  mutation changePw($jwt: String!, $newPassword: String!, $password: String) {
    changePw(jwt: $jwt, newPassword: $newPassword, password: $password) { count }
  }
`)

/** Changes the password; every other session ends. */
export async function changePw(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof changePwDocument>,
): Promise<void> {
  await request(execute, changePwDocument, variables)
}

const forgotPwDocument = graphql(/* GraphQL */ `
  mutation forgotPw($email: String!, $questionIndex: Int!, $questionAnswer: String!) {
    forgotPw(email: $email, questionIndex: $questionIndex, questionAnswer: $questionAnswer) { password }
  }
`)

/** Makes a temporary password and returns it with its last four characters masked; never tried twice. */
export async function forgotPw(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof forgotPwDocument>,
): Promise<string> {
  return (await request(execute, forgotPwDocument, variables)).forgotPw.password
}

const recoveryMailDocument = graphql(/* GraphQL */ `
  mutation sendRecoveryMail {
    sendRecoveryMail { count }
  }
`)

/** Mails the whole temporary password to the address of the account; never tried twice. */
export async function sendRecoveryMail(execute: ExecuteGraphql): Promise<void> {
  await request(execute, recoveryMailDocument, {})
}

const loginDocument = graphql(/* GraphQL */ `
  query login($email: String!, $password: String!, $autoLogin: Boolean) {
    login(email: $email, password: $password, autoLogin: $autoLogin) { ...Person }
  }
${person}`)

/** Opens a session for this browser; never tried twice. */
export async function login(execute: ExecuteGraphql, variables: VariablesOf<typeof loginDocument>): Promise<Person> {
  return (await request(execute, loginDocument, variables)).login
}

const logoutDocument = graphql(/* GraphQL */ `
  mutation logout {
    logout { count }
  }
`)

export async function logout(execute: ExecuteGraphql): Promise<void> {
  await request(execute, logoutDocument, {})
}

const endSessionDocument = graphql(/* GraphQL */ `
  mutation endSession($id: ID!) {
    endSession(id: $id) { count }
  }
`)

export async function endSession(execute: ExecuteGraphql, id: string): Promise<void> {
  await request(execute, endSessionDocument, { id })
}

const sessionsDocument = graphql(/* GraphQL */ `
  query getSessions {
    getSessions { id device createdAt lastUsedAt autoLogin current }
  }
`)

export type SessionInfo = DataOf<typeof sessionsDocument>['getSessions'][number]

export function sessionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_token'],
    queryFn: async ({ signal }) => (await request(execute, sessionsDocument, {}, { signal })).getSessions,
    staleTime: 0,
  })
}
