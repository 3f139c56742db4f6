import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Api } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { type Site, startSite } from '#tests/site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'

let site: Site

beforeAll(async () => {
  site = await startSite({ env: { NOTICE_SECONDS: '0' } })
})
beforeEach(() => forgetAttempts(site.db))
afterAll(() => site.close())

const NEW = 'new1234!'

async function signIn(user: TestUser, autoLogin = false): Promise<Api> {
  const browser = site.api.fresh()
  await browser.login({ email: user.email, password: user.password, autoLogin })
  return browser
}

const change = (browser: Api, user: TestUser, password = user.password, newPassword = NEW) =>
  browser.changePw({ jwt: user.handle, password, newPassword })

test('changing the password ends every other session and renews this one', async () => {
  const user = await buildUser(site.api)
  const [here, phone, office] = [await signIn(user), await signIn(user, true), await signIn(user)]
  const old = here.cookies.get('sid') ?? ''
  await expect(change(here, user)).resolves.toMatchObject({ count: 1 })
  expect(here.cookies.get('sid')).not.toBe(old)
  for (const [browser, expected] of [
    [here, 'ok'],
    [phone, 'UNAUTHENTICATED'],
    [office, 'UNAUTHENTICATED'],
  ] as const) {
    expect(await outcomeOf(browser.user({ jwt: user.handle }))).toBe(expected)
  }
  const replay = site.api.fresh()
  replay.cookies.set('sid', old)
  expect(await outcomeOf(replay.user({ jwt: user.handle }))).toBe('UNAUTHENTICATED')
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: user.password }))).toBe(
    'BAD_CREDENTIALS',
  )
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: NEW }))).toBe('ok')
})

test.each([true, false])('the new session keeps its kind (auto-login: %s)', async (autoLogin) => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, autoLogin)
  await change(browser, user)
  const line = browser.setCookies.find((text) => text.startsWith('sid='))
  expect(line?.includes('Max-Age=2592000')).toBe(autoLogin)
  expect(await browser.getSessions()).toEqual([expect.objectContaining({ autoLogin, current: true })])
})

test('only the browser that changed the password gets a new token of a known device', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user)
  const old = browser.cookies.get('did')
  await outcomeOf(change(browser, user, 'wrong123!'))
  expect(browser.cookies.get('did')).toBe(old)
  await change(browser, user)
  expect(browser.cookies.get('did')).not.toBe(old)
  expect(browser.setCookies).toContainEqual(expect.stringMatching(/^did=[\w-]+; Max-Age=15552000; .*HttpOnly/))
})

test('changing the password ends every recovery', async () => {
  const user = await buildUser(site.api)
  const recovering = site.api.fresh()
  await recovering.forgotPw({ email: user.email, questionIndex: 0, questionAnswer: '파랑' })
  await change(site.api.as(user), user)
  expect(await outcomeOf(recovering.sendRecoveryMail())).toBe('EXPIRED')
  const tickets = await site.db.selectFrom('recovery_tickets').selectAll().execute()
  expect(tickets).toEqual([])
})

test('a wrong current password changes nothing', async () => {
  const user = await buildUser(site.api)
  const message = '현재 비밀번호가 일치하지 않습니다.'
  await expect(change(site.api.as(user), user, 'wrong123!')).rejects.toMatchObject({
    status: 200,
    code: 'BAD_CREDENTIALS',
    message,
    fields: [{ field: 'password', message }],
  })
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: user.password }))).toBe('ok')
})

test('after five wrong guesses of the current password further ones are refused', async () => {
  const user = await buildUser(site.api)
  const { counts } = site.services.passwords
  const before = counts.verifications
  const codes = await Promise.all(
    Array.from({ length: 10 }, () => outcomeOf(change(site.api.as(user), user, 'wrong123!'))),
  )
  expect(codes.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(5)
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5)
  expect(counts.verifications - before).toBe(5)
  expect(await outcomeOf(change(site.api.as(user), user))).toBe('RATE_LIMITED')
})

test.each([
  [
    { password: '', newPassword: NEW },
    { field: 'password', message: '현재 비밀번호를 입력해주세요.' },
  ],
  [
    { password: 'abcd123!', newPassword: '' },
    { field: 'newPassword', message: '비밀번호를 입력해주세요.' },
  ],
  [
    { password: 'abcd123!', newPassword: 'weak' },
    { field: 'newPassword', message: '비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.' },
  ],
])('%o is refused with a message', async (passwords, field) => {
  const user = await buildUser(site.api)
  const call = site.api.as(user).changePw({ jwt: user.handle, ...passwords })
  await expect(call).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: field.message, fields: [field] })
})

test('of two simultaneous changes one wins, and no session of the other survives', async () => {
  const user = await buildUser(site.api)
  const [first, second] = [await signIn(user), await signIn(user)]
  const codes = await Promise.all([
    outcomeOf(change(first, user, user.password, 'first12!')),
    outcomeOf(change(second, user, user.password, 'second1!')),
  ])
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  const alive = await Promise.all([first, second].map((browser) => outcomeOf(browser.user({ jwt: user.handle }))))
  expect(alive).toEqual(codes.map((code) => (code === 'ok' ? 'ok' : 'UNAUTHENTICATED')))
})

test('a change with the old password fails when a recovery takes that password away at this moment', async () => {
  const user = await buildUser(site.api)
  const thief = await signIn(user)
  const outcome = await requestBeforeCommit(
    site.db,
    (tx) => tx.updateTable('accounts').set({ password_hash: null }).where('handle', '=', user.handle).execute(),
    () => outcomeOf(change(thief, user)),
  )
  expect(outcome).toBe('BAD_CREDENTIALS')
})

test('the owner gets a mail', async () => {
  const user = await buildUser(site.api)
  await change(site.api.as(user), user)
  const mails = (await site.mails()).filter(({ to }) => to === user.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['[맛나눔] 비밀번호가 변경되었어요'])
})
