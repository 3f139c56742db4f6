import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { Authenticator, type Lies } from '#tests/authenticator.ts'
import { buildUser } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openPasskeySite } from '#tests/passkey-site.ts'
import { refusal } from '#tests/post-site.ts'
import { holdLock, untilStatementsWait } from '#tests/uncommitted.ts'

const { site, ORIGIN, add, owner, logIn, rowsOf } = await openPasskeySite()

test('a passkey is added with the password, opens a session elsewhere, and is listed with its last use', async () => {
  const { user, api, key } = await owner()
  const [added] = await api.getPasskeys()
  expect(added).toMatchObject({ name: '패스키', lastUsedAt: null, backedUp: true })
  const browser = site.api.fresh()
  expect(await logIn(key, {}, browser)).toMatchObject({ jwt: user.handle, restricted: false, email: user.email })
  expect(await browser.getSessions()).toMatchObject([{ byPasskey: true, current: true, autoLogin: false }, {}])
  expect((await api.getPasskeys())[0]?.lastUsedAt).toMatch(/^\d{4}-/)
  expect(browser.setCookies.some((line) => line.startsWith('sid=') && !/max-age/i.test(line))).toBe(true)
  await browser.loginByPasskey({ response: key.get(await browser.beginPasskeyLogin()), autoLogin: true })
  expect(browser.setCookies.some((line) => line.startsWith('sid=') && /max-age/i.test(line))).toBe(true)
  // The former session of that browser has ended.
  expect(await browser.getSessions()).toHaveLength(2)
})

test('the options ask for a passkey of our name that recognises its owner, and tell nothing of accounts', async () => {
  const { user, api, key } = await owner()
  const login = JSON.parse(await site.api.fresh().beginPasskeyLogin())
  expect(login).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(login.allowCredentials ?? []).toEqual([])
  const created = JSON.parse(await api.beginPasskey({ password: user.password }))
  expect(created).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: user.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: key.id.toString('base64url') }],
  })
})

const lies: [string, Lies][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['the same host with another port', { origin: 'http://localhost:1' }],
  ['another host name', { rpId: 'evil.example' }],
  ['an owner who was not recognised', { isVerified: false }],
  ['nobody present', { isPresent: false }],
  ['another site in which ours is framed', { crossOrigin: true }],
  ['a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['the other ceremony', { type: 'payment.get' }],
  ['a backup of what cannot be copied', { isBackupEligible: false, isBackedUp: true }],
]

test.each(lies)('%s neither adds a passkey nor logs in', async (_name, lie) => {
  const { user, key } = await owner()
  expect(await outcomeOf(logIn(key, lie))).toMatch(/^(BAD_CREDENTIALS|BAD_USER_INPUT|EXPIRED)$/)
  const api = site.api.as(user)
  const options = await api.beginPasskey({ password: user.password })
  const response = new Authenticator(ORIGIN).create(options, lie)
  expect(await outcomeOf(api.addPasskey({ response }))).toMatch(/^(BAD_USER_INPUT|EXPIRED)$/)
  expect(await rowsOf(user)).toHaveLength(1)
  expect(await outcomeOf(logIn(key))).toBe('ok')
})

test('a challenge works once, of two at once for one, for five minutes, and for nothing else', async () => {
  const { user, api, key } = await owner()
  const browser = site.api.fresh()
  const response = key.get(await browser.beginPasskeyLogin())
  const outcomes = await Promise.all([1, 2].map(() => outcomeOf(site.api.fresh().loginByPasskey({ response }))))
  expect(outcomes.toSorted()).toEqual(['EXPIRED', 'ok'])
  expect(await outcomeOf(browser.loginByPasskey({ response }))).toBe('EXPIRED')
  const late = key.get(await browser.beginPasskeyLogin())
  const proof = key.get(await browser.beginPasskeyLogin())
  const creation = await api.beginPasskey({ password: user.password })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 299_000 })
  expect(await outcomeOf(api.beginPasskey({ proof }))).toBe('EXPIRED')
  expect(await outcomeOf(browser.loginByPasskey({ response: key.get(creation) }))).toBe('EXPIRED')
  vi.setSystemTime(Date.now() + 2000)
  expect(await outcomeOf(browser.loginByPasskey({ response: late }))).toBe('EXPIRED')
  expect(await outcomeOf(api.addPasskey({ response: new Authenticator(ORIGIN).create(creation) }))).toBe('EXPIRED')
  expect(await rowsOf(user)).toHaveLength(1)
})

test('a session alone, which may ask for a proof, adds no passkey with its challenge', async () => {
  const { user, api, key } = await owner()
  const response = new Authenticator(ORIGIN).create(await api.beginPasskeyProof(), { rpId: 'localhost' })
  expect(await outcomeOf(api.addPasskey({ response }))).toBe('EXPIRED')
  const proof = key.get(await api.beginPasskey({ password: user.password }), { rpId: 'localhost' })
  expect(await outcomeOf(api.beginPasskey({ proof }))).toBe('EXPIRED')
  expect(await rowsOf(user)).toHaveLength(1)
})

