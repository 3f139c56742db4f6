import { graphql, type ResultOf } from '../../graphql.ts'

export const beginTwoStep = graphql(/* GraphQL */ `
  mutation beginTwoStep($password: String, $proof: String) {
    beginTwoStep(password: $password, proof: $proof) { key uri setup }
  }
`)

export type TwoStepSetup = ResultOf<typeof beginTwoStep>

/** Turns two-step sign-in on and returns the recovery codes, which are shown once. Not retried after a failure. */
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
