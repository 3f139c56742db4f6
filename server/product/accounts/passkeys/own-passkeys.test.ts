import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Authenticator } from '#tests/authenticator.ts'
import { buildUser } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openPasskeySite } from '#tests/passkey-site.ts'
import { refusal } from '#tests/post-site.ts'
import { requestTemporaryPassword } from '#tests/recover.ts'
import { collectExport } from '../account-data.ts'

const { site, ORIGIN, add, owner, logIn, rowsOf } = await openPasskeySite()

test('a removed passkey logs in no more, and members signed in by it stay', async () => {
  const { user, api, key } = await owner()
  const browser = site.api.fresh()
  await logIn(key, {}, browser)
  const [{ id = '' } = {}] = await api.getPasskeys()
  const waiting = key.get(await browser.beginPasskeyLogin())
  expect(await api.removePasskey({ id, proof: key.get(await api.beginPasskeyProof()) })).toMatchObject({ count: 1 })
  expect(await outcomeOf(site.api.fresh().loginByPasskey({ response: waiting }))).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(browser.getSessions())).toBe('ok')
  expect(await api.removePasskey({ id, password: user.password })).toMatchObject({ count: 0 })
})

test('adding and removing ask for the password or a passkey, whose guesses count together', async () => {
  const { user, api, key } = await owner()
  const [{ id = '' } = {}] = await api.getPasskeys()
  expect(await refusal(api.beginPasskey({}))).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field: 'password' }] })
  expect(await refusal(api.removePasskey({ id }))).toMatchObject({ fields: [{ field: 'password' }] })
  const wrong = [
    () => api.beginPasskey({ password: 'wrong1234!' }),
    () => api.removePasskey({ id, password: 'wrong1234!' }),
    () => api.changePw({ jwt: user.handle, password: 'wrong1234!', newPassword: 'another12!' }),
    async () => api.beginPasskey({ proof: key.get(await api.beginPasskeyProof(), { isVerified: false }) }),
    async () => api.removePasskey({ id, proof: key.get(await api.beginPasskeyProof(), { rpId: 'evil.example' }) }),
  ]
  for (const call of wrong) expect(await outcomeOf(call())).toBe('BAD_CREDENTIALS')
  expect(await outcomeOf(api.beginPasskey({ password: user.password }))).toBe('RATE_LIMITED')
  expect(await rowsOf(user)).toHaveLength(1)
})

test('a passkey takes the place of the password when it is changed; all passkeys stay, which the mail says', async () => {
  const { user, api, key } = await owner()
  const elsewhere = site.api.fresh()
  await logIn(key, {}, elsewhere)
  const jwt = user.handle
  const proof = key.get(await api.beginPasskeyProof())
  const weak = await refusal(api.changePw({ jwt, proof, newPassword: 'short' }))
  expect(weak).toMatchObject({ fields: [{ field: 'newPassword' }] })
  expect(await outcomeOf(api.changePw({ jwt, proof, newPassword: 'another12!' }))).toBe('ok')
  expect(await outcomeOf(api.changePw({ jwt, proof, newPassword: 'third1234!' }))).toBe('EXPIRED')
  expect(await outcomeOf(elsewhere.getSessions())).toBe('UNAUTHENTICATED')
  expect(await outcomeOf(logIn(key))).toBe('ok')
  expect(await outcomeOf(site.api.fresh().login({ email: user.email, password: 'another12!' }))).toBe('ok')
  const mails = await mailsTo(user.email)
  expect(mails.at(-1)?.text).toContain('추가해 둔 패스키는 그대로라서')
})

