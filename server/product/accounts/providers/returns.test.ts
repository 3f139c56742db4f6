import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HttpResponse } from '#tests/api.ts'
import { uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { type ProviderLies, providerSettings } from '#tests/login-provider.ts'
import { outcomeOf } from '#tests/outcome.ts'
import {
  followProvider,
  goTo,
  logInByProvider,
  newId,
  openProviderSite,
  signInAtProvider,
} from '#tests/provider-site.ts'
import { startSite } from '#tests/site.ts'

const site = await openProviderSite()
const { provider, member } = site

const forged = '/login/kakao?code=abc&state='

test('a return without the state of this browser, for this provider and of these ten minutes does nothing and counts nothing', async () => {
  const user = await member()
  await forgetAttempts(site.db)
  const browser = site.api.fresh()
  const path = await signInAtProvider(browser)
  const late = '/account/login#provider=kakao&result=late'
  const asked = provider.asked.length
  for (const state of ['', 'abc', 'A'.repeat(3000), '%00', encodeURIComponent('{}')]) {
    expect(await goTo(browser, forged + state)).toBe(late)
  }
  expect(await goTo(browser, '/login/kakao')).toBe(late)
  expect(await goTo(browser, `${path}&state=b`)).toBe(late)
  // A flipped bit; the state of another browser (login CSRF), and of none; that of the other provider.
  const state = new URLSearchParams(path.split('?')[1]).get('state') ?? ''
  expect(await goTo(browser, path.replace(state, `${state.slice(0, -2)}AA`))).toBe(late)
  const victim = site.api.fresh()
  expect(await goTo(victim, path)).toBe(late)
  await signInAtProvider(victim)
  expect(await goTo(victim, path)).toBe(late)
  expect(await goTo(browser, path.replace('/login/kakao', '/login/naver'))).toBe(late.replace('kakao', 'naver'))
  expect(provider.asked.length).toBe(asked + 1)
  const { rows } = await sql`select from attempts`.execute(site.db)
  expect(rows).toEqual([])
  // The state can still be used.
  expect(await goTo(browser, path)).toBe('/')
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ jwt: user.handle })
  expect(await outcomeOf(victim.getSessions())).toBe('UNAUTHENTICATED')
  vi.useFakeTimers({ toFake: ['Date'] })
  const slow = await signInAtProvider(browser)
  vi.setSystemTime(Date.now() + 11 * 60_000)
  expect(await goTo(browser, slow)).toBe(late)
})

test('a return works once, of two at once for one, also in another spelling, and two tabs do not disturb each other', async () => {
  await member()
  const browser = site.api.fresh()
  const [one, two] = [await signInAtProvider(browser), await signInAtProvider(browser)]
  expect(await goTo(browser, two)).toBe('/')
  expect(await goTo(browser, one)).toBe('/')
  expect(await goTo(browser, one)).toContain('result=late')
  const state = new URLSearchParams(one.split('?')[1]).get('state') ?? ''
  expect(await goTo(browser, one.replace(state, `${state}=`))).toContain('result=late')
  const both = await signInAtProvider(browser)
  const pages = await Promise.all([goTo(browser, both), goTo(browser, both)])
  expect(pages.toSorted()).toEqual(['/', '/account/login#provider=kakao&result=late'])
})

test('a code of another login does not go with this one', async () => {
  await member()
  const [mine, theirs] = [site.api.fresh(), site.api.fresh()]
  const [path, other] = [await signInAtProvider(mine), await signInAtProvider(theirs)]
  const code = (of: string) => new URLSearchParams(of.split('?')[1]).get('code') ?? ''
  // The attacker's code with the victim's state: PKCE and the nonce do not fit.
  expect(await goTo(mine, path.replace(code(path), code(other)))).toContain('result=failed')
  expect(await outcomeOf(mine.getSessions())).toBe('UNAUTHENTICATED')
})

