import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { type LoginProvider, loginProviders } from '#rules/provider-login.ts'
import type { Api } from './api.ts'
import { signupFields, type TestUser, uniqueName } from './factories.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { providerSettings, startLoginProvider } from './login-provider.ts'
import { openSite } from './site.ts'

type Begun = { next?: string; autoLogin?: boolean; invite?: string }

/** Id of an account at the provider that no other test has. */
export const newId = () => `id-${uniqueName()}`

/** Opens the provider's page. @returns the path and query to which it sends the browser back */
export async function followProvider(url: string): Promise<string> {
  const reply = await fetch(url, { redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** Opens a path of the site. @returns the page to which it redirects */
export async function goTo(browser: Api, path: string): Promise<string> {
  const { status, headers } = await browser.send('GET', path)
  expect(status).toBe(303)
  expect(headers['cache-control']).toBe('no-store')
  return headers.location ?? ''
}

/** Presses the button of a provider and signs in there. @returns the path to which that sends the browser */
export async function signInAtProvider(
  browser: Api,
  name: LoginProvider = 'kakao',
  begun: Begun = {},
): Promise<string> {
  return followProvider(await browser.beginProviderLogin({ provider: name, ...begun }))
}

/** A whole login by a provider. @returns the page that it ends at */
export async function logInByProvider(browser: Api, name: LoginProvider = 'kakao', begun: Begun = {}): Promise<string> {
  return goTo(browser, await signInAtProvider(browser, name, begun))
}

/** A site that knows a local provider, for the tests of one file; before each test somebody new is signed in there. */
export async function openProviderSite() {
  const provider = await startLoginProvider()
  afterAll(() => provider.close())
  const site = await openSite({
    env: {
      ...providerSettings(provider),
      VERIFY_EMAIL: 'on',
      LIMIT_CHANGE_NETWORK: '100000/1h',
      LIMIT_NOTICES_NETWORK: '100000/1d',
    },
  })
  beforeEach(() => {
    provider.lies = {}
    provider.unlinkStatus = 200
    provider.person = { id: newId() }
    provider.redirectUris = loginProviders.map((name) => `${site.config.publicOrigin}/login/${name}`)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await forgetAttempts(site.db)
  })
  return {
    ...site,
    provider,
    /** A member who signed up with the account that is signed in at the provider. */
    member: async (name: LoginProvider = 'kakao'): Promise<TestUser> => {
      const client = site.api.fresh()
      expect(await logInByProvider(client, name)).toBe(`/account/sign_up#provider=${name}&result=new`)
      const fields = signupFields()
      const { jwt } = await client.signup({ ...fields, provider: name })
      return { ...fields, handle: jwt, client }
    },
    /** Links the account that is signed in at the provider. @returns the page that tells the outcome */
    linkInProfile: async (user: TestUser, name: LoginProvider): Promise<string> => {
      const api = site.api.as(user)
      return goTo(api, await followProvider(await api.beginProviderLink({ provider: name, password: user.password })))
    },
    linksOf: async (handle: string) =>
      site.db
        .selectFrom('linked_logins')
        .innerJoin('accounts', 'accounts.id', 'account_id')
        .selectAll('linked_logins')
        .where('handle', '=', handle)
        .execute(),
    /** Mails to an address, after all waiting mails were sent. */
    mailsTo: async (address: string) => {
      await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
      return (await site.mails()).filter(({ to }) => to === address)
    },
  }
}
