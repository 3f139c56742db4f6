import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountLimits } from '#rules/account.ts'
import { loginProviderMessages, loginProviders } from '#rules/provider-login.ts'
import type { Queryable } from '#server/platform/database/connect.ts'
import { buildUser, signupFields, uniqueName } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { refusal } from '#tests/post-site.ts'
import { goTo, logInByProvider, newId, openProviderSite, signInAtProvider } from '#tests/provider-site.ts'
import { startSite } from '#tests/site.ts'
import { passSteps, turnOnTwoStep } from '#tests/two-step.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'

const site = await openProviderSite()
const { provider, member, linkInProfile, linksOf } = site

async function isVerified(handle: string): Promise<boolean | undefined> {
  const row = await site.db
    .selectFrom('accounts')
    .select('email_verified')
    .where('handle', '=', handle)
    .executeTakeFirst()
  return row?.email_verified
}

test.each(loginProviders)('who is new at %s signs up, and the next time is in at once', async (name) => {
  const user = await member(name)
  const api = site.api.as(user)
  expect(await api.getLinkedLogins()).toMatchObject([{ provider: name, lastUsedAt: null }])
  expect(await api.getPendingLogin()).toBeNull()
  const browser = site.api.fresh()
  expect(await logInByProvider(browser, name, { next: '/post/7?a=1#b', autoLogin: true })).toBe('/post/7?a=1#b')
  expect(browser.setCookies.some((line) => line.startsWith('sid=') && /max-age/i.test(line))).toBe(true)
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ email: user.email, restricted: false })
  const [session] = (await browser.getSessions()).filter(({ current }) => current)
  expect(session).toMatchObject({ provider: name, byPasskey: false, twoStep: false, autoLogin: true })
  expect((await api.getLinkedLogins())[0]?.lastUsedAt).toMatch(/^\d{4}-/)
  // Without auto-login the cookie ends with the browser, and the former session of the browser has ended.
  await logInByProvider(browser, name)
  expect(browser.setCookies.some((line) => line.startsWith('sid=') && !/max-age/i.test(line))).toBe(true)
  expect(await browser.getSessions()).toHaveLength(2)
})

test('a verified address is filled in and needs no mail of ours; an unverified one is no more than typed', async () => {
  const email = `${uniqueName()}@naver.com`
  provider.person = { id: newId(), email, isVerified: true }
  const verified = site.api.fresh()
  await logInByProvider(verified)
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
    await logInByProvider(browser, name)
    expect(await browser.getPendingLogin()).toEqual({ provider: name, email: address, emailVerified: false })
    const made = await browser.signup({ ...signupFields(), email: address, provider: name })
    expect(await isVerified(made.jwt)).toBe(false)
  }
  // Another address than the verified one is as unverified as any.
  provider.person = { id: newId(), email: `${uniqueName()}@naver.com`, isVerified: true }
  const other = site.api.fresh()
  await logInByProvider(other)
  expect(await isVerified((await other.signup({ ...signupFields(), provider: 'kakao' })).jwt)).toBe(false)
})

test('without an address, or with what is none, nothing is filled in', async () => {
  for (const email of [undefined, 'no address', `${'a'.repeat(accountLimits.email)}@naver.com`]) {
    provider.person = { id: newId(), email, isVerified: true }
    const browser = site.api.fresh()
    expect(await logInByProvider(browser)).toBe('/account/sign_up#provider=kakao&result=new')
    expect(await browser.getPendingLogin()).toEqual({ provider: 'kakao', email: null, emailVerified: false })
  }
})

