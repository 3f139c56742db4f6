import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { LoginProvider } from '#rules/provider-login.ts'
import type { Api } from '#tests/api.ts'
import { buildUser, signupFields, uniqueName } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { followProvider, goTo, logInByProvider, newId, openProviderSite } from '#tests/provider-site.ts'
import { collectExport } from '../account-data.ts'

const site = await openProviderSite()
const { provider, member, linkInProfile, linksOf, mailsTo } = site

test('an account with the verified address is joined only after its password, and told', async () => {
  const user = await buildUser(site.api)
  provider.person = { id: newId(), email: user.email, isVerified: true }
  const browser = site.api.fresh()
  expect(await logInByProvider(browser, 'kakao', { next: '/me' })).toBe(
    '/account/login?next=%2Fme#provider=kakao&result=known',
  )
  expect(await linksOf(user.handle)).toEqual([])
  expect(await outcomeOf(browser.linkPendingLogin({ provider: 'kakao' }))).toBe('UNAUTHENTICATED')
  // The address of an account cannot be taken by a sign-up either.
  expect(await outcomeOf(browser.signup({ ...signupFields(), email: user.email, provider: 'kakao' }))).toBe('CONFLICT')
  await browser.login(user)
  await browser.linkPendingLogin({ provider: 'kakao' })
  expect(await linksOf(user.handle)).toMatchObject([{ provider: 'kakao', subject: provider.person.id }])
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain(
    '[맛나눔] 다른 회사의 로그인이 연결되었어요',
  )
  expect(await logInByProvider(site.api.fresh())).toBe('/')
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
    expect(await logInByProvider(browser)).toContain('result=new')
    await browser.login(user)
    expect(await join(browser)).toBe('FORBIDDEN')
  }
  // Naver says nothing of verified addresses.
  provider.person = { id: newId(), email: user.email, isVerified: true }
  const byNaver = site.api.fresh()
  expect(await logInByProvider(byNaver, 'naver')).toContain('result=new')
  await byNaver.login(user)
  expect(await join(byNaver, 'naver')).toBe('FORBIDDEN')
  expect(await join(byNaver, 'kakao')).toBe('EXPIRED')
  // Older than the return from the provider may be.
  const old = site.api.fresh()
  await logInByProvider(old)
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
  expect(await logInByProvider(both)).toContain('result=known')
  provider.person = naver
  expect(await logInByProvider(both, 'naver')).toBe('/')
  expect(await join(both)).toBe('FORBIDDEN')
})

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
  const path = await followProvider(
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
  for (const browser of browsers) await logInByProvider(browser)
  const outcomes = await Promise.all(
    browsers.map((browser) => outcomeOf(browser.signup({ ...signupFields(), provider: 'kakao' }))),
  )
  expect(outcomes.toSorted()).toEqual(['EXPIRED', 'ok'])
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
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toContain(
    '[맛나눔] 다른 회사의 로그인 연결을 해제했어요',
  )
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
  // The session goes on, and its owner may link the identity.
  expect(await api.getLinkedLogins()).toEqual([])
  expect(await logInByProvider(site.api.fresh())).toContain('result=new')
})

test('with a link end the sessions that it opened, but for the one that ends it', async () => {
  const user = await member()
  const stranger = site.api.fresh()
  expect(await logInByProvider(stranger)).toBe('/')
  expect((await stranger.getLinkedLogins()).length).toBe(1)
  const byPassword = site.api.fresh()
  await byPassword.login(user)
  const byKakao = site.api.fresh()
  expect(await logInByProvider(byKakao)).toBe('/')
  // Without a link nothing ends.
  await byKakao.unlinkLogin({ provider: 'naver', password: user.password })
  expect(await outcomeOf(stranger.getLinkedLogins())).toBe('ok')
  await byKakao.unlinkLogin({ provider: 'kakao', password: user.password })
  expect(await outcomeOf(stranger.getLinkedLogins())).toBe('UNAUTHENTICATED')
  expect(await outcomeOf(byPassword.getLinkedLogins())).toBe('ok')
  expect(await outcomeOf(byKakao.getLinkedLogins())).toBe('ok')
})

test('an admin who ends the sessions of a member ends what waits for a link to the account', async () => {
  const [user, admin] = [await buildUser(site.api), await buildUser(site.api)]
  await sql`update accounts set role = 'admin' where handle = ${admin.handle}`.execute(site.db)
  const end = () =>
    site.api.as(admin).endMemberSessions({ handle: user.handle, reason: '도난', password: admin.password })
  provider.person = { id: newId(), email: user.email, isVerified: true }
  const browser = site.api.fresh()
  await logInByProvider(browser)
  const path = await followProvider(
    await site.api.as(user).beginProviderLink({ provider: 'kakao', password: user.password }),
  )
  await end()
  await browser.login(user)
  expect(await outcomeOf(browser.linkPendingLogin({ provider: 'kakao' }))).toBe('FORBIDDEN')
  expect(await goTo(site.api.as(user), path)).toBe('/account/profile#provider=kakao&result=late')
  expect(await linksOf(user.handle)).toEqual([])
  // A login that begins afterwards succeeds.
  const later = site.api.fresh()
  await logInByProvider(later)
  await later.login(user)
  await later.linkPendingLogin({ provider: 'kakao' })
  expect(await linksOf(user.handle)).toHaveLength(1)
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
  expect(await logInByProvider(site.api.fresh())).toContain('result=new')
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
