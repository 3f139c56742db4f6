import { vi } from 'vitest'
import type { Api } from './api.ts'
import { AuthenticatorApp, STEP_MS } from './authenticator-app.ts'
import { buildUser, type TestUser } from './factories.ts'

/** Moves the clock on by so many steps; the test has replaced it by a fake one. */
export function passSteps(count = 1): void {
  vi.setSystemTime(Date.now() + count * STEP_MS)
}

/** A member with two-step sign-in, whose first code is used; `api` is the browser that turned it on. */
export type TwoStepMember = { user: TestUser; api: Api; app: AuthenticatorApp; codes: string[] }

/** Turns on two-step sign-in and moves the clock to the next step, because the first code is used. */
export async function turnOnTwoStep(api: Api, user: TestUser): Promise<Omit<TwoStepMember, 'user' | 'api'>> {
  const { key, setup } = await api.beginTwoStep({ password: user.password })
  const app = new AuthenticatorApp(key)
  const codes = await api.confirmTwoStep({ setup, code: app.code() })
  passSteps()
  return { app, codes }
}

export async function buildTwoStepMember(api: Api): Promise<TwoStepMember> {
  const user = await buildUser(api)
  return { user, api: api.as(user), ...(await turnOnTwoStep(api.as(user), user)) }
}

/** Sends the right password, which opens no session. */
export async function sendPassword(browser: Api, { email, password }: TestUser, autoLogin = false): Promise<Api> {
  await browser.login({ email, password, autoLogin }).then(
    () => {
      throw new Error('a session was opened without a code')
    },
    (error: { fields?: { field: string }[] }) => {
      if (error.fields?.[0]?.field !== 'code') throw error
    },
  )
  return browser
}
