import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { accountLimits } from '#rules/account.ts'
import { type LoginProvider, loginProviders, providerMessages } from '#rules/provider-login.ts'
import type { Api, Reply } from '#tests/api.ts'
import { buildUser, signupFields, type TestUser, uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { type ProviderLies, providerSettings, startLoginProvider } from '#tests/login-provider.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { refusal } from '#tests/post-site.ts'
import { openSite, startSite } from '#tests/site.ts'
import { passSteps, turnOn } from '#tests/two-step.ts'
import { collectExport } from '../account-data.ts'

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

const newId = () => `id-${uniqueName()}`

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

/** Where the provider sends a browser back to: path and query. */
async function answered(url: string): Promise<string> {
  const reply = await fetch(url, { redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? '')
  return back.pathname + back.search
}

type Begun = { next?: string; autoLogin?: boolean }

async function press(browser: Api, name: LoginProvider = 'kakao', begun: Begun = {}): Promise<string> {
  return answered(await browser.beginProviderLogin({ provider: name, ...begun }))
}

/** The page that the site sends the browser to. */
async function goTo(browser: Api, path: string): Promise<string> {
  const { status, headers } = await browser.send('GET', path)
  expect(status).toBe(303)
  expect(headers['cache-control']).toBe('no-store')
  return headers.location ?? ''
}

async function come(browser: Api, name: LoginProvider = 'kakao', begun: Begun = {}): Promise<string> {
  return goTo(browser, await press(browser, name, begun))
}

/** A member who signed up by the provider's account of that moment. */
async function member(name: LoginProvider = 'kakao'): Promise<TestUser> {
  const client = site.api.fresh()
  expect(await come(client, name)).toBe(`/account/sign_up#provider=${name}&result=new`)
  const fields = signupFields()
  const { jwt } = await client.signup({ ...fields, provider: name })
  return { ...fields, handle: jwt, client }
}

async function linksOf(handle: string) {
  return site.db
    .selectFrom('linked_logins')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .selectAll('linked_logins')
    .where('handle', '=', handle)
    .execute()
}

async function isVerified(handle: string): Promise<boolean | undefined> {
  const row = await site.db
    .selectFrom('accounts')
    .select('email_verified')
    .where('handle', '=', handle)
    .executeTakeFirst()
  return row?.email_verified
}

async function mailsTo(address: string) {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  return (await site.mails()).filter(({ to }) => to === address).map(({ subject }) => subject)
}

test.each(loginProviders)('who is new at %s signs up, and the next time is in at once', async (name) => {
  const user = await member(name)
  const api = site.api.as(user)
  expect(await api.getLinkedLogins()).toMatchObject([{ provider: name, lastUsedAt: null }])
  expect(await api.getPendingLogin()).toBeNull()
  const browser = site.api.fresh()
  expect(await come(browser, name, { next: '/post/7?a=1#b', autoLogin: true })).toBe('/post/7?a=1#b')
  expect(browser.setCookies.some((line) => line.startsWith('sid=') && /max-age/i.test(line))).toBe(true)
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ email: user.email, restricted: false })
  const [session] = (await browser.getSessions()).filter(({ current }) => current)
  expect(session).toMatchObject({ provider: name, byPasskey: false, twoStep: false, autoLogin: true })
  expect((await api.getLinkedLogins())[0]?.lastUsedAt).toMatch(/^\d{4}-/)
  // Without auto-login the cookie ends with the browser, and the former session of the browser has ended.
  await come(browser, name)
  expect(browser.setCookies.some((line) => line.startsWith('sid=') && !/max-age/i.test(line))).toBe(true)
  expect(await browser.getSessions()).toHaveLength(2)
})

