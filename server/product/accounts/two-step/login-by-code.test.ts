import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { twoStepMessages } from '#rules/two-step.ts'
import { refusalsOf } from '#server/platform/limits/known-refusals.ts'
import type { Api } from '#tests/api.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { refusal } from '#tests/post-site.ts'
import { requestTemporaryPassword } from '#tests/recover.ts'
import { openSite } from '#tests/site.ts'
import { buildTwoStepMember, passSteps, sendPassword, type TwoStepMember } from '#tests/two-step.ts'
import { holdLock, requestBeforeCommit, untilStatementsWait } from '#tests/uncommitted.ts'

const site = await openSite({ env: { LIMIT_CHANGE_NETWORK: '100000/1h', LIMIT_NOTICES_NETWORK: '100000/1d' } })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  await forgetAttempts(site.db)
})

/** A browser in which the password was right. */
const half = ({ user }: Pick<TwoStepMember, 'user'>, browser: Api = site.api.fresh()) => sendPassword(browser, user)

const sessionsOf = async ({ user }: TwoStepMember) =>
  site.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['sessions.id', 'two_step', 'restricted', 'persistent'])
    .where('handle', '=', user.handle)
    .orderBy('sessions.id')
    .execute()

async function mailsTo(address: string) {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  return (await site.mails()).filter(({ to }) => to === address)
}

test('a right password alone opens no session, says so to old clients too, and a code of the app goes on', async () => {
  const owner = await buildTwoStepMember(site.api)
  const { email, password, handle } = owner.user
  const browser = site.api.fresh()
  expect(await refusal(browser.login({ email, password, autoLogin: true }))).toEqual({
    code: 'BAD_CREDENTIALS',
    message: twoStepMessages.codeNeeded,
    fields: [{ field: 'code', message: twoStepMessages.codeNeeded }],
  })
  const cookies = browser.setCookies.join('\n')
  expect(cookies).toMatch(/^hid=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/m)
  expect(cookies).not.toMatch(/sid=|did=/)
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  expect(await sessionsOf(owner)).toHaveLength(1)
  expect(await browser.loginByCode({ code: owner.app.code() })).toMatchObject({ jwt: handle, email, restricted: false })
  expect((await browser.getSessions())[0]).toMatchObject({
    current: true,
    twoStep: true,
    byPasskey: false,
    autoLogin: true,
  })
  expect(browser.setCookies.join('\n')).toMatch(/hid=;/)
})

test('a wrong password tells nothing of a second step', async () => {
  const { user } = await buildTwoStepMember(site.api)
  const browser = site.api.fresh()
  const wrong = await refusal(browser.login({ email: user.email, password: 'wrong1234!' }))
  expect(wrong).toEqual(await refusal(browser.login({ email: 'nobody@naver.com', password: 'wrong1234!' })))
  expect(browser.cookies.has('hid')).toBe(false)
})

