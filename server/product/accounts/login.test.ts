import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Queryable } from '#server/platform/database/connect.ts'
import { cookieNames } from '#server/platform/http/cookies.ts'
import type { Api } from '#tests/api.ts'
import { buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { requestTemporaryPassword } from '#tests/recover.ts'
import { openSite, startSite } from '#tests/site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'
import { strangerGroup } from './known-device.ts'

const site = await openSite()

beforeEach(() => forgetAttempts(site.db))

const WRONG = 'wrong123!'
const verifications = () => site.services.passwords.counts.verifications

async function fail(browser: Api, user: { email: string }, times: number): Promise<string[]> {
  const outcomes = []
  for (let i = 0; i < times; i++) outcomes.push(await outcomeOf(browser.login({ email: user.email, password: WRONG })))
  return outcomes
}

const right = (browser: Api, user: TestUser) => outcomeOf(browser.login({ email: user.email, password: user.password }))
const times = (count: number, code: string) => Array<string>(count).fill(code)

test('login accepts the e-mail address in any case and returns the whole profile', async () => {
  const user = await buildUser(site.api)
  const profile = await site.api.fresh().login({ email: user.email.toUpperCase(), password: user.password })
  expect(profile).toMatchObject({ jwt: user.handle, email: user.email, questionAnswer: '파랑', restricted: false })
})

test.each([
  [{ email: '', password: 'abcd123!' }, [{ field: 'email', message: '이메일을 입력해주세요.' }]],
  [{ email: 'not-an-address', password: 'abcd123!' }, [{ field: 'email', message: '이메일을 형식으로 입력해주세요' }]],
  [{ email: 'a@naver.com', password: '' }, [{ field: 'password', message: '비밀번호를 입력해주세요.' }]],
])('%o is refused with a message for each field', async (args, fields) => {
  await expect(site.api.fresh().login(args)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields })
})

test('the sixth failure is refused, and the right password too, until the window has passed', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  expect(await fail(browser, user, 6)).toEqual([...times(5, 'BAD_CREDENTIALS'), 'RATE_LIMITED'])
  const error = await browser.login({ email: user.email, password: user.password }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    message: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  })
  const retryAfter = Number((error as { headers: Record<string, string> }).headers['retry-after'])
  expect(retryAfter).toBeGreaterThan(14 * 60)
  expect(retryAfter).toBeLessThanOrEqual(15 * 60)
  await sql`update attempts set ends_at = ends_at - interval '15 minutes'`.execute(site.db)
  expect(await right(browser, user)).toBe('ok')
})

test('a success resets earlier failures', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await fail(browser, user, 4)
  expect(await right(browser, user)).toBe('ok')
  expect(await fail(site.api.fresh(), user, 5)).toEqual(times(5, 'BAD_CREDENTIALS'))
})

test('an address that fails with many accounts is refused', async () => {
  const browser = site.api.fresh()
  for (let i = 0; i < 50; i++) await outcomeOf(browser.login({ email: `${uniqueName()}@naver.com`, password: WRONG }))
  expect(await outcomeOf(browser.login({ email: `${uniqueName()}@naver.com`, password: WRONG }))).toBe('RATE_LIMITED')
  expect(
    await outcomeOf(site.api.fresh('127.0.0.2').login({ email: `${uniqueName()}@naver.com`, password: WRONG })),
  ).toBe('BAD_CREDENTIALS')
})

test('an address without attempts left still lets in browsers that have logged in before', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const known = site.api.as(user)
  await known.logout()
  for (let i = 0; i < 50; i++) {
    await outcomeOf(site.api.fresh().login({ email: `${uniqueName()}@naver.com`, password: WRONG }))
  }
  expect(await right(site.api.fresh(), user)).toBe('RATE_LIMITED')
  expect(await right(known, user)).toBe('ok')
  await known.logout()
  expect(await right(known, other)).toBe('RATE_LIMITED')
  expect(await fail(known, user, 6)).toEqual([...times(5, 'BAD_CREDENTIALS'), 'RATE_LIMITED'])
})