test('a verified address is filled in and needs no mail of ours; an unverified one is no more than typed', async () => {
  const email = `${uniqueName()}@naver.com`
  provider.person = { id: newId(), email, isVerified: true }
  const verified = site.api.fresh()
  await come(verified)
  expect(await verified.getPendingLogin()).toEqual({ provider: 'kakao', email, emailVerified: true })
  const { jwt } = await verified.signup({ ...signupFields(), email: email.toUpperCase(), provider: 'kakao' })
  expect(await isVerified(jwt)).toBe(true)
  for (const [name, isSaid] of [
    ['kakao', false],
    ['naver', true],
  ] as const) {
    const address = `${uniqueName()}@naver.com`
    provider.person = { id: newId(), email: address, isVerified: isSaid }
    const browser = site.api.fresh()
    await come(browser, name)
    expect(await browser.getPendingLogin()).toEqual({ provider: name, email: address, emailVerified: false })
    const made = await browser.signup({ ...signupFields(), email: address, provider: name })
    expect(await isVerified(made.jwt)).toBe(false)
  }
  // Another address than the verified one is as unverified as any.
  provider.person = { id: newId(), email: `${uniqueName()}@naver.com`, isVerified: true }
  const other = site.api.fresh()
  await come(other)
  expect(await isVerified((await other.signup({ ...signupFields(), provider: 'kakao' })).jwt)).toBe(false)
})

test('without an address, or with what is none, nothing is filled in', async () => {
  for (const email of [undefined, 'no address', `${'a'.repeat(accountLimits.email)}@naver.com`]) {
    provider.person = { id: newId(), email, isVerified: true }
    const browser = site.api.fresh()
    expect(await come(browser)).toBe('/account/sign_up#provider=kakao&result=new')
    expect(await browser.getPendingLogin()).toEqual({ provider: 'kakao', email: null, emailVerified: false })
  }
})

