import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { meetsPasswordRules } from '#rules/account.ts'
import type { Api } from '#tests/api.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { mailedPassword, recoveryInput } from '#tests/recover.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite()

beforeEach(() => forgetAttempts(site.db))

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
])('%o is refused with a message', async (args, field) => {
  const error = { code: 'BAD_USER_INPUT', fields: [field] }
  await expect(site.api.fresh().forgotPw({ questionIndex: 0, ...args })).rejects.toMatchObject(error)
})

test('the right answer shows eleven characters and four asterisks, and the old password still works', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  const { password } = await browser.forgotPw(recoveryInput(user))
  expect(password).toMatch(/^.{11}\*{4}$/)
  expect(meetsPasswordRules(password.slice(0, 11))).toBe(true)
  expect(user.password.startsWith(password.slice(0, 11))).toBe(false)
  expect(await outcomeOf(site.api.fresh().login(user))).toBe('ok')
  await browser.sendRecoveryMail()
  expect((await mailedPassword(site, user.email)).slice(0, 11)).toBe(password.slice(0, 11))
})

test('the answer is compared regardless of case, composition and white space', async () => {
  const user = await buildUser(site.api, { questionIndex: 2, questionAnswer: 'Étienne Kim' })
  const given = { email: user.email, questionIndex: 2, questionAnswer: '  étienne   kIM '.normalize('NFD') }
  expect(await outcomeOf(site.api.fresh().forgotPw(given))).toBe('ok')
})