test.each<[string, ProviderLies]>([
  ['a nonce of another login', { nonce: 'of-another' }],
  ['another issuer', { issuer: 'https://evil.example' }],
  ['another site as audience', { audience: 'another-site' }],
  ['an ID token that has ended', { expires: -3600 }],
  ['a signature of another key', { signature: 'of another key' }],
  ['no signature', { signature: 'none' }],
  ['no ID token', { withoutIdToken: true }],
  ['the information of somebody else', { infoOf: 'somebody-else' }],
  ['a redirect in place of tokens', { redirects: '/oauth/token' }],
  ['a redirect in place of the information', { redirects: '/v1/oidc/userinfo' }],
  ['what is no JSON', { mumbles: '/oauth/token' }],
  ['an error of its own', { error: 'server_error' }],
])('an answer with %s signs nobody in', async (_, lies) => {
  await member()
  provider.lies = lies
  const browser = site.api.fresh()
  expect(await logInByProvider(browser)).toBe('/account/login#provider=kakao&result=failed')
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  expect(await browser.getPendingLogin()).toBeNull()
})

test('who says no at the provider is back at the login', async () => {
  provider.lies = { error: 'access_denied' }
  const browser = site.api.fresh()
  expect(await logInByProvider(browser, 'kakao', { next: '/me' })).toBe(
    '/account/login?next=%2Fme#provider=kakao&result=denied',
  )
})

test.each(['/oauth2.0/token', '/v1/nid/me'])('a wrong answer of Naver at %s signs nobody in', async (path) => {
  await member('naver')
  for (const lies of [{ mumbles: path }, { redirects: path }]) {
    provider.lies = lies
    const browser = site.api.fresh()
    expect(await logInByProvider(browser, 'naver')).toContain('result=failed')
    expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  }
})

test.each<[string, ProviderLies]>([
  ['does not answer', { hangs: '/oauth/token' }],
  ['sends its answer without end', { overflows: '/v1/oidc/userinfo' }],
  ['has a fault', { fails: '/oauth/token' }],
])('a provider that %s is away, which says so and signs nobody in', async (_, lies) => {
  await member()
  provider.lies = lies
  const browser = site.api.fresh()
  expect(await logInByProvider(browser)).toBe('/account/login#provider=kakao&result=away')
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/a'.repeat(150)])(
  'after a login %s leads home',
  async (next) => {
    await member()
    expect(await logInByProvider(site.api.fresh(), 'kakao', { next })).toBe('/')
  },
)

test('the address to which the provider sends back is that of the site, whatever the request says', async () => {
  const browser = site.api.fresh()
  const url = await browser.beginProviderLogin({ provider: 'kakao' }, { 'x-forwarded-host': 'evil.example' })
  const asked = new URL(url).searchParams
  expect(asked.get('redirect_uri')).toBe(`${site.config.publicOrigin}/login/kakao`)
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('scope')).toBe('openid account_email')
  expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/)
  // Neither the verifier nor what it is for can be read in the state.
  const state = Buffer.from(asked.get('state') ?? '', 'base64url').toString('latin1')
  expect(state).not.toMatch(/kakao|verifier|sessionId/)
})

test('no token and no address of a provider is stored or logged', async () => {
  const email = `${uniqueName()}@kakao.com`
  provider.person = { id: newId(), email, isVerified: true }
  const browser = site.api.fresh()
  const path = await signInAtProvider(browser)
  const code = new URLSearchParams(path.split('?')[1]).get('code') ?? ''
  await goTo(browser, path)
  provider.lies = { nonce: 'of-another' }
  await logInByProvider(site.api.fresh())
  expect(site.logged()).toContain('a login at a provider failed')
  for (const secret of [code, email, provider.person.id, 'secret-of-the-site'])
    expect(site.logged()).not.toContain(secret)
})

test('returns are limited for a network, and say so', async () => {
  const few = await openSiteWithFew()
  const pages: string[] = []
  for (let round = 0; round < 4; round++) {
    const browser = few.api.fresh()
    const reply: HttpResponse = await browser.send(
      'GET',
      await followProvider(await browser.beginProviderLogin({ provider: 'naver' })),
    )
    pages.push(reply.headers.location?.split('result=')[1] ?? '')
  }
  expect(pages).toEqual(['new', 'new', 'often', 'often'])
})

async function openSiteWithFew() {
  const few = await startSite({ env: { ...providerSettings(provider), LIMIT_PROVIDER_LOGINS: '2/1h' } })
  onTestFinished(() => few.close())
  provider.redirectUris = [`${few.config.publicOrigin}/login/naver`]
  return few
}