test('the longest address and number of an account fit', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.kr`
  expect(email.length).toBeLessThanOrEqual(accountLimits.email)
  provider.person = { id: 'x'.repeat(100), email, isVerified: true }
  const browser = site.api.fresh()
  await come(browser)
  expect(await browser.getPendingLogin()).toMatchObject({ email })
})

test('an account with the verified address is joined only after its password, and told', async () => {
  const user = await buildUser(site.api)
  provider.person = { id: newId(), email: user.email, isVerified: true }
  const browser = site.api.fresh()
  expect(await come(browser, 'kakao', { next: '/me' })).toBe('/account/login?next=%2Fme#provider=kakao&result=known')
  expect(await linksOf(user.handle)).toEqual([])
  expect(await outcomeOf(browser.linkPendingLogin({ provider: 'kakao' }))).toBe('UNAUTHENTICATED')
  // The address of an account cannot be taken by a sign-up either.
  expect(await outcomeOf(browser.signup({ ...signupFields(), email: user.email, provider: 'kakao' }))).toBe('CONFLICT')
  await browser.login(user)
  await browser.linkPendingLogin({ provider: 'kakao' })
  expect(await linksOf(user.handle)).toMatchObject([{ provider: 'kakao', subject: provider.person.id }])
  expect(await mailsTo(user.email)).toContain('다른 회사의 로그인이 연결되었어요')
  expect(await come(site.api.fresh())).toBe('/')
  // It is used up.
  expect(await outcomeOf(browser.linkPendingLogin({ provider: 'kakao' }))).toBe('EXPIRED')
})

test('a pending login joins no account with another address, by no unverified one, in no session of a provider or of before', async () => {
  const user = await buildUser(site.api)
  const join = (browser: Api, name: LoginProvider = 'kakao') => outcomeOf(browser.linkPendingLogin({ provider: name }))
  for (const person of [
    { id: newId(), email: `${uniqueName()}@naver.com`, isVerified: true },
    { id: newId(), email: user.email, isVerified: false },
    { id: newId() },
  ]) {
    provider.person = person
    const browser = site.api.fresh()
    expect(await come(browser)).toContain('result=new')
    await browser.login(user)
    expect(await join(browser)).toBe('FORBIDDEN')
  }
  // Naver says nothing of verified addresses.
  provider.person = { id: newId(), email: user.email, isVerified: true }
  const byNaver = site.api.fresh()
  expect(await come(byNaver, 'naver')).toContain('result=new')
  await byNaver.login(user)
  expect(await join(byNaver, 'naver')).toBe('FORBIDDEN')
  expect(await join(byNaver, 'kakao')).toBe('EXPIRED')
  // Older than the return from the provider may be.
  const old = site.api.fresh()
  await come(old)
  await old.login(user)
  await sql`update sessions set created_at = created_at - interval '16 minutes'`.execute(site.db)
  expect(await join(old)).toBe('FORBIDDEN')
  expect(await linksOf(user.handle)).toEqual([])
  // Signed in by one provider, the person has not proved to be the owner for another.
  const naver = { id: newId() }
  const kakao = { id: newId(), email: user.email, isVerified: true }
  provider.person = naver
  await linkInProfile(user, 'naver')
  const both = site.api.fresh()
  provider.person = kakao
  expect(await come(both)).toContain('result=known')
  provider.person = naver
  expect(await come(both, 'naver')).toBe('/')
  expect(await join(both)).toBe('FORBIDDEN')
})

test('a pending login ends after a quarter of an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const browser = site.api.fresh()
  await come(browser)
  vi.setSystemTime(Date.now() + 16 * 60_000)
  expect(await browser.getPendingLogin()).toBeNull()
  expect(await refusal(browser.signup({ ...signupFields(), provider: 'kakao' }))).toMatchObject({
    code: 'EXPIRED',
    message: providerMessages.pendingLate,
  })
})

async function linkInProfile(user: TestUser, name: LoginProvider, client = site.api.as(user)): Promise<string> {
  return goTo(client, await answered(await client.beginProviderLink({ provider: name, password: user.password })))
}

test('in the profile one of each provider is linked after the password, and one identity to one account', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const api = site.api.as(user)
  expect(await outcomeOf(api.beginProviderLink({ provider: 'kakao' }))).toBe('BAD_USER_INPUT')
  expect(await outcomeOf(api.beginProviderLink({ provider: 'kakao', password: 'wrong-1234!' }))).toBe('BAD_CREDENTIALS')
  expect(await linkInProfile(user, 'kakao')).toBe('/account/profile#provider=kakao&result=linked')
  expect(await linkInProfile(user, 'kakao')).toBe('/account/profile#provider=kakao&result=linked')
  expect(await linksOf(user.handle)).toHaveLength(1)
  expect(await linkInProfile(other, 'kakao')).toBe('/account/profile#provider=kakao&result=taken')
  provider.person = { id: newId() }
  expect(await linkInProfile(user, 'kakao')).toBe('/account/profile#provider=kakao&result=other')
  expect(await linkInProfile(user, 'naver')).toBe('/account/profile#provider=naver&result=linked')
  expect((await api.getLinkedLogins()).map((one) => one.provider)).toEqual(['kakao', 'naver'])
  expect(await api.getLinkedLogins()).toHaveLength(2)
  // In the browser of somebody else, and once the session has ended, nothing is linked.
  provider.person = { id: newId() }
  const path = await answered(
    await site.api.as(other).beginProviderLink({ provider: 'naver', password: other.password }),
  )
  expect(await goTo(api, path)).toBe('/account/login#provider=naver&result=late')
  await site.api.as(other).logout()
  expect(await goTo(site.api.as(other), path)).toBe('/account/profile#provider=naver&result=late')
  expect(await linksOf(other.handle)).toEqual([])
})

test('of two accounts that link one identity at once, one gets it; so do two sign-ups', async () => {
  const users = [await buildUser(site.api), await buildUser(site.api)]
  const pages = await Promise.all(users.map((user) => linkInProfile(user, 'kakao')))
  expect(pages.map((page) => page.split('result=')[1]).toSorted()).toEqual(['linked', 'taken'])
  provider.person = { id: newId() }
  const browsers = [site.api.fresh(), site.api.fresh()]
  for (const browser of browsers) await come(browser)
  const outcomes = await Promise.all(
    browsers.map((browser) => outcomeOf(browser.signup({ ...signupFields(), provider: 'kakao' }))),
  )
  expect(outcomes.toSorted()).toEqual(['EXPIRED', 'ok'])
})

test('who they are is the number at the provider: a changed address changes nothing, and a taken-over one opens nothing', async () => {
  const email = `${uniqueName()}@naver.com`
  const { id } = provider.person
  const user = await member()
  provider.person = { id, email: `${uniqueName()}@naver.com`, isVerified: true }
  const browser = site.api.fresh()
  expect(await come(browser)).toBe('/')
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ email: user.email })
  provider.person = { id: newId(), email: user.email, isVerified: true }
  expect(await come(site.api.fresh())).toContain('result=known')
  expect(email).not.toBe(user.email)
})

const forged = '/login/kakao?code=abc&state='

test('a return without the state of this browser, for this provider and of these ten minutes does nothing and counts nothing', async () => {
  const user = await member()
  const browser = site.api.fresh()
  const path = await press(browser)
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
  await press(victim)
  expect(await goTo(victim, path)).toBe(late)
  expect(await goTo(browser, path.replace('/login/kakao', '/login/naver'))).toBe(late.replace('kakao', 'naver'))
  expect(provider.asked.length).toBe(asked + 1)
  const { rows } = await sql`select from attempts`.execute(site.db)
  expect(rows).toEqual([])
  // Nothing of that has used it up.
  expect(await goTo(browser, path)).toBe('/')
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ jwt: user.handle })
  expect(await outcomeOf(victim.getSessions())).toBe('UNAUTHENTICATED')
  vi.useFakeTimers({ toFake: ['Date'] })
  const slow = await press(browser)
  vi.setSystemTime(Date.now() + 11 * 60_000)
  expect(await goTo(browser, slow)).toBe(late)
})

test('a return works once, of two at once for one, also in another spelling, and two tabs do not disturb each other', async () => {
  await member()
  const browser = site.api.fresh()
  const [one, two] = [await press(browser), await press(browser)]
  expect(await goTo(browser, two)).toBe('/')
  expect(await goTo(browser, one)).toBe('/')
  expect(await goTo(browser, one)).toContain('result=late')
  const state = new URLSearchParams(one.split('?')[1]).get('state') ?? ''
  expect(await goTo(browser, one.replace(state, `${state}=`))).toContain('result=late')
  const both = await press(browser)
  const pages = await Promise.all([goTo(browser, both), goTo(browser, both)])
  expect(pages.toSorted()).toEqual(['/', '/account/login#provider=kakao&result=late'])
})

test('a code of another login does not go with this one', async () => {
  await member()
  const [mine, theirs] = [site.api.fresh(), site.api.fresh()]
  const [path, other] = [await press(mine), await press(theirs)]
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
  expect(await come(browser)).toBe('/account/login#provider=kakao&result=failed')
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  expect(await browser.getPendingLogin()).toBeNull()
})

test('who says no at the provider is back at the login', async () => {
  provider.lies = { error: 'access_denied' }
  const browser = site.api.fresh()
  expect(await come(browser, 'kakao', { next: '/me' })).toBe('/account/login?next=%2Fme#provider=kakao&result=denied')
})

test.each(['/oauth2.0/token', '/v1/nid/me'])('a wrong answer of Naver at %s signs nobody in', async (path) => {
  await member('naver')
  for (const lies of [{ mumbles: path }, { redirects: path }]) {
    provider.lies = lies
    const browser = site.api.fresh()
    expect(await come(browser, 'naver')).toContain('result=failed')
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
  expect(await come(browser)).toBe('/account/login#provider=kakao&result=away')
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
})

test('while a provider hangs, the site answers, and a crowd at the return is refused before it asks', async () => {
  provider.lies = { hangs: '/oauth/token' }
  const browsers = Array.from({ length: 70 }, () => site.api.fresh())
  const paths = await Promise.all(browsers.map((browser) => press(browser)))
  const asked = provider.asked.filter((path) => path === '/oauth/token').length
  const pages = Promise.all(browsers.map((browser, index) => goTo(browser, paths[index] ?? '')))
  expect(await site.api.fresh().getPosts({ pageParam: 1 })).toBeDefined()
  const results = (await pages).map((page) => page.split('result=')[1])
  expect(new Set(results)).toEqual(new Set(['away']))
  // Four of a network at once, each for four seconds; who waits longer than eight is refused.
  expect(provider.asked.filter((path) => path === '/oauth/token').length - asked).toBeLessThanOrEqual(16)
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/a'.repeat(150)])(
  'after a login %s leads home',
  async (next) => {
    await member()
    expect(await come(site.api.fresh(), 'kakao', { next })).toBe('/')
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

test('with two-step sign-in a code is asked for, as after a password, and a code alone is not enough once the link is gone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const user = await member()
  const { app } = await turnOn(site.api.as(user), user)
  const browser = site.api.fresh()
  expect(await come(browser)).toBe('/account/login#provider=kakao&result=code')
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  expect(await browser.loginByCode({ code: app.code() })).toMatchObject({ jwt: user.handle })
  const [session] = (await browser.getSessions()).filter(({ current }) => current)
  expect(session).toMatchObject({ provider: 'kakao', twoStep: true })
  const late = site.api.fresh()
  await come(late)
  await site.db.deleteFrom('linked_logins').where('subject', '=', provider.person.id).execute()
  passSteps()
  expect(await outcomeOf(late.loginByCode({ code: app.code() }))).toBe('EXPIRED')
})

test('a moderator moderates after a login at a provider no more than after a password', async () => {
  const user = await member()
  await sql`update accounts set role = 'moderator', role_since = now() - interval '20 years' where handle = ${user.handle}`.execute(
    site.db,
  )
  const browser = site.api.fresh()
  await come(browser)
  expect(await outcomeOf(browser.getReports({}))).toBe('FORBIDDEN')
})

test('who is suspended signs in and writes nothing, keeps the link, and opens no second account by it', async () => {
  const user = await member()
  await sql`update accounts set suspended_until = now() + interval '1 day' where handle = ${user.handle}`.execute(
    site.db,
  )
  const browser = site.api.fresh()
  expect(await come(browser)).toBe('/')
  expect(await outcomeOf(browser.addPost({ title: '을밀대', contents: '냉면' }))).toBe('FORBIDDEN')
  expect(await refusal(browser.unlinkLogin({ provider: 'kakao', password: user.password }))).toMatchObject({
    code: 'FORBIDDEN',
    message: providerMessages.suspended,
  })
  expect(await linksOf(user.handle)).toHaveLength(1)
})

test('a link ends with the password, is told, and Kakao is asked to forget it until it does', async () => {
  const user = await member()
  const api = site.api.as(user)
  const { id } = provider.person
  expect(await outcomeOf(api.unlinkLogin({ provider: 'kakao' }))).toBe('BAD_USER_INPUT')
  expect(await outcomeOf(api.unlinkLogin({ provider: 'kakao', password: 'wrong-1234!' }))).toBe('BAD_CREDENTIALS')
  expect(await api.unlinkLogin({ provider: 'naver', password: user.password })).toMatchObject({ count: 0 })
  provider.unlinkStatus = 500
  expect(await api.unlinkLogin({ provider: 'kakao', password: user.password })).toMatchObject({ count: 1 })
  expect(await linksOf(user.handle)).toEqual([])
  await mailsTo(user.email)
  provider.unlinkStatus = 200
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(site.db)
  expect(await mailsTo(user.email)).toContain('다른 회사의 로그인 연결을 끊었어요')
  const sent = provider.unlinks.filter(({ body }) => body.includes(id))
  expect(sent).toEqual([
    { authorization: 'KakaoAK admin-of-the-site', body: `target_id_type=user_id&target_id=${id}` },
    { authorization: 'KakaoAK admin-of-the-site', body: `target_id_type=user_id&target_id=${id}` },
  ])
  // Nothing of it remains in the queue.
  const { rows } = await sql`select from graphile_worker._private_jobs where payload::text like ${`%${id}%`}`.execute(
    site.db,
  )
  expect(rows).toEqual([])
  // The session goes on, and the identity is free for whoever owns it.
  expect(await api.getLinkedLogins()).toEqual([])
  expect(await come(site.api.fresh())).toContain('result=new')
})

test('a Kakao that never forgets is given up after a day, without a trace of the number', async () => {
  const user = await member()
  const { id } = provider.person
  provider.unlinkStatus = 403
  await site.api.as(user).unlinkLogin({ provider: 'kakao', password: user.password })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  await site.mails()
  const { rows } = await sql`select from graphile_worker._private_jobs where payload::text like ${`%${id}%`}`.execute(
    site.db,
  )
  expect(rows).toEqual([])
  expect(provider.unlinks.some(({ body }) => body.includes(id))).toBe(true)
})

test('an identity that is linked again before Kakao was asked stays linked there', async () => {
  const user = await member()
  const { id } = provider.person
  await site.api.as(user).unlinkLogin({ provider: 'kakao', password: user.password })
  await linkInProfile(user, 'kakao')
  await site.mails()
  expect(provider.unlinks.filter(({ body }) => body.includes(id))).toEqual([])
})

test('a withdrawal ends the link here and at Kakao', async () => {
  const user = await member()
  const { id } = provider.person
  await site.api.as(user).remove({ jwt: user.handle })
  await site.mails()
  expect(provider.unlinks.filter(({ body }) => body.includes(id))).toHaveLength(1)
  const { rows } = await sql`select from linked_logins where subject = ${id}`.execute(site.db)
  expect(rows).toEqual([])
  expect(await come(site.api.fresh())).toContain('result=new')
})

test('the export names the links, and a change of the password tells that they stay', async () => {
  const user = await member()
  const { id: accountId } = await site.db
    .selectFrom('accounts')
    .select('id')
    .where('handle', '=', user.handle)
    .executeTakeFirstOrThrow()
  const files = await collectExport(site.services, accountId)
  const account = JSON.parse(String(files.find(({ name }) => name === 'account.json')?.content))
  expect(account.linkedLogins).toMatchObject([{ provider: 'kakao', id: provider.person.id }])
  await site.api.as(user).changePw({ jwt: user.handle, password: user.password, newPassword: 'another-1!' })
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  const mail = (await site.mails()).find(({ to }) => to === user.email)
  expect(mail?.text).toContain('연결된 카카오·네이버 로그인은 그대로예요')
})

test('no token and no address of a provider is stored or logged', async () => {
  const email = `${uniqueName()}@kakao.com`
  provider.person = { id: newId(), email, isVerified: true }
  const browser = site.api.fresh()
  const path = await press(browser)
  const code = new URLSearchParams(path.split('?')[1]).get('code') ?? ''
  await goTo(browser, path)
  provider.lies = { nonce: 'of-another' }
  await come(site.api.fresh())
  expect(site.logged()).toContain('a login at a provider failed')
  for (const secret of [code, email, provider.person.id, 'secret-of-the-site'])
    expect(site.logged()).not.toContain(secret)
})

test('returns are limited for a network, and say so', async () => {
  const few = await openSiteWithFew()
  const pages: string[] = []
  for (let round = 0; round < 4; round++) {
    const browser = few.api.fresh()
    const reply: Reply = await browser.send(
      'GET',
      await answered(await browser.beginProviderLogin({ provider: 'naver' })),
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

test('without keys there is no such login', async () => {
  const bare = await startSite()
  onTestFinished(() => bare.close())
  for (const name of loginProviders) {
    expect((await bare.api.send('GET', `/login/${name}?code=a&state=b`)).status).toBe(404)
    expect(await outcomeOf(bare.api.beginProviderLogin({ provider: name }))).toBe('NOT_FOUND')
  }
  const user = await buildUser(bare.api)
  expect(await outcomeOf(bare.api.as(user).beginProviderLink({ provider: 'kakao', password: user.password }))).toBe(
    'NOT_FOUND',
  )
})
