import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { meetsPasswordRules } from '#rules/account.ts'
import { failures } from '#rules/errors.ts'
import { apiPaths } from '#rules/paths.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { requestTemporaryPassword } from '#tests/recover.ts'
import { openSite } from '#tests/site.ts'
import { makeTemporaryPassword, maskTemporaryPassword } from './recovery-tickets.ts'

const site = await openSite()

beforeEach(() => forgetAttempts(site.db))

test("after five wrong guesses the temporary password stops working, but the account's own password works", async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  for (let i = 0; i < 5; i++) {
    expect(await outcomeOf(browser.login({ email: user.email, password: `${temporary.slice(0, 11)}xxx${i}` }))).toBe(
      'BAD_CREDENTIALS',
    )
  }
  expect(await outcomeOf(browser.login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.login(user))).toBe('ok')
})

test('the fifth attempt still counts', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  for (let i = 0; i < 4; i++) {
    await outcomeOf(site.api.fresh().login({ email: user.email, password: `${temporary.slice(0, 14)}${i}x` }))
  }
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('ok')
})

test('of twenty simultaneous guesses of the hidden four, from as many networks, five are compared', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  const guess = (i: number) => ({ email: user.email, password: `${temporary.slice(0, 11)}x${100 + i}` })
  await Promise.all(Array.from({ length: 20 }, (_, i) => outcomeOf(site.api.fresh(`127.0.6.${i + 1}`).login(guess(i)))))
  const ticket = await site.db
    .selectFrom('recovery_tickets')
    .innerJoin('accounts', 'accounts.id', 'recovery_tickets.account_id')
    .select('tries')
    .where('handle', '=', user.handle)
    .executeTakeFirstOrThrow()
  expect(ticket.tries).toBe(5)
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('a guess without the visible characters uses up no attempt', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  for (let i = 0; i < 12; i++) {
    const password = i % 2 ? `wrong12${i}!` : `0${temporary.slice(1)}`
    await outcomeOf(site.api.fresh(`127.0.7.${i + 1}`).login({ email: user.email, password }))
  }
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('ok')
})

test('failed logins of the owner or of a botnet do not lock out the temporary password', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  const browser = site.api.fresh()
  for (let i = 0; i < 5; i++) await outcomeOf(browser.login({ email: user.email, password: 'forgot12!' }))
  expect(await outcomeOf(browser.login({ email: user.email, password: 'forgot12!' }))).toBe('RATE_LIMITED')
  for (let net = 1; net <= 20; net++) {
    const stranger = site.api.fresh(`127.0.9.${net}`)
    for (let i = 0; i < 5; i++) await outcomeOf(stranger.login({ email: user.email, password: 'wrong123!' }))
  }
  expect(await outcomeOf(site.api.fresh('127.0.9.99').login(user))).toBe('RATE_LIMITED')
  expect(await outcomeOf(browser.login({ email: user.email, password: temporary }))).toBe('ok')
})

test('a login with it, its mail and a change of password at once do not deadlock', async () => {
  const outcomes = []
  for (let round = 0; round < 12; round++) {
    const user = await buildUser(site.api)
    const { browser, temporary } = await requestTemporaryPassword(site, user)
    const { handle: jwt, password } = user
    const codes = await Promise.all([
      ...[1, 2].map(() => outcomeOf(browser.sendRecoveryMail())),
      outcomeOf(site.api.fresh().login({ email: user.email, password: temporary })),
      outcomeOf(site.api.as(user).changePw({ jwt, password, newPassword: 'new1234!' })),
    ])
    outcomes.push(...codes)
  }
  expect(outcomes).toContain('ok')
  expect(outcomes).not.toContain('INTERNAL')
})

test('logging in with the real password in between is not an attempt', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  for (let i = 0; i < 6; i++) expect(await outcomeOf(site.api.fresh().login(user))).toBe('ok')
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('ok')
})

