import { queryOptions } from '@tanstack/react-query'
import { formatDateTime } from '#rules/dates.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { person } from '../../store/viewer.ts'

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

/** To a moderator who has neither it nor a passkey. */
export function neededText(iso: string): string {
  const isOver = Date.parse(iso) <= Date.now()
  return isOver
    ? '운영 화면을 쓰려면 2단계 인증이나 패스키가 필요해요.'
    : `${formatDateTime(iso)}까지 2단계 인증이나 패스키를 설정해 주세요. 그 뒤에는 설정해야 운영 화면을 쓸 수 있어요.`
}

export const beginTwoStep = graphql(/* GraphQL */ `
  mutation beginTwoStep($password: String, $proof: String) {
    beginTwoStep(password: $password, proof: $proof) { key uri setup }
  }
`)

export type TwoStepSetup = ResultOf<typeof beginTwoStep>

/** Returns the recovery codes, which are shown once; never tried twice. */
export const confirmTwoStep = graphql(/* GraphQL */ `
  mutation confirmTwoStep($setup: String!, $code: String!) { confirmTwoStep(setup: $setup, code: $code) }
`)

export const renewRecoveryCodes = graphql(/* GraphQL */ `
  mutation renewRecoveryCodes($password: String, $proof: String) {
    renewRecoveryCodes(password: $password, proof: $proof)
  }
`)

export const endTwoStep = graphql(/* GraphQL */ `
  mutation endTwoStep($password: String, $proof: String) { endTwoStep(password: $password, proof: $proof) { count } }
`)

/** Opens a session for this browser; never tried twice. */
export const loginByCode = graphql(/* GraphQL */ `
  mutation loginByCode($code: String!) { loginByCode(code: $code) { ...Person } }
${person}`)
