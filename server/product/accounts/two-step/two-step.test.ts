import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { twoStepMessages } from '#rules/two-step.ts'
import type { Api } from '#tests/api.ts'
import { Authenticator } from '#tests/authenticator.ts'
import { AuthenticatorApp } from '#tests/authenticator-app.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { refusal } from '#tests/post-site.ts'
import { openSite, startSite } from '#tests/site.ts'
import { buildTwoStepMember, passSteps, sendPassword, turnOnTwoStep } from '#tests/two-step.ts'
import { collectExport } from '../account-data.ts'

const env = { LIMIT_CHANGE_NETWORK: '100000/1h', LIMIT_NOTICES_NETWORK: '100000/1d' }
const site = await openSite({ env })
const strict = await openSite({ env: { ...env, STAFF_GRACE_DAYS: '0' } })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  await forgetAttempts(site.db)
})

async function mailsTo(address: string) {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  return (await site.mails()).filter(({ to }) => to === address)
}

test('it is turned on by a first code, gives ten recovery codes once, and keeps neither them nor the key readable', async () => {
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  const { key, uri, setup } = await api.beginTwoStep({ password: user.password })
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(uri)
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.pathname)).toContain(user.email)
  expect(url.searchParams.get('secret')).toBe(key)
  // Nothing is on before a code was right.
  expect(await api.getTwoStep()).toEqual({ since: null, codesLeft: 0, neededFrom: null })
  expect(await outcomeOf(site.api.fresh().login(user))).toBe('ok')
  const app = new AuthenticatorApp(key)
  expect(await refusal(api.confirmTwoStep({ setup, code: app.wrongCode() }))).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ field: 'code', message: twoStepMessages.codeWrong }],
  })
  const codes = await api.confirmTwoStep({ setup, code: app.code() })
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[2-9A-HJ-NP-Z]{16}$/.test(code))).toBe(true)
  expect(await api.getTwoStep()).toMatchObject({ since: expect.stringMatching(/^\d{4}-/), codesLeft: 10 })
  expect((await api.getSessions()).filter(({ twoStep }) => twoStep)).toMatchObject([{ current: true }])
  const { rows } = await sql<{ row: string }>`select t::text || coalesce(string_agg(c::text, ''), '') as row
    from two_steps t left join recovery_codes c using (account_id) group by t`.execute(site.db)
  const stored = rows.map(({ row }) => Buffer.from(row.replaceAll('\\x', ''), 'utf8').toString()).join('\n')
  for (const secret of [key, ...codes]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  }
  expect((await mailsTo(user.email)).at(-1)?.subject).toContain('2단계 인증을 켰어요')
})

test('a set-up ends after ten minutes, is for the session that began it, and turns nothing on twice', async () => {
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  const other = site.api.fresh()
  await other.login(user)
  const begun = await api.beginTwoStep({ password: user.password })
  const app = new AuthenticatorApp(begun.key)
  const confirm = (browser: Api, setup = begun.setup) => outcomeOf(browser.confirmTwoStep({ setup, code: app.code() }))
  expect(await confirm(other)).toBe('EXPIRED')
  for (const setup of ['', 'A', begun.setup.slice(1), `${begun.setup.slice(0, -4)}AAAA`, 'A'.repeat(5000)]) {
    expect(await confirm(api, setup)).toBe('EXPIRED')
  }
  const outcomes = await Promise.all([confirm(api), confirm(api)])
  expect(outcomes.toSorted()).toEqual(['CONFLICT', 'ok'])
  expect(await outcomeOf(api.beginTwoStep({ password: user.password }))).toBe('CONFLICT')
  await api.endTwoStep({ password: user.password })
  passSteps(21)
  expect(await confirm(api)).toBe('EXPIRED')
})