async function mailsTo(address: string) {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '1 minute'`.execute(site.db)
  return (await site.mails()).filter(({ to }) => to === address)
}

test('a passkey goes on through a recovery, and the session of a temporary password can do nothing with passkeys', async () => {
  const { user, key } = await owner()
  const { browser, temporary } = await requestTemporaryPassword(site, user)
  await browser.login({ email: user.email, password: temporary })
  expect(await outcomeOf(browser.getPasskeys())).toBe('FORBIDDEN')
  expect(await outcomeOf(browser.beginPasskeyProof())).toBe('FORBIDDEN')
  expect(await outcomeOf(browser.beginPasskey({ password: temporary }))).toBe('FORBIDDEN')
  const own = site.api.fresh()
  expect(await logIn(key, {}, own)).toMatchObject({ restricted: false })
  // Without a password the passkey sets a new one.
  const proof = key.get(await own.beginPasskeyProof())
  expect(await outcomeOf(own.changePw({ jwt: user.handle, proof, newPassword: 'recovered1!' }))).toBe('ok')
  expect(await outcomeOf(browser.user({ jwt: user.handle }))).toBe('UNAUTHENTICATED')
})

test('adding and removing are told by mail', async () => {
  const { user, api } = await owner()
  expect((await mailsTo(user.email)).at(-1)?.subject).toContain('패스키가 추가되었어요')
  const [{ id = '' } = {}] = await api.getPasskeys()
  await api.removePasskey({ id, password: user.password })
  expect((await mailsTo(user.email)).at(-1)?.subject).toContain('패스키가 삭제되었어요')
})

test('ten passkeys at most, also of many at once', async () => {
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  for (let n = 0; n < 8; n++) await add(user)
  const options = await Promise.all(Array.from({ length: 4 }, () => api.beginPasskey({ password: user.password })))
  const outcomes = await Promise.all(
    options.map((one) => outcomeOf(api.addPasskey({ response: new Authenticator(ORIGIN).create(one) }))),
  )
  expect(outcomes.toSorted()).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT', 'ok', 'ok'])
  expect(await refusal(api.beginPasskey({ password: user.password }))).toMatchObject({
    message: '패스키는 10개까지 추가할 수 있어요. 쓰지 않는 패스키를 먼저 삭제해 주세요.',
  })
  const names = (await api.getPasskeys()).map(({ name }) => name)
  expect(new Set(names).size).toBe(10)
})

test('a passkey has the name that it is given, or that of its device, and can be renamed by its owner only', async () => {
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1' }
  for (const name of [undefined, undefined, '  회사   노트북 ']) {
    const response = new Authenticator(ORIGIN).create(await api.beginPasskey({ password: user.password }))
    await api.addPasskey({ response, ...(name !== undefined && { name }) }, iphone)
  }
  const passkeys = await api.getPasskeys()
  expect(passkeys.map(({ name }) => name)).toEqual(['아이폰', '아이폰 2', '회사 노트북'])
  const id = passkeys[0]?.id ?? ''
  expect(await refusal(api.renamePasskey({ id, name: ' ' }))).toMatchObject({ fields: [{ field: 'name' }] })
  expect(await refusal(api.renamePasskey({ id, name: '가'.repeat(31) }))).toMatchObject({ fields: [{ field: 'name' }] })
  const other = await owner()
  expect(await other.api.renamePasskey({ id, name: '도둑' })).toMatchObject({ count: 0 })
  expect(await other.api.removePasskey({ id, password: other.user.password })).toMatchObject({ count: 0 })
  expect(await api.renamePasskey({ id, name: '내 아이폰' })).toMatchObject({ count: 1 })
  expect((await api.getPasskeys()).map(({ name }) => name)).toEqual(['내 아이폰', '아이폰 2', '회사 노트북'])
})

test('without a session nothing of anybody’s passkeys can be read or changed', async () => {
  const { api } = await owner()
  const [{ id = '' } = {}] = await api.getPasskeys()
  const visitor = site.api.fresh()
  for (const call of [
    () => visitor.getPasskeys(),
    () => visitor.beginPasskeyProof(),
    () => visitor.beginPasskey({ password: 'abcd123!' }),
    () => visitor.addPasskey({ response: '{}' }),
    () => visitor.renamePasskey({ id, name: '도둑' }),
    () => visitor.removePasskey({ id, password: 'abcd123!' }),
  ]) {
    expect(await outcomeOf(call())).toBe('UNAUTHENTICATED')
  }
})

test('the export of an account names its passkeys with their dates, and has no key', async () => {
  const { user, key } = await owner()
  await logIn(key)
  const account = await findAccount(user.handle)
  const files = await collectExport(site.services, account)
  const { content } = files.find(({ name }) => name === 'account.json') ?? {}
  const text = Buffer.from(content as Uint8Array).toString('utf8')
  const date = expect.stringMatching(/^\d{4}-/)
  expect(JSON.parse(text).passkeys).toEqual([{ name: '패스키', createdAt: date, lastUsedAt: date }])
  const [row] = await rowsOf(user)
  for (const form of ['base64', 'base64url', 'hex'] as const) {
    expect(text).not.toContain(row?.credential_id.toString(form))
    expect(text).not.toContain(row?.public_key.toString(form))
  }
})

async function findAccount(handle: string): Promise<number> {
  const account = site.db.selectFrom('accounts').select('id').where('handle', '=', handle)
  return (await account.executeTakeFirstOrThrow()).id
}
