import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPassword } from '#rules/account.ts'
import type { Api } from '#tests/api.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { buildPost, buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { type Site, startSite } from '#tests/site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})
beforeEach(() => site.db.deleteFrom('attempts').execute())
afterAll(() => site.close())

const answerOf = ({ email, questionIndex, questionAnswer }: TestUser) => ({ email, questionIndex, questionAnswer })

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? 'no code',
  )
}

/** The temporary password in the last mail to that address. */
async function mailed(to: string): Promise<string> {
  const mail = (await site.mails()).findLast((message) => message.to === to)
  return /^ {4}(\S{15})$/m.exec(mail?.text ?? '')?.[1] ?? 'no temporary password'
}

/** A browser that asked for a temporary password, and that password. */
async function recover(user: TestUser): Promise<{ browser: Api; temporary: string }> {
  const browser = site.api.fresh()
  await browser.forgotPw(answerOf(user))
  await browser.sendRecoveryMail()
  return { browser, temporary: await mailed(user.email) }
}

test.each([
  [
    { email: '', questionAnswer: '파랑' },
    { field: 'email', message: '이메일을 입력해주세요.' },
  ],
  [
    { email: 'x', questionAnswer: '파랑' },
    { field: 'email', message: '이메일을 형식으로 입력해주세요' },
  ],
  [
    { email: 'a@naver.com', questionAnswer: ' ' },
    { field: 'questionAnswer', message: '답변을 입력해주세요.' },
  ],
])('%o is refused with a sentence', async (args, field) => {
  const error = { code: 'BAD_USER_INPUT', fields: [field] }
  await expect(site.api.fresh().forgotPw({ questionIndex: 0, ...args })).rejects.toMatchObject(error)
})

test('the right answer shows eleven characters and four asterisks, and the old password still works', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  const { password } = await browser.forgotPw(answerOf(user))
  expect(password).toMatch(/^.{11}\*{4}$/)
  expect(isPassword(password.slice(0, 11))).toBe(true)
  expect(user.password.startsWith(password.slice(0, 11))).toBe(false)
  expect(await outcome(site.api.fresh().login(user))).toBe('ok')
  await browser.sendRecoveryMail()
  expect((await mailed(user.email)).slice(0, 11)).toBe(password.slice(0, 11))
})

test('the answer is compared without regard to case, form and white space', async () => {
  const user = await buildUser(site.api, { questionIndex: 2, questionAnswer: 'Étienne Kim' })
  const given = { email: user.email, questionIndex: 2, questionAnswer: '  étienne   kIM '.normalize('NFD') }
  expect(await outcome(site.api.fresh().forgotPw(given))).toBe('ok')
})