test('turning it on or off and new recovery codes ask for the password, whose guesses count with those of passkeys', async () => {
  const { user, api } = await buildTwoStepMember(site.api)
  const missing = { code: 'BAD_USER_INPUT', fields: [{ field: 'password' }] }
  for (const call of [() => api.beginTwoStep({}), () => api.renewRecoveryCodes({}), () => api.endTwoStep({})]) {
    expect(await refusal(call())).toMatchObject(missing)
  }
  const password = 'wrong1234!'
  const wrong = [
    () => api.beginTwoStep({ password }),
    () => api.renewRecoveryCodes({ password }),
    () => api.endTwoStep({ password }),
    () => api.beginPasskey({ password }),
    () => api.changePw({ jwt: user.handle, password, newPassword: 'another12!' }),
  ]
  for (const call of wrong) expect(await outcomeOf(call())).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(api.endTwoStep({ password: user.password }))).toBe('RATE_LIMITED')
  expect(await api.getTwoStep()).toMatchObject({ codesLeft: 10 })
})

test('renewed recovery codes take the place of all former ones', async () => {
  const { user, api, codes } = await buildTwoStepMember(site.api)
  const renewed = await api.renewRecoveryCodes({ password: user.password })
  expect(renewed).toHaveLength(10)
  expect(renewed.some((code) => codes.includes(code))).toBe(false)
  const browser = await sendPassword(site.api.fresh(), user)
  expect(await outcomeOf(browser.loginByCode({ code: codes[3] ?? '' }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.loginByCode({ code: renewed[3] ?? '' }))).toBe('ok')
  const mail = (await mailsTo(user.email)).at(-1)?.text
  expect(mail).toContain('전에 받은 복구 코드는 더 이상 쓸 수 없어요.')
})

test('once it is off the password alone logs in again, and none of its codes is left', async () => {
  const { user, api, codes } = await buildTwoStepMember(site.api)
  expect(await api.endTwoStep({ password: user.password })).toMatchObject({ count: 1 })
  expect(await api.endTwoStep({ password: user.password })).toMatchObject({ count: 0 })
  expect(await outcomeOf(api.renewRecoveryCodes({ password: user.password }))).toBe('BAD_USER_INPUT')
  expect(await outcomeOf(site.api.fresh().login(user))).toBe('ok')
  expect((await mailsTo(user.email)).at(-1)?.text).toContain('2단계 인증이 꺼졌어요')
  const again = await turnOnTwoStep(api, user)
  const browser = await sendPassword(site.api.fresh(), user)
  expect(await outcomeOf(browser.loginByCode({ code: codes[0] ?? '' }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.loginByCode({ code: again.app.code() }))).toBe('ok')
})

test('a session from before, opened by the password alone, changes nothing of it and adds no passkey', async () => {
  const user = await buildUser(site.api)
  const before = site.api.fresh()
  await before.login(user)
  const { app } = await turnOnTwoStep(site.api.as(user), user)
  const { password } = user
  const weak = { code: 'FORBIDDEN', message: twoStepMessages.weakSession }
  for (const call of [
    () => before.endTwoStep({ password }),
    () => before.renewRecoveryCodes({ password }),
    () => before.beginTwoStep({ password }),
    () => before.beginPasskey({ password }),
    () => before.removePasskey({ id: '1', password }),
  ]) {
    expect(await refusal(call())).toEqual(weak)
  }
  await sendPassword(before, user)
  await before.loginByCode({ code: app.code() })
  expect(await outcomeOf(before.renewRecoveryCodes({ password }))).toBe('ok')
})

test('a session of a temporary password, a visitor and a page that shows somebody else do nothing with it', async () => {
  const { user, api } = await buildTwoStepMember(site.api)
  const other = await buildUser(site.api)
  const { password } = user
  const calls = (browser: Api, headers = {}) => [
    () => browser.beginTwoStep({ password }, headers),
    () => browser.confirmTwoStep({ setup: 'a', code: '123456' }, headers),
    () => browser.renewRecoveryCodes({ password }, headers),
    () => browser.endTwoStep({ password }, headers),
  ]
  for (const call of calls(site.api.fresh())) expect(await outcomeOf(call())).toBe('UNAUTHENTICATED')
  expect(await outcomeOf(site.api.fresh().getTwoStep())).toBe('UNAUTHENTICATED')
  for (const call of calls(api, { 'x-reader': other.handle })) expect(await outcomeOf(call())).toBe('OTHER_ACCOUNT')
  expect(await site.api.as(other).getTwoStep()).toMatchObject({ since: null })
})

test('a passkey asks for no code, and proves who the owner is', async () => {
  const { user, api } = await buildTwoStepMember(site.api)
  const key = new Authenticator(`http://localhost:${site.config.port}`)
  await api.addPasskey({ response: key.create(await api.beginPasskey({ password: user.password })) })
  const browser = site.api.fresh()
  expect(await outcomeOf(browser.loginByPasskey({ response: key.get(await browser.beginPasskeyLogin()) }))).toBe('ok')
  expect((await browser.getSessions())[0]).toMatchObject({ byPasskey: true, twoStep: false })
  const proof = key.get(await browser.beginPasskeyProof())
  expect(await browser.endTwoStep({ proof })).toMatchObject({ count: 1 })
})

test('a change of password keeps it and what the session had proved; all others end', async () => {
  const { user, api, app } = await buildTwoStepMember(site.api)
  const other = await sendPassword(site.api.fresh(), user)
  await other.loginByCode({ code: app.code() })
  await api.changePw({ jwt: user.handle, password: user.password, newPassword: 'another12!' })
  expect(await api.getSessions()).toMatchObject([{ current: true, twoStep: true }])
  expect(await outcomeOf(other.getSessions())).toBe('UNAUTHENTICATED')
  expect(await api.getTwoStep()).toMatchObject({ codesLeft: 10 })
  await sendPassword(site.api.fresh(), { ...user, password: 'another12!' })
})

test('the export says since when it is on and has no key and no code; a withdrawal removes it', async () => {
  const { user, api, codes } = await buildTwoStepMember(site.api)
  const { id } = await site.db
    .selectFrom('accounts')
    .select('id')
    .where('handle', '=', user.handle)
    .executeTakeFirstOrThrow()
  const { secret_sealed } = await site.db
    .selectFrom('two_steps')
    .select('secret_sealed')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const key = site.services.secrets.open(secret_sealed, 'two-step key')
  const files = await collectExport(site.services, id)
  const text = files
    .flatMap(({ content }) => (content instanceof Uint8Array ? [Buffer.from(content).toString('utf8')] : []))
    .join('\n')
  const account = files.find(({ name }) => name === 'account.json')?.content as Uint8Array
  const date = expect.stringMatching(/^\d{4}-/)
  expect(JSON.parse(Buffer.from(account).toString('utf8')).twoStep).toEqual({ since: date, codesLeft: 10 })
  for (const secret of [key, ...codes]) expect(text).not.toContain(secret)
  await api.remove({ jwt: user.handle })
  const { rows } = await sql`select from recovery_codes where account_id = ${id}
    union all select from two_steps where account_id = ${id}`.execute(site.db)
  expect(rows).toEqual([])
})

// Moderators

async function moderator(): Promise<{ user: TestUser; api: Api }> {
  const user = await buildUser(strict.api)
  await sql`update accounts set role = 'moderator' where handle = ${user.handle}`.execute(strict.db)
  return { user, api: strict.api.as(user) }
}

const missing = {
  code: 'FORBIDDEN',
  message: twoStepMessages.staffMissing,
  fields: [{ field: 'secondStep', message: twoStepMessages.staffMissing }],
}
const skipped = {
  code: 'FORBIDDEN',
  message: twoStepMessages.staffSkipped,
  fields: [{ field: 'secondStep', message: twoStepMessages.staffSkipped }],
}

test('a moderator without a second step is refused moderation alone, and turns it on in the same session', async () => {
  const { user, api } = await moderator()
  const author = await buildUser(strict.api)
  const { id } = await strict.api.as(author).addPost({ title: '을밀대', contents: '냉면' })
  await sql`update posts set hidden = true where id = ${Number(id)}`.execute(strict.db)
  const calls: (() => Promise<unknown>)[] = [
    () => api.getReports(),
    () => api.findPeople({ query: '' }),
    () => api.setSignupMode({ mode: 'closed' }),
    () => api.moderate({ kind: 'post', id: String(id), action: 'restore', reason: '문제 없음' }),
  ]
  for (const call of calls) expect(await refusal(call())).toEqual(missing)
  // Posts that only moderators see are hidden from them, too.
  expect(await outcomeOf(api.getPost({ id: String(id) }))).toBe('NOT_FOUND')
  expect(await outcomeOf(api.addPost({ title: '우래옥', contents: '냉면' }))).toBe('ok')
  expect(await api.getTwoStep()).toMatchObject({ neededFrom: expect.stringMatching(/^\d{4}-/) })
  await turnOnTwoStep(api, user)
  expect(await api.getTwoStep()).toMatchObject({ neededFrom: null })
  expect(await outcomeOf(api.getReports())).toBe('ok')
  expect(await outcomeOf(api.getPost({ id: String(id) }))).toBe('ok')
  await api.endTwoStep({ password: user.password })
  expect(await refusal(api.getReports())).toEqual(missing)
})

test('members who are no moderators still hear nothing of moderation', async () => {
  const { api } = await buildTwoStepMember(strict.api)
  expect(await refusal(api.getReports())).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.getTwoStep()).toMatchObject({ neededFrom: null })
})

test('a moderator with a passkey moderates after a login by it, and the password alone gets nowhere near', async () => {
  const { user, api } = await moderator()
  const key = new Authenticator(`http://localhost:${strict.config.port}`)
  await api.addPasskey({ response: key.create(await api.beginPasskey({ password: user.password })) })
  expect(await outcomeOf(api.getReports())).toBe('ok')
  const thief = strict.api.fresh()
  await thief.login(user)
  expect(await refusal(thief.getReports())).toEqual(skipped)
  const { password } = user
  const [{ id = '' } = {}] = await api.getPasskeys()
  for (const call of [
    () => thief.beginPasskey({ password }),
    () => thief.removePasskey({ id, password }),
    () => thief.beginTwoStep({ password }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'FORBIDDEN', message: twoStepMessages.weakSession })
  }
  // Nor by a change of the password.
  await thief.changePw({ jwt: user.handle, password, newPassword: 'another12!' })
  expect(await refusal(thief.getReports())).toEqual(skipped)
  const own = strict.api.fresh()
  await own.loginByPasskey({ response: key.get(await own.beginPasskeyLogin()) })
  expect(await outcomeOf(own.getReports())).toBe('ok')
})

test('an operator may give days, which begin with the role', async () => {
  const lenient = await openGrace('7')
  const { db, api } = lenient
  const user = await buildUser(api)
  const since = (days: number) =>
    sql`update accounts set role = 'admin', role_since = now() - make_interval(days => ${days}) where handle = ${user.handle}`.execute(
      db,
    )
  await since(6)
  expect(await outcomeOf(api.as(user).getReports())).toBe('ok')
  const { neededFrom } = await api.as(user).getTwoStep()
  expect(Math.round((Date.parse(String(neededFrom)) - Date.now()) / 86_400_000)).toBe(1)
  await since(8)
  expect(await refusal(api.as(user).getReports())).toEqual(missing)
  const other = await buildUser(api)
  await sql`update accounts set role_since = now() - interval '1 year' where handle = ${other.handle}`.execute(db)
  await since(0)
  await api.as(user).setRole({ handle: other.handle, role: 'moderator', password: user.password })
  expect(await outcomeOf(api.as(other).getReports())).toBe('ok')
})

async function openGrace(days: string) {
  const lenient = await startSite({ env: { ...env, STAFF_GRACE_DAYS: days } })
  onTestFinished(() => lenient.close())
  return lenient
}
