import { beforeEach, expect, test } from 'vitest'
import type { Api } from '#tests/api.ts'
import { buildUser, signupFields, uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openSite } from '#tests/site.ts'
import { stopClocks } from '#tests/stop-clocks.ts'

/** Requests above every limit of the network. */
const FLOOD = 40

const limits = {
  LIMIT_SIGNUP: '2/1h',
  LIMIT_SIGNUP_TAKEN: '2/1h',
  LIMIT_LOGIN: '1/1h',
  LIMIT_RECOVERY: '1/1h',
  LIMIT_LOGIN_NETWORK: '2/1h',
}
const site = await openSite({ env: limits })
const { email: taken } = await buildUser(site.api.fresh('127.0.0.2'))

beforeEach(() => forgetAttempts(site.db))

const email = () => `${uniqueName()}@naver.com`
const answer = { questionIndex: 0, questionAnswer: '파랑' }

test.each<[string, (api: Api) => Promise<unknown>]>([
  ['sign-ups', (api) => api.signup(signupFields())],
  ['sign-ups with a taken address', (api) => api.signup({ ...signupFields(), email: taken })],
  ['logins', (api) => api.login({ email: email(), password: 'wrong-one1!' })],
  ['logins to one address', (api) => api.login({ email: taken, password: 'wrong-one1!' })],
  ['recoveries of one address', (api) => api.forgotPw({ email: taken, ...answer, questionAnswer: '틀림' })],
  ['recoveries', (api) => api.forgotPw({ email: email(), ...answer })],
])('%s beyond the limit of a network are refused before the database is asked', async (_what, ask) => {
  const one = () => outcomeOf(ask(site.api.fresh()))
  for (let n = 0; n < 3; n++) await one()
  let asked = 0
  const count = () => asked++
  site.pool.on('acquire', count)
  // A refusal is kept for a second, which a busy machine may need for the flood.
  stopClocks()
  const outcomes = await Promise.all(Array.from({ length: FLOOD }, one))
  site.pool.off('acquire', count)
  expect(outcomes).toEqual(Array(FLOOD).fill('RATE_LIMITED'))
  expect(asked).toBeLessThan(FLOOD / 2)
})