test('a made-up device cookie, or one of another account, does not bypass the limit of the address', async () => {
  const [user, thief] = [await buildUser(site.api), await buildUser(site.api)]
  for (let i = 0; i < 50; i++) {
    await outcomeOf(site.api.fresh().login({ email: `${uniqueName()}@naver.com`, password: WRONG }))
  }
  const { device } = cookieNames(site.config)
  const real = user.client.cookies.get(device) ?? ''
  const flipped = `${real.startsWith('A') ? 'B' : 'A'}${real.slice(1)}`
  for (const token of [thief.client.cookies.get(device) ?? '', flipped, 'made-up-token-of-nobody']) {
    const browser = site.api.fresh()
    browser.cookies.set(device, token)
    expect(await right(browser, user)).toBe('RATE_LIMITED')
  }
  const browser = site.api.fresh()
  browser.cookies.set(device, real)
  expect(await right(browser, user)).toBe('ok')
})

test('of fifty simultaneous wrong attempts exactly five are compared', async () => {
  const user = await buildUser(site.api)
  let compared = 0
  const answers: string[] = []
  const allDecided = Promise.withResolvers<void>()
  const decide = () => compared + answers.length === 50 && allDecided.resolve()
  // One process runs the attempts for one name one after the other; several processes do not. Here nothing waits, and
  // no comparison ends before every attempt is either compared or refused.
  const work = {
    hash: async () => '',
    verify: async () => {
      compared++
      decide()
      await allDecided.promise
      return false
    },
  }
  vi.spyOn(site.services.passwords, 'runSerialized').mockImplementation((_name, _asker, task) => task(work))
  const tries = Array.from({ length: 50 }, async () => {
    const answer = await outcomeOf(site.api.fresh().login({ email: user.email, password: WRONG }))
    answers.push(answer)
    decide()
  })
  await Promise.all(tries)
  expect(compared).toBe(5)
  expect(answers.filter((answer) => answer === 'BAD_CREDENTIALS')).toHaveLength(5)
  // On a busy machine some of the others wait too long for a connection.
  expect(['BAD_CREDENTIALS', 'RATE_LIMITED', 'UNAVAILABLE']).toEqual(expect.arrayContaining(answers))
})

test('while a few networks fill the queue of passwords, others log in, from known browsers or not', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const known = site.api.as(user)
  await known.logout()
  const { passwords } = site.services
  const gate = Promise.withResolvers<void>()
  const bad = Array.from({ length: 240 }, (_, index) =>
    passwords.inTurn(strangerGroup(`127.0.7.${(index % 4) + 1}`), () => gate.promise).catch(() => {}),
  )
  const asked = vi.spyOn(passwords, 'inTurn')
  const answers: string[] = []
  const logins = [right(known, user), right(site.api.fresh('127.0.7.9'), other)]
  for (const login of logins) void login.then((answer) => answers.push(answer))
  await vi.waitFor(() => expect(asked.mock.calls.length + answers.length).toBe(2), { timeout: 30_000 })
  gate.resolve()
  expect(await Promise.all(logins)).toEqual(['ok', 'ok'])
  await Promise.all(bad)
})

test('while strangers of many networks fill the queue of passwords, a known browser logs in', async () => {
  const user = await buildUser(site.api)
  const known = site.api.as(user)
  await known.logout()
  const { passwords } = site.services
  const gate = Promise.withResolvers<void>()
  const bad = Array.from({ length: 240 }, (_, index) =>
    passwords.inTurn(strangerGroup(`127.0.8.${index}`), () => gate.promise).catch(() => {}),
  )
  expect(await right(site.api.fresh('127.0.7.9'), user)).toBe('UNAVAILABLE')
  const asked = vi.spyOn(passwords, 'inTurn')
  const answers: string[] = []
  const login = right(known, user)
  void login.then((answer) => answers.push(answer))
  await vi.waitFor(() => expect(asked.mock.calls.length + answers.length).toBe(1), { timeout: 30_000 })
  gate.resolve()
  expect(await login).toBe('ok')
  await Promise.all(bad)
})

test('a made-up X-Forwarded-For has no effect', async () => {
  const user = await buildUser(site.api)
  const outcomes = []
  for (let i = 0; i < 6; i++) {
    const headers = {
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
    }
    outcomes.push(await outcomeOf(site.api.fresh().login({ email: user.email, password: WRONG }, headers)))
  }
  expect(outcomes).toEqual([...times(5, 'BAD_CREDENTIALS'), 'RATE_LIMITED'])
})