test('a login compares one hash, with or without a recovery in progress', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const { temporary } = await requestTemporaryPassword(site, user)
  const { counts } = site.services.passwords
  for (const [email, password] of [
    [user.email, 'wrong123!'],
    [other.email, 'wrong123!'],
    [user.email, `${temporary.slice(0, 11)}abcd`],
    [user.email, temporary],
  ] as const) {
    const before = counts.verifications
    await outcomeOf(site.api.fresh().login({ email, password }))
    expect(counts.verifications - before).toBe(1)
  }
})

test('a temporary password works once', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  const ticket = browser.cookies.get('rid') ?? ''
  expect(await outcomeOf(browser.login({ email: user.email, password: temporary }))).toBe('ok')
  expect(browser.cookies.has('rid')).toBe(false)
  const again = site.api.fresh()
  again.cookies.set('rid', ticket)
  expect(await outcomeOf(again.login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('a session opened with it uploads no picture, exports nothing and does not get the security answer', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  const browser = site.api.fresh()
  const profile = await browser.login({ email: user.email, password: temporary })
  expect(profile).toMatchObject({ restricted: true, questionAnswer: '' })
  expect(await browser.user({ jwt: user.handle })).toMatchObject({ restricted: true, questionAnswer: '' })
  const { reply, answer } = await uploadPicture(browser, await smallPhoto())
  expect([reply.status, answer.error?.message]).toEqual([403, failures.restrictedSession])
  const exported = await browser.send('GET', apiPaths.dataExport)
  expect(exported.status).toBe(403)

  await browser.changePw({ jwt: user.handle, password: temporary, newPassword: 'new1234!' })
  expect((await browser.user({ jwt: user.handle })).questionAnswer).toBe(user.questionAnswer)
  expect((await uploadPicture(browser, await smallPhoto())).reply.status).toBe(200)
  expect((await browser.send('GET', apiPaths.dataExport)).status).toBe(200)
})

test('of two parallel uses of a temporary password one succeeds', async () => {
  const user = await buildUser(site.api)
  const { temporary } = await requestTemporaryPassword(site, user)
  const uses = [1, 2].map((net) =>
    outcomeOf(site.api.fresh(`127.0.8.${net}`).login({ email: user.email, password: temporary })),
  )
  expect((await Promise.all(uses)).toSorted()).toEqual(['BAD_CREDENTIALS', 'ok'])
})

test('after half an hour a temporary password fails and cannot be mailed', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  await sql`update recovery_tickets set expires_at = expires_at - interval '31 minutes'`.execute(site.db)
  expect(await outcomeOf(browser.login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.sendRecoveryMail())).toBe('EXPIRED')
})

test('a temporary password works in any browser', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  const phone = site.api.fresh('127.0.0.2')
  await expect(phone.login({ email: user.email.toUpperCase(), password: temporary })).resolves.toMatchObject({
    jwt: user.handle,
    restricted: true,
  })
  expect(await outcomeOf(browser.sendRecoveryMail())).toBe('EXPIRED')
})