test('a code works once, also of two at once, and none of an earlier step does after it', async () => {
  const owner = await buildTwoStepMember(site.api)
  const [before, now] = [owner.app.code(-1), owner.app.code()]
  const browsers = await Promise.all([half(owner), half(owner)])
  // Both have compared the code before either has used it.
  const release = await holdLock(site.db, sql`select from two_steps for update`)
  const logins = browsers.map((browser) => outcomeOf(browser.loginByCode({ code: now })))
  await untilStatementsWait(site.db, 2)
  await release()
  expect((await Promise.all(logins)).toSorted()).toEqual(['BAD_CREDENTIALS', 'ok'])
  const browser = await half(owner)
  expect(await outcomeOf(browser.loginByCode({ code: now }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.loginByCode({ code: before }))).toBe('BAD_CREDENTIALS')
  passSteps()
  expect(await outcomeOf(browser.loginByCode({ code: owner.app.code() }))).toBe('ok')
})

test('the code that turned it on is used', async () => {
  const owner = await buildTwoStepMember(site.api)
  const browser = await half(owner)
  expect(await outcomeOf(browser.loginByCode({ code: owner.app.code(-1) }))).toBe('BAD_CREDENTIALS')
})

test.each([
  [-10, 'BAD_CREDENTIALS'],
  [-2, 'BAD_CREDENTIALS'],
  [-1, 'ok'],
  [0, 'ok'],
  [1, 'ok'],
  [2, 'BAD_CREDENTIALS'],
  [10, 'BAD_CREDENTIALS'],
])('a phone whose clock is %i steps off: %s', async (steps, outcome) => {
  const owner = await buildTwoStepMember(site.api)
  passSteps(20)
  const failed = await refusal((await half(owner)).loginByCode({ code: owner.app.code(steps) }))
  expect(failed.code ?? 'ok').toBe(outcome)
  if (outcome !== 'ok') expect(failed.message).toContain('휴대폰의 시각')
})

test('each recovery code works once, as it is shown or typed, of two at once for one, and the owner gets a mail', async () => {
  const owner = await buildTwoStepMember(site.api)
  const [first = '', second = ''] = owner.codes
  const browsers = await Promise.all([half(owner), half(owner)])
  const outcomes = await Promise.all(browsers.map((browser) => outcomeOf(browser.loginByCode({ code: first }))))
  expect(outcomes.toSorted()).toEqual(['BAD_CREDENTIALS', 'ok'])
  const typed = (second.match(/.{4}/g) ?? []).join(' - ').toLowerCase()
  expect(await outcomeOf((await half(owner)).loginByCode({ code: typed }))).toBe('ok')
  expect(await outcomeOf((await half(owner)).loginByCode({ code: second }))).toBe('BAD_CREDENTIALS')
  expect(await owner.api.getTwoStep()).toMatchObject({ codesLeft: 8 })
  expect((await mailsTo(owner.user.email)).at(-1)?.text).toContain('인증 앱 대신 복구 코드로 로그인했어요.')
})

test('codes of one account open no other', async () => {
  const [one, other] = [await buildTwoStepMember(site.api), await buildTwoStepMember(site.api)]
  const browser = await half(one)
  expect(await outcomeOf(browser.loginByCode({ code: other.app.code() }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.loginByCode({ code: other.codes[0] ?? '' }))).toBe('BAD_CREDENTIALS')
  expect(await other.api.getTwoStep()).toMatchObject({ codesLeft: 10 })
  // The last password that was right says whose code is asked for.
  await half(other, browser)
  expect(await browser.loginByCode({ code: other.app.code() })).toMatchObject({ jwt: other.user.handle })
})

test('without a right password in this browser no code is looked at', async () => {
  const owner = await buildTwoStepMember(site.api)
  const code = owner.app.code()
  const late = { code: 'EXPIRED', message: twoStepMessages.loginLate }
  expect(await refusal(site.api.fresh().loginByCode({ code }))).toEqual(late)
  const forged = site.api.fresh()
  const cookie = (await half(owner)).cookies.get('hid') ?? ''
  for (const value of [
    `${cookie}A`,
    cookie.slice(0, -2),
    'A'.repeat(100),
    owner.user.client.cookies.get('did') ?? '',
  ]) {
    forged.cookies.set('hid', value)
    expect(await refusal(forged.loginByCode({ code }))).toEqual(late)
  }
  expect(await outcomeOf((await half(owner)).loginByCode({ code }))).toBe('ok')
})

test('a half login ends after ten minutes, with the password, and with the account', async () => {
  const owner = await buildTwoStepMember(site.api)
  const [late, changed, gone] = [await half(owner), await half(owner), await half(owner)]
  passSteps(21)
  const waiting = await half(owner)
  expect(await outcomeOf(late.loginByCode({ code: owner.app.code() }))).toBe('EXPIRED')
  await owner.api.changePw({ jwt: owner.user.handle, password: owner.user.password, newPassword: 'another12!' })
  for (const browser of [changed, waiting]) {
    expect(await outcomeOf(browser.loginByCode({ code: owner.app.code() }))).toBe('EXPIRED')
  }
  await half({ user: { ...owner.user, password: 'another12!' } }, gone)
  await owner.api.remove({ jwt: owner.user.handle })
  expect(await outcomeOf(gone.loginByCode({ code: owner.app.code() }))).toBe('EXPIRED')
})

test('a change of password while a code is checked leaves no session of the old one', async () => {
  const owner = await buildTwoStepMember(site.api)
  const browser = await half(owner)
  const login = requestBeforeCommit(
    site.db,
    (tx) =>
      tx.updateTable('accounts').set({ password_hash: 'other' }).where('handle', '=', owner.user.handle).execute(),
    () => outcomeOf(browser.loginByCode({ code: owner.app.code() })),
  )
  expect(await login).toBe('EXPIRED')
  expect(await sessionsOf(owner)).toHaveLength(1)
})

test('a login that passed its password while two-step sign-in is turned on is asked for a code', async () => {
  const owner = await buildTwoStepMember(site.api)
  const { email, password, handle } = owner.user
  await owner.api.endTwoStep({ password })
  const login = requestBeforeCommit(
    site.db,
    async (tx) => {
      const account = tx.selectFrom('accounts').select('id').where('handle', '=', handle)
      const { id } = await account.forUpdate().executeTakeFirstOrThrow()
      const step = { account_id: id, secret_sealed: Buffer.from('key'), last_step: 0 }
      await tx.insertInto('two_steps').values(step).execute()
    },
    () => refusal(site.api.fresh().login({ email, password })),
  )
  expect(await login).toMatchObject({ fields: [{ field: 'code' }] })
})

test('wrong codes are few for strangers from any network, lock out no browser of the owner, and are told by mail', async () => {
  const owner = await buildTwoStepMember(site.api)
  const wrong = owner.app.wrongCode()
  const known = site.api.fresh()
  await half(owner, known)
  await known.loginByCode({ code: owner.app.code() })
  passSteps()
  const outcomes: string[] = []
  for (let network = 1; network <= 8; network++) {
    const thief = await half(owner, site.api.fresh(`127.0.1.${network}`))
    for (let n = 0; n < 6; n++) outcomes.push(await outcomeOf(thief.loginByCode({ code: wrong })))
  }
  // Five of each network, and thirty of all of them.
  expect(outcomes.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(30)
  expect(outcomes.slice(0, 6)).toEqual([...Array(5).fill('BAD_CREDENTIALS'), 'RATE_LIMITED'])
  const thief = await half(owner, site.api.fresh('127.0.1.9'))
  expect(await outcomeOf(thief.loginByCode({ code: owner.app.code() }))).toBe('RATE_LIMITED')
  expect(await outcomeOf(thief.loginByCode({ code: owner.codes[0] ?? '' }))).toBe('RATE_LIMITED')
  await half(owner, known)
  expect(await outcomeOf(known.loginByCode({ code: owner.app.code() }))).toBe('ok')
  expect((await mailsTo(owner.user.email)).at(-1)?.text).toContain('누군가 비밀번호를 알고 있으니')
})

test('a known device has as few tries a day, and a right code gives them back', async () => {
  const owner = await buildTwoStepMember(site.api)
  const wrong = owner.app.wrongCode()
  const known = site.api.fresh()
  await half(owner, known)
  await known.loginByCode({ code: owner.app.code() })
  const outcomes: string[] = []
  for (let window = 0; window < 7; window++) {
    await half(owner, known)
    for (let n = 0; n < 5; n++) outcomes.push(await outcomeOf(known.loginByCode({ code: wrong })))
    await sql`update attempts set ends_at = now() where ends_at < now() + interval '1 hour'`.execute(site.db)
    refusalsOf(site.db).clear()
  }
  expect(outcomes.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(30)
  await forgetAttempts(site.db)
  passSteps()
  for (let n = 0; n < 4; n++) await outcomeOf(known.loginByCode({ code: wrong }))
  expect(await outcomeOf(known.loginByCode({ code: owner.app.code() }))).toBe('ok')
  const { rows } = await sql`select from attempts where count > 0`.execute(site.db)
  expect(rows).toEqual([])
})

test('a network that other failures have used up sends no mail about codes', async () => {
  const owner = await buildTwoStepMember(site.api)
  const browser = await half(owner, site.api.fresh('127.0.3.1'))
  const stranger = site.api.fresh('127.0.3.1')
  for (let n = 0; n < 51; n++) {
    await outcomeOf(stranger.login({ email: `nobody${n}@naver.com`, password: 'wrong1234!' }))
  }
  expect(await outcomeOf(browser.loginByCode({ code: owner.app.code() }))).toBe('RATE_LIMITED')
  const texts = (await mailsTo(owner.user.email)).map(({ text }) => text).join()
  expect(texts).not.toContain('누군가 비밀번호를 알고 있으니')
})

test('many wrong codes at once count one by one', async () => {
  const owner = await buildTwoStepMember(site.api)
  const browser = await half(owner, site.api.fresh('127.0.2.1'))
  const wrong = owner.app.wrongCode()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(browser.loginByCode({ code: wrong }))))
  expect(outcomes.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(5)
})

test('wrong codes use up no tries of the password, and the reverse', async () => {
  const owner = await buildTwoStepMember(site.api)
  const browser = await half(owner)
  for (let n = 0; n < 5; n++) await outcomeOf(browser.loginByCode({ code: owner.app.wrongCode() }))
  expect(await outcomeOf(browser.loginByCode({ code: owner.app.code() }))).toBe('RATE_LIMITED')
  await half(owner, browser)
  await forgetAttempts(site.db)
  const { email } = owner.user
  for (let n = 0; n < 5; n++) await outcomeOf(browser.login({ email, password: 'wrong1234!' }))
  expect(await outcomeOf(browser.loginByCode({ code: owner.app.code() }))).toBe('ok')
})

test('a recovery of the password asks for the code too, and does not turn it off', async () => {
  const owner = await buildTwoStepMember(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, owner.user)
  await sendPassword(browser, { ...owner.user, password: temporary })
  expect(await outcomeOf(browser.user({ jwt: owner.user.handle }))).toBe('UNAUTHENTICATED')
  // Nothing is used up: the owner's own password goes on.
  await half(owner)
  expect(await browser.loginByCode({ code: owner.app.code() })).toMatchObject({ restricted: true })
  expect(await sessionsOf(owner)).toMatchObject([{}, { restricted: true, two_step: true, persistent: false }])
  await browser.changePw({ jwt: owner.user.handle, newPassword: 'recovered1!' })
  expect((await browser.getSessions())[0]).toMatchObject({ twoStep: true })
  passSteps()
  const elsewhere = await half({ user: { ...owner.user, password: 'recovered1!' } })
  expect(await outcomeOf(elsewhere.loginByCode({ code: owner.app.code() }))).toBe('ok')
})

test('a temporary password that another browser has used meanwhile is of no use', async () => {
  const owner = await buildTwoStepMember(site.api)
  const { browser, temporary } = await requestTemporaryPassword(site, owner.user)
  const user = { ...owner.user, password: temporary }
  const other = await sendPassword(site.api.fresh(), user)
  await sendPassword(browser, user)
  expect(await outcomeOf(browser.loginByCode({ code: owner.app.code() }))).toBe('ok')
  passSteps()
  expect(await outcomeOf(other.loginByCode({ code: owner.app.code() }))).toBe('EXPIRED')
})

test.each(['', '   ', '12345', '1234567', 'ABCD', '가나다라마바', '1'.repeat(101), 'ＡＢＣ'])(
  'instead of a code %j is refused with a sentence and counts as no try',
  async (code) => {
    const owner = await buildTwoStepMember(site.api)
    const browser = await half(owner)
    for (let n = 0; n < 6; n++) {
      expect(await refusal(browser.loginByCode({ code }))).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [{ field: 'code' }],
      })
    }
    const full = [...owner.app.code()].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    expect(await outcomeOf(browser.loginByCode({ code: full }))).toBe('ok')
  },
)

test('a withdrawal and a login at once neither deadlock nor leave a session', async () => {
  for (let n = 0; n < 5; n++) {
    const owner = await buildTwoStepMember(site.api)
    const browser = await half(owner)
    const [login, withdrawal] = await Promise.all([
      outcomeOf(browser.loginByCode({ code: owner.app.code() })),
      outcomeOf(owner.api.remove({ jwt: owner.user.handle })),
    ])
    expect(withdrawal).toBe('ok')
    expect(login).toMatch(/^(ok|EXPIRED|UNAUTHENTICATED)$/)
    const { rows } =
      await sql`select from two_steps t where not exists (select from accounts where id = account_id)`.execute(site.db)
    expect(rows).toEqual([])
  }
})