test('only a configured proxy is trusted', async () => {
  const proxied = await startSite({ env: { TRUST_PROXY: '127.0.0.9' } })
  const user = await buildUser(proxied.api)
  const from = (local: string, client: string) =>
    outcomeOf(proxied.api.fresh(local).login({ email: user.email, password: WRONG }, { 'x-forwarded-for': client }))
  for (let i = 0; i < 5; i++) expect(await from('127.0.0.9', '203.0.113.1')).toBe('BAD_CREDENTIALS')
  expect(await from('127.0.0.9', '203.0.113.1')).toBe('RATE_LIMITED')
  expect(await from('127.0.0.9', '203.0.113.2')).toBe('BAD_CREDENTIALS')
  for (let i = 0; i < 5; i++) expect(await from('127.0.0.8', `203.0.113.${i + 10}`)).toBe('BAD_CREDENTIALS')
  expect(await from('127.0.0.8', '203.0.113.30')).toBe('RATE_LIMITED')
  await proxied.close()
})

test('failures from elsewhere do not lock the owner out', async () => {
  const user = await buildUser(site.api)
  await fail(site.api.fresh('127.0.0.2'), user, 20)
  expect(await right(site.api.fresh('127.0.0.3'), user)).toBe('ok')
})

test('failures of a whole botnet stop unknown browsers, but not one that has logged in before', async () => {
  const user = await buildUser(site.api)
  const known = site.api.fresh('127.0.1.1')
  await right(known, user)
  await known.logout()
  for (let net = 1; net <= 20; net++) await fail(site.api.fresh(`127.0.2.${net}`), user, 5)
  expect(await right(site.api.fresh('127.0.3.1'), user)).toBe('RATE_LIMITED')
  expect(await right(known, user)).toBe('ok')
})

test('a known device has five attempts of its own, and only for its own account', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const device = site.api.as(user)
  await device.logout()
  expect(await fail(device, user, 6)).toEqual([...times(5, 'BAD_CREDENTIALS'), 'RATE_LIMITED'])
  for (let net = 1; net <= 20; net++) await fail(site.api.fresh(`127.0.4.${net}`), other, 5)
  expect(await right(device, other)).toBe('RATE_LIMITED')
})

test('after a change of password no browser that logged in with the former one has attempts of its own', async () => {
  const user = await buildUser(site.api)
  const former = Array.from({ length: 3 }, () => site.api.fresh())
  for (const browser of former) expect(await right(browser, user)).toBe('ok')
  const owner = site.api.as(user)
  const present = { ...user, password: 'new1234!' }
  await owner.changePw({ jwt: user.handle, password: user.password, newPassword: present.password })
  await owner.logout()
  const outcomes = []
  for (const browser of former) outcomes.push(...(await fail(browser, user, 5)))
  expect(outcomes).toEqual([...times(5, 'BAD_CREDENTIALS'), ...times(10, 'RATE_LIMITED')])
  expect(await right(site.api.fresh(), present)).toBe('RATE_LIMITED')
  expect(await fail(owner, user, 4)).toEqual(times(4, 'BAD_CREDENTIALS'))
  expect(await right(owner, present)).toBe('ok')
  const again = former[0] ?? owner
  again.localAddress = '127.0.1.2'
  expect(await right(again, present)).toBe('ok')
  await again.logout()
  again.localAddress = undefined
  expect(await fail(again, user, 6)).toEqual([...times(5, 'BAD_CREDENTIALS'), 'RATE_LIMITED'])
})

test('a temporary password makes no browser of the owner unknown before the password is changed', async () => {
  const user = await buildUser(site.api)
  const known = site.api.as(user)
  await known.logout()
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  const fresh = { ...user, password: 'new1234!' }
  const exhaust = () => fail(site.api.fresh(), user, 5)
  await exhaust()
  expect(await fail(known, user, 1)).toEqual(['BAD_CREDENTIALS'])
  browser.localAddress = '127.0.1.2'
  expect(await right(browser, { ...user, password: temporary })).toBe('ok')
  await exhaust()
  expect(await fail(known, user, 1)).toEqual(['BAD_CREDENTIALS'])
  await browser.changePw({ jwt: user.handle, password: temporary, newPassword: fresh.password })
  await exhaust()
  expect(await right(known, fresh)).toBe('RATE_LIMITED')
  browser.localAddress = undefined
  expect(await right(browser, fresh)).toBe('ok')
})