test('the ticket cookie is HttpOnly and lives for half an hour', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(user))
  expect(browser.setCookies).toEqual([
    expect.stringMatching(/^rid=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test('an unknown address, a wrong question and a wrong answer get the same response after the same work', async () => {
  const user = await buildUser(site.api)
  const { counts } = site.services.passwords
  const results = []
  for (const given of [
    { ...recoveryInput(user), email: `${uniqueName()}@naver.com` },
    { ...recoveryInput(user), questionIndex: 1 },
    { ...recoveryInput(user), questionAnswer: '빨강' },
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
  'the sixth attempt for %s address in an hour is refused, even a right one',
  async (kind) => {
    const user = await buildUser(site.api)
    const email = kind === 'a known' ? user.email : `${uniqueName()}@naver.com`
    const outcomes = []
    for (let i = 0; i < 5; i++) {
      const browser = site.api.fresh(`127.0.5.${i + 1}`)
      outcomes.push(await outcomeOf(browser.forgotPw({ email, questionIndex: 0, questionAnswer: `답 ${i}` })))
    }
    outcomes.push(await outcomeOf(site.api.fresh('127.0.5.9').forgotPw({ ...recoveryInput(user), email })))
    expect(outcomes).toEqual([...Array<string>(5).fill('RECOVERY_FAILED'), 'RATE_LIMITED'])
    await sql`update attempts set ends_at = ends_at - interval '1 hour'`.execute(site.db)
    expect(await outcomeOf(site.api.fresh().forgotPw({ ...recoveryInput(user), email }))).not.toBe('RATE_LIMITED')
  },
)

test('whoever uses up the attempts for an address or a network does not keep a browser of its owner from recovering', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  const known = site.api.as(user)
  await known.logout()
  const guess = (browser: Api, email: string) =>
    outcomeOf(browser.forgotPw({ ...recoveryInput(user), email, questionAnswer: '틀린 답' }))
  for (let i = 0; i < 5; i++) await guess(site.api.fresh('127.0.5.1'), user.email)
  expect(await guess(site.api.fresh(), user.email)).toBe('RATE_LIMITED')
  for (let i = 0; i < 50; i++) await guess(site.api.fresh(), `${uniqueName()}@naver.com`)
  expect(await outcomeOf(site.api.fresh().forgotPw(recoveryInput(other)))).toBe('RATE_LIMITED')

  expect(await outcomeOf(known.forgotPw(recoveryInput(user)))).toBe('ok')
  expect(await outcomeOf(known.forgotPw(recoveryInput(other)))).toBe('RATE_LIMITED')
  for (let i = 0; i < 4; i++) expect(await guess(known, user.email)).toBe('RECOVERY_FAILED')
  expect(await outcomeOf(known.forgotPw(recoveryInput(user)))).toBe('RATE_LIMITED')
})

const NEW = 'new1234!'

/** Browsers that have logged in to the account. */
async function signIn(user: TestUser, count: number, password = user.password): Promise<Api[]> {
  const browsers = Array.from({ length: count }, () => site.api.fresh())
  for (const browser of browsers) await browser.login({ email: user.email, password })
  return browsers
}

async function guessFive(browsers: readonly Api[], user: TestUser): Promise<string[]> {
  const outcomes = []
  for (const browser of browsers) {
    for (let i = 0; i < 5; i++) {
      outcomes.push(await outcomeOf(browser.forgotPw({ ...recoveryInput(user), questionAnswer: `답 ${i}` })))
    }
  }
  return outcomes
}

const compared = (outcomes: string[]) => outcomes.filter((code) => code === 'RECOVERY_FAILED').length

test('all browsers that have logged in to an account have twenty attempts together', async () => {
  const user = await buildUser(site.api)
  expect(compared(await guessFive(await signIn(user, 6), user))).toBe(20)
})

test('however many browsers a former password has made known, they leave the owner and strangers their attempts', async () => {
  const user = await buildUser(site.api)
  const former = await signIn(user, 6)
  const owner = site.api.as(user)
  await owner.changePw({ jwt: user.handle, password: user.password, newPassword: NEW })
  expect(compared(await guessFive(former, user))).toBe(20)
  expect(compared(await guessFive([owner, ...(await signIn(user, 2, NEW))], user))).toBe(15)
  expect(compared(await guessFive([site.api.fresh(), site.api.fresh()], user))).toBe(5)
})

test('strangers use up no attempt of known browsers, whatever cookie they send', async () => {
  const [user, thief] = [await buildUser(site.api), await buildUser(site.api)]
  const real = user.client.cookies.get('did') ?? ''
  for (const token of [thief.client.cookies.get('did') ?? '', `${real}AAAA`, 'made-up-token-of-nobody']) {
    const browser = site.api.fresh()
    browser.cookies.set('did', token)
    await guessFive(Array<Api>(5).fill(browser), user)
  }
  expect(compared(await guessFive([...(await signIn(user, 3)), site.api.as(user)], user))).toBe(20)
})

test('a thief who changes the password and uses up the attempts of strangers does not keep the owner from recovering', async () => {
  const user = await buildUser(site.api)
  const owner = site.api.as(user)
  const [thief] = await signIn(user, 1)
  await thief?.changePw({ jwt: user.handle, password: user.password, newPassword: NEW })
  await guessFive([site.api.fresh()], user)
  expect(await outcomeOf(site.api.fresh().forgotPw(recoveryInput(user)))).toBe('RATE_LIMITED')
  expect(await outcomeOf(owner.forgotPw(recoveryInput(user)))).toBe('ok')
})

test('of ten simultaneous attempts for one address five are compared', async () => {
  const user = await buildUser(site.api)
  const tries = Array.from({ length: 10 }, (_, i) =>
    outcomeOf(site.api.fresh().forgotPw({ ...recoveryInput(user), questionAnswer: `답 ${i}` })),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((code) => code === 'RECOVERY_FAILED')).toHaveLength(5)
  expect(outcomes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5)
})

test('the mail goes to the registered address and contains nothing from the client', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(user))
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

test('without a ticket, or with a made-up one, no mail is sent', async () => {
  const sent = (await site.mails()).length
  expect(await outcomeOf(site.api.fresh().sendRecoveryMail())).toBe('EXPIRED')
  const forger = site.api.fresh()
  forger.cookies.set('rid', 'A'.repeat(43))
  const error = await forger.sendRecoveryMail().catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'EXPIRED', message: '요청이 만료되었습니다. 다시 시도해주세요.' })
  expect(await site.mails()).toHaveLength(sent)
})

test('at most three mails are sent for one ticket', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(user))
  const outcomes = []
  for (let i = 0; i < 4; i++) outcomes.push(await outcomeOf(browser.sendRecoveryMail()))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED'])
})

test('a mail that cannot be queued is an error with its message', async () => {
  const user = await buildUser(site.api)
  const browser = site.api.fresh()
  await browser.forgotPw(recoveryInput(user))
  await sql`alter table mails add constraint broken check (false) not valid`.execute(site.db)
  const error = await browser.sendRecoveryMail().catch((caught: unknown) => caught)
  await sql`alter table mails drop constraint broken`.execute(site.db)
  expect(error).toMatchObject({
    code: 'MAIL_FAILED',
    message: '이메일을 보내지 못했습니다. 잠시 후 다시 시도해주세요.',
  })
  expect(await outcomeOf(browser.sendRecoveryMail())).toBe('ok')
})

test('the database holds no readable temporary password, answer or mail', async () => {
  const user = await buildUser(site.api, { questionAnswer: '남몰래 정한 답' })
  const browser = site.api.fresh()
  const { password } = await browser.forgotPw(recoveryInput(user))
  await browser.sendRecoveryMail()
  const dump = await dumpDatabase(site.db)
  expect(dump).toContain('recovery_tickets')
  expect(dump).not.toContain(password.slice(0, 11))
  expect(dump).not.toContain('남몰래 정한 답')
  expect(dump).not.toContain('임시 비밀번호')
})

test('of two tickets requested at once one remains', async () => {
  const user = await buildUser(site.api)
  const tries = Array.from({ length: 4 }, () => outcomeOf(site.api.fresh().forgotPw(recoveryInput(user))))
  expect(await Promise.all(tries)).toEqual(Array(4).fill('ok'))
})