test('a temporary password does not open another account', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  expect(await outcomeOf(browser.login({ email: other.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('it also works with a recently replaced address; the account’s own password does not', async () => {
  const user = await buildUser(site.api)
  const { email, handle, client, ...profile } = user
  await site.api.as(user).update({ ...profile, jwt: handle, email: `new.${email}` })
  const { temporary } = await requestTemporaryPassword(site, user)
  expect(await outcomeOf(site.api.fresh().login({ email, password: user.password }))).toBe('BAD_CREDENTIALS')
  await expect(site.api.fresh().login({ email, password: temporary })).resolves.toMatchObject({ jwt: handle })
})

test('a session from a temporary password can change the password, read and log out, nothing else', async () => {
  const user = await buildUser(site.api)
  const post = await buildPost(site.api, { author: user })
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  const profile = await browser.login({ email: user.email, password: temporary, autoLogin: true })
  expect(profile.restricted).toBe(true)
  expect(browser.setCookies.find((line) => line.startsWith('sid='))).not.toMatch(/Max-Age/)
  const jwt = user.handle
  for (const call of [
    () => browser.addPost({ title: '글', contents: '글' }),
    () => browser.editPost({ id: post.id, title: '글', contents: '글' }),
    () => browser.deletePost({ id: post.id }),
    () => browser.likePost({ id: post.id, isLike: true, jwt }),
    () => browser.update({ ...user, jwt }),
    () => browser.remove({ jwt }),
    () => browser.endSession({ id: '1' }),
  ]) {
    expect(await outcomeOf(call())).toBe('FORBIDDEN')
  }
  expect((await browser.send('GET', '/account/export.zip')).status).toBe(403)
  expect(await outcomeOf(browser.getWithdrawalSummary())).toBe('ok')
  await expect(browser.user({ jwt })).resolves.toMatchObject({ restricted: true })
  expect(await outcomeOf(browser.getPosts({}))).toBe('ok')
  expect(await outcomeOf(browser.logout())).toBe('ok')
})

test('after use of the temporary password the old one fails; the temporary one is the current one', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  await browser.login({ email: user.email, password: temporary })
  expect(await outcomeOf(site.api.fresh().login(user))).toBe('BAD_CREDENTIALS')
  const change = (password: string) => browser.changePw({ jwt: user.handle, password, newPassword: 'new1234!' })
  expect(await outcomeOf(change(user.password))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(change(temporary))).toBe('ok')
  await expect(browser.user({ jwt: user.handle })).resolves.toMatchObject({ restricted: false })
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: 'new1234!' }))).toBe('ok')
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('a new request invalidates the previous temporary password', async () => {
  const user = await buildUser(site.api)
  const first = await requestTemporaryPassword(site, user)
  const second = await requestTemporaryPassword(site, user)
  expect(await outcomeOf(first.browser.login({ email: user.email, password: first.temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(second.browser.login({ email: user.email, password: second.temporary }))).toBe('ok')
})

test('a temporary password has 15 characters, the first eleven of which already make a valid password', () => {
  const made = Array.from({ length: 2000 }, makeTemporaryPassword)
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z2-9!@#$%^+=-]{15}$/)
    expect(meetsPasswordRules(password.slice(0, 11))).toBe(true)
    expect(meetsPasswordRules(password)).toBe(true)
  }
  expect(new Set(made.map((password) => password.slice(11))).size).toBeGreaterThan(1990)
})

test('a temporary password is shown with four asterisks instead of the last four characters', () => {
  expect(maskTemporaryPassword('abcdefgh12!WXYZ')).toBe('abcdefgh12!****')
})

test('half an hour long a session opened with it may set a password without typing it again', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  await browser.login({ email: user.email, password: temporary })
  const change = (args: { password?: string }) =>
    browser.changePw({ jwt: user.handle, newPassword: 'renew789%', ...args })
  expect(await outcomeOf(change({ password: 'wrong123!' }))).toBe('BAD_CREDENTIALS')

  await site.db
    .updateTable('sessions')
    .set({ created_at: sql<Date>`now() - interval '30 minutes'` as never })
    .execute()
  const message = '현재 비밀번호를 입력해주세요.'
  await expect(change({})).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field: 'password', message }] })
  await site.db
    .updateTable('sessions')
    .set({ created_at: sql<Date>`now() - interval '29 minutes'` as never })
    .execute()
  await expect(change({})).resolves.toMatchObject({ count: 1 })

  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: 'renew789%' }))).toBe('ok')
  expect(await outcomeOf(browser.changePw({ jwt: user.handle, newPassword: 'again789%' }))).toBe('BAD_USER_INPUT')
})

test('without typing it again, only a live restricted session of that account sets a password', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  await browser.login({ email: user.email, password: temporary })
  const newPassword = 'renew789%'
  expect(await outcomeOf(browser.changePw({ jwt: other.handle, newPassword }))).toBe('FORBIDDEN')
  expect(await outcomeOf(site.api.as(other).changePw({ jwt: other.handle, newPassword }))).toBe('BAD_USER_INPUT')
  expect(await outcomeOf(browser.changePw({ jwt: user.handle, newPassword: 'weak' }))).toBe('BAD_USER_INPUT')
  const twice = await Promise.all(
    ['first12!', 'second1!'].map((password) =>
      outcomeOf(browser.changePw({ jwt: user.handle, newPassword: password })),
    ),
  )
  expect(twice.toSorted()).toEqual(['UNAUTHENTICATED', 'ok'])
})