test('an unknown e-mail address and a wrong password get the same response after the same work', async () => {
  const user = await buildUser(site.api)
  const bodies = []
  for (const email of [user.email, `${uniqueName()}@naver.com`]) {
    const before = verifications()
    const error = await site.api
      .fresh()
      .login({ email, password: WRONG })
      .catch((caught: unknown) => caught)
    const { body, status } = error as { body: string; status: number }
    bodies.push({ body, status, work: verifications() - before })
  }
  expect(bodies[0]).toEqual(bodies[1])
  expect(bodies[0]).toMatchObject({ status: 200, work: 1 })
  expect(bodies[0]?.body).toContain('이메일 또는 비밀번호가 올바르지 않습니다.')
})

test('for every address that cannot log in the database gets the same queries, also above the limits', async () => {
  const [user, withdrawn, recovered] = await Promise.all([1, 2, 3].map(() => buildUser(site.api)))
  if (!user || !withdrawn || !recovered) throw new Error('three people are needed')
  await site.api.as(withdrawn).remove({ jwt: withdrawn.handle })
  // Its temporary password was used, so no password works until the owner sets a new one.
  await site.db.updateTable('accounts').set({ password_hash: null }).where('email', '=', recovered.email).execute()
  const emails = [user.email, `${uniqueName()}@naver.com`, withdrawn.email, recovered.email]
  const limits = { none: 0, 'of the address': 5 }
  for (const [limit, failures] of Object.entries(limits)) {
    const works = []
    for (const email of emails) {
      await forgetAttempts(site.db)
      const browser = site.api.fresh()
      await fail(browser, { email }, failures)
      const queries = vi.spyOn(pg.Query.prototype, 'submit')
      const before = verifications()
      const outcome = await outcomeOf(browser.login({ email, password: WRONG }))
      const asked = queries.mock.contexts.map((query) => (query as { text?: string }).text)
      queries.mockRestore()
      works.push({ outcome, verified: verifications() - before, asked })
    }
    const [first] = works
    expect(first?.asked.length, limit).toBeGreaterThan(2)
    expect(first?.verified, limit).toBe(failures === 0 ? 1 : 0)
    for (const work of works) expect(work, limit).toEqual(first)
  }
})

test('simultaneous right passwords do not count as failures of each other', async () => {
  const user = await buildUser(site.api)
  const logins = Array.from({ length: 12 }, () => right(site.api.fresh(), user))
  expect(new Set(await Promise.all(logins))).toEqual(new Set(['ok']))
})

test('a full queue refuses logins with UNAVAILABLE and counts no failure', async () => {
  const narrow = await startSite({ env: { PASSWORD_QUEUE: '2' }, passwords: 'as in production' })
  const user = await buildUser(narrow.api)
  await forgetAttempts(narrow.db)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      narrow.api
        .fresh()
        .login({ email: user.email, password: user.password })
        .then(
          () => 'ok',
          ({ code, status }: { code: string; status: number }) => `${code} ${status}`,
        ),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'UNAVAILABLE 503']))
  const { rows } = await sql`select count from attempts where count > 0`.execute(narrow.db)
  expect(rows).toEqual([])
  await narrow.close()
})

const changeHash = (db: Queryable, { handle }: TestUser) =>
  db.updateTable('accounts').set({ password_hash: 'another hash' }).where('handle', '=', handle).execute()

test('a password that changes while it is compared opens no session', async () => {
  const user = await buildUser(site.api)
  const work = {
    hash: async () => '',
    verify: async () => {
      await changeHash(site.db, user)
      return true
    },
  }
  vi.spyOn(site.services.passwords, 'runSerialized').mockImplementation((_name, _asker, task) => task(work))
  expect(await right(site.api.fresh(), user)).toBe('BAD_CREDENTIALS')
})

test('a login waits for a change of password that is being committed, and then opens no session', async () => {
  const user = await buildUser(site.api)
  const login = () => right(site.api.fresh(), user)
  expect(await requestBeforeCommit(site.db, (tx) => changeHash(tx, user), login)).toBe('BAD_CREDENTIALS')
})