test('a challenge to add or to prove is only for the session that asked, also of one account', async () => {
  const { user, api, key } = await owner()
  const other = await owner()
  const elsewhere = site.api.fresh()
  await elsewhere.login({ email: user.email, password: user.password })
  const creation = await api.beginPasskey({ password: user.password })
  const proof = key.get(await api.beginPasskeyProof())
  for (const browser of [elsewhere, other.api]) {
    expect(await outcomeOf(browser.addPasskey({ response: new Authenticator(ORIGIN).create(creation) }))).toBe(
      'EXPIRED',
    )
    expect(await outcomeOf(browser.beginPasskey({ proof }))).toBe('EXPIRED')
  }
  expect(await outcomeOf(api.beginPasskey({ proof }))).toBe('ok')
  expect(await outcomeOf(api.addPasskey({ response: new Authenticator(ORIGIN).create(creation) }))).toBe('ok')
})

test("another's passkey, an unknown one, and one that says another owner are refused alike", async () => {
  const { api, key } = await owner()
  const other = await owner()
  const foreign = await refusal(logIn(key, { userHandle: other.key.userHandle }))
  const nobody = await refusal(logIn(key, { userHandle: null }))
  const swapped = await refusal(
    logIn(key, { id: other.key.id.toString('base64url'), userHandle: other.key.userHandle }),
  )
  const unknown = await refusal(logIn(new Authenticator(ORIGIN), { userHandle: key.userHandle }))
  expect(foreign).toMatchObject({ code: 'BAD_CREDENTIALS', message: expect.stringContaining('패스키를') })
  expect([nobody, swapped, unknown]).toEqual([foreign, foreign, foreign])
  // The other's passkey proves nothing in this session.
  const proof = other.key.get(await api.beginPasskeyProof())
  expect(await outcomeOf(api.beginPasskey({ proof }))).toBe('BAD_CREDENTIALS')
  // Nor can it be added to a second account, or twice.
  const password = 'abcd123!'
  expect(await outcomeOf(api.addPasskey({ response: other.key.create(await api.beginPasskey({ password })) }))).toBe(
    'CONFLICT',
  )
  // The browser's own word for the id is not what the authenticator signed.
  const named = new Authenticator(ORIGIN).create(await api.beginPasskey({ password }), { id: 'AAAA' })
  expect(await outcomeOf(api.addPasskey({ response: named }))).toBe('BAD_USER_INPUT')
})

test('a counter must rise once it counts, and two logins with one count do not both pass', async () => {
  const { user, key } = await owner({ counter: 5 })
  expect(await outcomeOf(logIn(key, { counter: 7 }))).toBe('ok')
  for (const counter of [7, 6, 0]) expect(await outcomeOf(logIn(key, { counter }))).toBe('BAD_CREDENTIALS')
  await forgetAttempts(site.db)
  // Both have compared their count before either is kept.
  const release = await holdLock(site.db, sql`select from accounts where handle = ${user.handle} for update`)
  const logins = [1, 2].map(() => outcomeOf(logIn(key, { counter: 8 })))
  await untilStatementsWait(site.db, 2)
  await release()
  const outcomes = await Promise.all(logins)
  expect(outcomes.toSorted()).toEqual(['BAD_CREDENTIALS', 'ok'])
  expect((await rowsOf(user))[0]).toMatchObject({ counter: 8 })
})

test('whether it is copied is kept as of the last use, and a passkey of another kind is refused', async () => {
  const { api, key } = await owner({ isBackedUp: false })
  expect((await api.getPasskeys())[0]?.backedUp).toBe(false)
  await logIn(key, { isBackedUp: true })
  expect((await api.getPasskeys())[0]?.backedUp).toBe(true)
  expect(await outcomeOf(logIn(key, { isBackupEligible: false }))).toBe('BAD_CREDENTIALS')
})

test('certificates are not looked at, so that none can send the site anywhere', async () => {
  const user = await buildUser(site.api)
  for (const [fmt, attStmt] of [
    ['apple', new Map([['x5c', [Buffer.from('certificate')]]])],
    ['packed', new Map([['x5c', [Buffer.from('certificate')]]])],
    ['none', new Map([['x5c', [Buffer.from('certificate')]]])],
    ['android-safetynet', new Map()],
  ] as const) {
    const outcome = outcomeOf(add(user, new Authenticator(ORIGIN), { fmt, attStmt: attStmt as never }))
    expect(await outcome, fmt).toBe('BAD_USER_INPUT')
  }
  // The library would take this one.
  const certified = outcomeOf(add(user, new Authenticator(ORIGIN), { fmt: 'packed', isCertified: true }))
  expect(await certified).toBe('BAD_USER_INPUT')
  expect(await rowsOf(user)).toEqual([])
})