test('the ticket cookie is HttpOnly and lives for half an hour', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(answerOf(user))
  expect(browser.setCookies).toEqual([
    expect.stringMatching(/^rid=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test('an unknown address, a wrong question and a wrong answer get the same answer for the same work', async () => {
  const user = await buildUser(site.api)
  const { counts } = site.services.passwords
  const results = []
  for (const given of [
    { ...answerOf(user), email: `${uniqueName()}@naver.com` },
    { ...answerOf(user), questionIndex: 1 },
    { ...answerOf(user), questionAnswer: '빨강' },
  ]) {
    const before = { ...counts }
    const browser = site.api.fresh()
    const { body, status } = (await browser.forgotPw(given).catch((caught: unknown) => caught)) as {
      body: string
      status: number
    }
    const work = { hashes: counts.hashes - before.hashes, verifications: counts.verifications - before.verifications }
    results.push({ body, status, work, cookies: [...browser.cookies] })
  }
  expect(results[0]?.body).toContain('입력하신 정보와 일치하는 회원을 찾을 수 없습니다.')
  expect(results[0]).toMatchObject({ status: 200, work: { hashes: 1, verifications: 0 }, cookies: [] })
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
})

test.each(['a known', 'an unknown'])(
  'the sixth try for %s address in an hour is turned away, even a right one',
  async (kind) => {
    const user = await buildUser(site.api)
    const email = kind === 'a known' ? user.email : `${uniqueName()}@naver.com`
    const outcomes = []
    for (let i = 0; i < 5; i++) {
      const browser = site.api.fresh(`127.0.5.${i + 1}`)
      outcomes.push(await outcome(browser.forgotPw({ email, questionIndex: 0, questionAnswer: `답 ${i}` })))
    }
    outcomes.push(await outcome(site.api.fresh('127.0.5.9').forgotPw({ ...answerOf(user), email })))
    expect(outcomes).toEqual([...Array<string>(5).fill('RECOVERY_FAILED'), 'RATE_LIMITED'])
    await sql`update attempts set ends_at = ends_at - interval '1 hour'`.execute(site.db)
    expect(await outcome(site.api.fresh().forgotPw({ ...answerOf(user), email }))).not.toBe('RATE_LIMITED')
  },
)

test('ten tries at once for one address are five tries', async () => {
  const user = await buildUser(site.api)
  const tries = Array.from({ length: 10 }, (_, i) =>
    outcome(site.api.fresh().forgotPw({ ...answerOf(user), questionAnswer: `답 ${i}` })),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((code) => code === 'RECOVERY_FAILED')).toHaveLength(5)
  expect(outcomes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5)
})

test('after five wrong ones the right temporary password fails, and the real one works', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  for (let i = 0; i < 5; i++) {
    expect(await outcome(browser.login({ email: user.email, password: `${temporary.slice(0, 11)}xxx${i}` }))).toBe(
      'BAD_CREDENTIALS',
    )
  }
  expect(await outcome(browser.login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcome(browser.login(user))).toBe('ok')
})

test('the fifth try still counts', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  for (let i = 0; i < 4; i++) await outcome(browser.login({ email: user.email, password: 'wrong123!' }))
  expect(await outcome(browser.login({ email: user.email, password: temporary }))).toBe('ok')
})

test('a temporary password works once', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  const ticket = browser.cookies.get('rid') ?? ''
  expect(await outcome(browser.login({ email: user.email, password: temporary }))).toBe('ok')
  expect(browser.cookies.has('rid')).toBe(false)
  const again = site.api.fresh()
  again.cookies.set('rid', ticket)
  expect(await outcome(again.login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('two parallel uses of a temporary password are one success', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  const ticket = browser.cookies.get('rid') ?? ''
  const uses = [1, 2].map(() => {
    const parallel = site.api.fresh()
    parallel.cookies.set('rid', ticket)
    return outcome(parallel.login({ email: user.email, password: temporary }))
  })
  expect((await Promise.all(uses)).toSorted()).toEqual(['BAD_CREDENTIALS', 'ok'])
})

test('after half an hour a temporary password fails and cannot be mailed', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  await sql`update recovery_tickets set expires_at = expires_at - interval '31 minutes'`.execute(site.db)
  expect(await outcome(browser.login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcome(browser.sendRecoveryMail())).toBe('EXPIRED')
})

test('a temporary password works in the browser that asked for it, and in no other', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  expect(await outcome(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcome(browser.login({ email: user.email, password: temporary }))).toBe('ok')
})

test('a ticket is worth nothing for another account', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const { browser, temporary } = await recover(user)
  expect(await outcome(browser.login({ email: other.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('the mail goes to the registered address and says nothing that the client made up', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(answerOf(user))
  const forged = {
    query: 'mutation ($to_email: String, $message: String) { sendRecoveryMail { count } }',
    variables: { to_email: 'thief@gmail.com', message: '훔친 글' },
    to_email: 'thief@gmail.com',
  }
  await browser.post(forged)
  await browser.post({ query: 'mutation { sendRecoveryMail(to_email: "thief@gmail.com") { count } }' })
  await browser.post({ query: 'mutation { sendRecoveryMail { count } }', variables: { to_email: 'thief@gmail.com' } })
  const mails = await site.mails()
  expect(mails.filter(({ to }) => to === user.email)).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toMatch(/thief|훔친/)
})

test('without a ticket, or with one that is made up, no mail is sent', async () => {
  const sent = (await site.mails()).length
  expect(await outcome(site.api.fresh().sendRecoveryMail())).toBe('EXPIRED')
  const forger = site.api.fresh()
  forger.cookies.set('rid', 'A'.repeat(43))
  const error = await forger.sendRecoveryMail().catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'EXPIRED', message: '요청이 만료되었습니다. 다시 시도해주세요.' })
  expect(await site.mails()).toHaveLength(sent)
})

test('three mails are sent for one ticket and no more', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(answerOf(user))
  const outcomes = []
  for (let i = 0; i < 4; i++) outcomes.push(await outcome(browser.sendRecoveryMail()))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED'])
})

test('mail that cannot be queued is said so', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(answerOf(user))
  await sql`alter table mails add constraint broken check (false) not valid`.execute(site.db)
  const error = await browser.sendRecoveryMail().catch((caught: unknown) => caught)
  await sql`alter table mails drop constraint broken`.execute(site.db)
  expect(error).toMatchObject({
    code: 'MAIL_FAILED',
    message: '이메일을 보내지 못했습니다. 잠시 후 다시 시도해주세요.',
  })
  expect(await outcome(browser.sendRecoveryMail())).toBe('ok')
})

test('a session of a temporary password may change the password, read and log out, and nothing else', async () => {
  const user = await buildUser(site.api)
  const post = await buildPost(site.api, { author: user })
  const { browser, temporary } = await recover(user)
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
    () => browser.getWithdrawalSummary(),
  ]) {
    expect(await outcome(call())).toBe('FORBIDDEN')
  }
  expect((await browser.send('GET', '/account/export.zip')).status).toBe(403)
  await expect(browser.user({ jwt })).resolves.toMatchObject({ restricted: true })
  expect(await outcome(browser.getPosts({}))).toBe('ok')
  expect(await outcome(browser.logout())).toBe('ok')
})

test('once the temporary password is used the old one works no more; it counts as the current one', async () => {
  const user = await buildUser(site.api)
  const { browser, temporary } = await recover(user)
  await browser.login({ email: user.email, password: temporary })
  expect(await outcome(site.api.fresh().login(user))).toBe('BAD_CREDENTIALS')
  const change = (password: string) => browser.changePw({ jwt: user.handle, password, newPassword: 'new1234!' })
  expect(await outcome(change(user.password))).toBe('BAD_CREDENTIALS')
  expect(await outcome(change(temporary))).toBe('ok')
  await expect(browser.user({ jwt: user.handle })).resolves.toMatchObject({ restricted: false })
  expect(await outcome(site.api.fresh().login({ email: user.email, password: 'new1234!' }))).toBe('ok')
  expect(await outcome(site.api.fresh().login({ email: user.email, password: temporary }))).toBe('BAD_CREDENTIALS')
})

test('the database holds neither temporary password nor answer nor mail that could be read', async () => {
  const user = await buildUser(site.api, { questionAnswer: '남몰래 정한 답' })
  const browser = site.api.fresh()
  const { password } = await browser.forgotPw(answerOf(user))
  await browser.sendRecoveryMail()
  const dump = await dumpDatabase(site.db)
  expect(dump).toContain('recovery_tickets')
  expect(dump).not.toContain(password.slice(0, 11))
  expect(dump).not.toContain('남몰래 정한 답')
  expect(dump).not.toContain('임시 비밀번호')
})

test('asking again makes the one before worthless', async () => {
  const user = await buildUser(site.api)
  const first = await recover(user)
  const second = await recover(user)
  expect(await outcome(first.browser.login({ email: user.email, password: first.temporary }))).toBe('BAD_CREDENTIALS')
  expect(await outcome(second.browser.login({ email: user.email, password: second.temporary }))).toBe('ok')
})

test('two tickets asked for at once leave one', async () => {
  const user = await buildUser(site.api)
  const tries = Array.from({ length: 4 }, () => outcome(site.api.fresh().forgotPw(answerOf(user))))
  expect(await Promise.all(tries)).toEqual(Array(4).fill('ok'))
})