test('the longest address and number of an account fit', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.kr`
  expect(email.length).toBeLessThanOrEqual(accountLimits.email)
  provider.person = { id: 'x'.repeat(100), email, isVerified: true }
  const browser = site.api.fresh()
  await logInByProvider(browser)
  expect(await browser.getPendingLogin()).toMatchObject({ email })
})

test('a pending login ends after a quarter of an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const browser = site.api.fresh()
  await logInByProvider(browser)
  vi.setSystemTime(Date.now() + 16 * 60_000)
  expect(await browser.getPendingLogin()).toBeNull()
  expect(await refusal(browser.signup({ ...signupFields(), provider: 'kakao' }))).toMatchObject({
    code: 'EXPIRED',
    message: loginProviderMessages.pendingLate,
  })
})

test('a pending login ends with the logout of its browser', async () => {
  const browser = site.api.as(await buildUser(site.api))
  await logInByProvider(browser)
  expect(await browser.getPendingLogin()).toMatchObject({ provider: 'kakao' })
  await browser.logout()
  expect(await browser.getPendingLogin()).toBeNull()
})

test('who they are is the number at the provider: a changed address changes nothing, and a taken-over one opens nothing', async () => {
  const email = `${uniqueName()}@naver.com`
  const { id } = provider.person
  const user = await member()
  provider.person = { id, email: `${uniqueName()}@naver.com`, isVerified: true }
  const browser = site.api.fresh()
  expect(await logInByProvider(browser)).toBe('/')
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ email: user.email })
  provider.person = { id: newId(), email: user.email, isVerified: true }
  expect(await logInByProvider(site.api.fresh())).toContain('result=known')
  expect(email).not.toBe(user.email)
})

test('with two-step sign-in a code is asked for, as after a password, and a code alone is not enough once the link is gone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const user = await member()
  const { app } = await turnOnTwoStep(site.api.as(user), user)
  const browser = site.api.fresh()
  expect(await logInByProvider(browser)).toBe('/account/login#provider=kakao&result=code')
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  expect(await browser.loginByCode({ code: app.code() })).toMatchObject({ jwt: user.handle })
  const [session] = (await browser.getSessions()).filter(({ current }) => current)
  expect(session).toMatchObject({ provider: 'kakao', twoStep: true })
  const late = site.api.fresh()
  await logInByProvider(late)
  await site.db.deleteFrom('linked_logins').where('subject', '=', provider.person.id).execute()
  passSteps()
  expect(await outcomeOf(late.loginByCode({ code: app.code() }))).toBe('EXPIRED')
})

const relinkings = [
  ['none', null],
  ['one of somebody else', () => newId()],
  ['the same again', (subject: string) => subject],
] as const

test.each(relinkings)(
  'who came back from the provider, or waits for a code, while the link ends and %s takes its place, gets no session',
  async (_, next) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const user = await member()
    const { id: subject } = provider.person
    const relink = async (tx: Queryable) => {
      const account = tx.selectFrom('accounts').select('id').where('handle', '=', user.handle)
      const { id: account_id } = await account.forUpdate().executeTakeFirstOrThrow()
      await tx.deleteFrom('linked_logins').where('account_id', '=', account_id).execute()
      const link = next && { account_id, provider: 'kakao' as const, subject: next(subject) }
      if (link) await tx.insertInto('linked_logins').values(link).execute()
    }
    const browser = site.api.fresh()
    const path = await signInAtProvider(browser)
    const page = await requestBeforeCommit(site.db, relink, () => goTo(browser, path))
    expect(page).toBe('/account/login#provider=kakao&result=failed')
    expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')

    const { app } = await turnOnTwoStep(site.api.as(user), user)
    provider.person = { id: subject }
    for (const change of [
      (login: () => Promise<string>) => relink(site.db).then(login),
      (login: () => Promise<string>) => requestBeforeCommit(site.db, relink, login),
    ]) {
      await site.db.deleteFrom('linked_logins').execute()
      await linkInProfile(user, 'kakao')
      const half = site.api.fresh()
      expect(await logInByProvider(half)).toContain('result=code')
      passSteps()
      expect(await change(() => outcomeOf(half.loginByCode({ code: app.code() })))).toBe('EXPIRED')
    }
  },
)

test('a moderator moderates after a login at a provider no more than after a password', async () => {
  const user = await member()
  await sql`update accounts set role = 'moderator', role_since = now() - interval '20 years' where handle = ${user.handle}`.execute(
    site.db,
  )
  const browser = site.api.fresh()
  await logInByProvider(browser)
  expect(await outcomeOf(browser.getReports({}))).toBe('FORBIDDEN')
})

test('who is suspended signs in and writes nothing, keeps the link, and opens no second account by it', async () => {
  const user = await member()
  await sql`update accounts set suspended_until = now() + interval '1 day' where handle = ${user.handle}`.execute(
    site.db,
  )
  const browser = site.api.fresh()
  expect(await logInByProvider(browser)).toBe('/')
  expect(await outcomeOf(browser.addPost({ title: '을밀대', contents: '냉면' }))).toBe('FORBIDDEN')
  expect(await refusal(browser.unlinkLogin({ provider: 'kakao', password: user.password }))).toMatchObject({
    code: 'FORBIDDEN',
    message: loginProviderMessages.suspended,
  })
  expect(await linksOf(user.handle)).toHaveLength(1)
})

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