test('a page that shows somebody else changes no passkey, and a login goes on as one by password does', async () => {
  const { user, api, key } = await owner()
  const other = await buildUser(site.api)
  const [{ id = '' } = {}] = await api.getPasskeys()
  const shown = { 'x-reader': other.handle }
  const creation = await api.beginPasskey({ password: user.password })
  const response = new Authenticator(ORIGIN).create(creation)
  for (const call of [
    () => api.beginPasskey({ password: user.password }, shown),
    () => api.addPasskey({ response }, shown),
    () => api.renamePasskey({ id, name: '도둑' }, shown),
    () => api.removePasskey({ id, password: user.password }, shown),
  ]) {
    expect(await outcomeOf(call())).toBe('OTHER_ACCOUNT')
  }
  expect(await rowsOf(user)).toMatchObject([{ name: '패스키' }])
  const login = key.get(await api.beginPasskeyLogin())
  expect(await outcomeOf(api.loginByPasskey({ response: login }, shown))).toBe('ok')
})

test('failures count as those of a login by password, and successes have a limit of their own', async () => {
  const { user, key } = await owner()
  const browser = site.api.fresh()
  for (let n = 0; n < 3; n++)
    expect(await outcomeOf(logIn(key, { isVerified: false }, browser))).toBe('BAD_CREDENTIALS')
  for (let n = 0; n < 2; n++) {
    expect(await outcomeOf(browser.login({ email: user.email, password: 'wrong1234!' }))).toBe('BAD_CREDENTIALS')
  }
  expect(await outcomeOf(logIn(key, {}, browser))).toBe('RATE_LIMITED')
  // Another network is not kept out.
  expect(await outcomeOf(logIn(key, {}, site.api.fresh('127.0.0.2')))).toBe('ok')
  await forgetAttempts(site.db)
  const stranger = site.api.fresh('127.0.0.3')
  const attempt = async () => outcomeOf(logIn(new Authenticator(ORIGIN), { userHandle: 'AAAA' }, stranger))
  const outcomes: string[] = []
  for (let n = 0; n < 51; n++) outcomes.push(await attempt())
  expect(outcomes.slice(0, 50).every((code) => code === 'BAD_CREDENTIALS')).toBe(true)
  expect(outcomes[50]).toBe('RATE_LIMITED')
  const known: string[] = []
  for (let n = 0; n < 61; n++) known.push(await outcomeOf(logIn(key, {}, browser)))
  expect(known.indexOf('RATE_LIMITED')).toBe(60)
})

test('a suspended member logs in as by password and writes nothing, and a withdrawn one is gone with the passkey', async () => {
  const { user, key } = await owner()
  await sql`update accounts set suspended_until = now() + interval '1 day' where handle = ${user.handle}`.execute(
    site.db,
  )
  const browser = site.api.fresh()
  expect(await outcomeOf(logIn(key, {}, browser))).toBe('ok')
  expect(await outcomeOf(browser.addPost({ title: '을밀대', contents: '냉면' }))).toBe('FORBIDDEN')
  const pending = key.get(await site.api.fresh().beginPasskeyLogin())
  await browser.remove({ jwt: user.handle })
  expect(await outcomeOf(site.api.fresh().loginByPasskey({ response: pending }))).toBe('BAD_CREDENTIALS')
  const { rows } = await sql`select from passkeys where credential_id = ${key.id}`.execute(site.db)
  expect(rows).toEqual([])
})

test('a login and a withdrawal at once neither deadlock nor leave a session', async () => {
  for (let n = 0; n < 5; n++) {
    const { user, api, key } = await owner()
    const response = key.get(await site.api.fresh().beginPasskeyLogin())
    const [login, withdrawal] = await Promise.all([
      outcomeOf(site.api.fresh().loginByPasskey({ response })),
      outcomeOf(api.remove({ jwt: user.handle })),
    ])
    expect(withdrawal).toBe('ok')
    expect(login).toMatch(/^(ok|BAD_CREDENTIALS|UNAUTHENTICATED)$/)
    await forgetAttempts(site.db)
  }
})

test.each([
  ['no JSON', 'passkey'],
  ['a number', '7'],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['a deep array', '['.repeat(8000)],
  ['a huge text', JSON.stringify({ id: 'A'.repeat(20_000) })],
  ['a huge id', JSON.stringify({ id: 'A'.repeat(2000), rawId: 'A'.repeat(2000), type: 'public-key', response: {} })],
])('%s instead of a response is refused with a sentence', async (_name, response) => {
  const { api } = await owner()
  const visitor = site.api.fresh()
  for (const call of [
    () => visitor.loginByPasskey({ response }),
    () => api.addPasskey({ response }),
    () => api.beginPasskey({ proof: response }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'BAD_USER_INPUT', message: '입력값이 올바르지 않습니다.' })
  }
})

test('used challenges are purged an hour after their end', async () => {
  const { key } = await owner()
  await logIn(key)
  const count = async () => (await sql`select from used_challenges`.execute(site.db)).rows.length
  expect(await count()).toBeGreaterThan(0)
  const { tasks } = await import('#server/product/tasks.ts')
  const before = await count()
  await tasks.purge_expired?.run(site.services, {})
  expect(await count()).toBe(before)
  await sql`update used_challenges set expires_at = expires_at - interval '66 minutes'`.execute(site.db)
  await tasks.purge_expired?.run(site.services, {})
  expect(await count()).toBe(0)
})
