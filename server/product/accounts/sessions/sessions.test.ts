import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Client } from '#tests/api.ts'
import { freshDatabase } from '#tests/database.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { openSite, startSite } from '#tests/site.ts'
import { hashToken, openSession, resumeSession } from './sessions.ts'

const site = await openSite()

const sessionToken = (client: Client) => client.cookies.get('sid') ?? ''

async function ageSession(token: string, by: string): Promise<void> {
  await sql`update sessions set created_at = created_at - ${by}::interval, last_used_at = last_used_at - ${by}::interval,
    rotated_at = rotated_at - ${by}::interval where token_hash = ${hashToken(token)}`.execute(site.db)
}

async function shiftBack(
  token: string,
  column: 'created_at' | 'last_used_at' | 'rotated_at',
  by: string,
): Promise<void> {
  await sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${by}::interval
    where token_hash = ${hashToken(token)}`.execute(site.db)
}

/** A browser that has only this session cookie. */
function browserWith(token: string) {
  const browser = site.api.fresh()
  browser.cookies.set('sid', token)
  return browser
}

async function signIn(user: TestUser, autoLogin: boolean) {
  const browser = site.api.fresh()
  await browser.login({ email: user.email, password: user.password, autoLogin })
  return browser
}

const isSignedIn = async (token: string, user: TestUser) =>
  browserWith(token)
    .user({ jwt: user.handle })
    .then(
      () => 'works',
      (error: { code?: string }) => error.code,
    )

test('the session cookie is HttpOnly, Lax, for every path, without a domain, and ends with the browser', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, false)
  const line = browser.setCookies.find((text) => text.startsWith('sid='))
  expect(line).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('with auto-login the session cookie lasts for thirty days', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, true)
  const line = browser.setCookies.find((text) => text.startsWith('sid='))
  expect(line).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('with https every cookie has the __Host- prefix and Secure', async () => {
  const secure = await startSite({ env: { PUBLIC_ORIGIN: 'https://example.kr' } })
  const { client } = await buildUser(secure.api)
  expect(client.setCookies).toHaveLength(2)
  for (const line of client.setCookies) {
    expect(line).toMatch(/^__Host-[sd]id=[\w-]+;/)
    expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
    expect(line).not.toMatch(/domain/i)
  }
  await secure.close()
})

test('login replaces a planted session and ends it', async () => {
  const attacker = await buildUser(site.api)
  const victim = await buildUser(site.api)
  const planted = sessionToken(attacker.client)
  const browser = browserWith(planted)
  await browser.login({ email: victim.email, password: victim.password })
  expect(sessionToken(browser)).not.toBe(planted)
  expect(await isSignedIn(planted, attacker)).toBe('UNAUTHENTICATED')
  expect(await isSignedIn(sessionToken(browser), victim)).toBe('works')
})

test('sign-up replaces a planted session too', async () => {
  const attacker = await buildUser(site.api)
  const planted = sessionToken(attacker.client)
  const browser = browserWith(planted)
  await browser.signup({ ...attacker, email: `x${attacker.email}` })
  expect(sessionToken(browser)).not.toBe(planted)
  expect(await isSignedIn(planted, attacker)).toBe('UNAUTHENTICATED')
})

test('logout ends the session on the server', async () => {
  const user = await buildUser(site.api)
  const token = sessionToken(user.client)
  await expect(site.api.as(user).logout()).resolves.toMatchObject({ count: 1 })
  expect(user.client.cookies.has('sid')).toBe(false)
  expect(await isSignedIn(token, user)).toBe('UNAUTHENTICATED')
})

test('the database holds no usable token', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, true)
  const { rows } = await sql<{ dump: string }>`select row_to_json(sessions)::text as dump from sessions`.execute(
    site.db,
  )
  const dump = rows.map((row) => row.dump).join('\n')
  for (const token of [sessionToken(user.client), sessionToken(browser)]) {
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(Buffer.from(token).toString('hex'))
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    expect(dump).toContain(hashToken(token).toString('hex'))
  }
})

test.each([
  ['a session without auto-login', false, 'last_used_at', '23 hours 59 minutes', '24 hours 1 minute'],
  ['a session without auto-login', false, 'created_at', '6 days 23 hours', '7 days 1 minute'],
  ['an auto-login', true, 'last_used_at', '13 days 23 hours', '14 days 1 minute'],
  ['an auto-login', true, 'created_at', '29 days 23 hours', '30 days 1 minute'],
] as const)(
  '%s (auto-login: %s) whose %s was %s ago is alive, and %s ago is dead',
  async (_name, autoLogin, column, before, after) => {
    const user = await buildUser(site.api)
    const young = sessionToken(await signIn(user, autoLogin))
    await shiftBack(young, column, before)
    expect(await isSignedIn(young, user)).toBe('works')
    const old = sessionToken(await signIn(user, autoLogin))
    await shiftBack(old, column, after)
    expect(await isSignedIn(old, user)).toBe('UNAUTHENTICATED')
  },
)

test('an auto-login gets a new token after a day, and the previous one works for a minute', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, true)
  const first = sessionToken(browser)
  await ageSession(first, '25 hours')
  await browser.user({ jwt: user.handle })
  const second = sessionToken(browser)
  expect(second).not.toBe(first)
  expect(browser.setCookies.find((line) => line.startsWith('sid='))).toMatch(/Max-Age=2592000/)
  expect(await isSignedIn(first, user)).toBe('works')
  expect(await isSignedIn(second, user)).toBe('works')
})

test('a token that was replaced more than a minute ago ends the session', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, true)
  const stolen = sessionToken(browser)
  await ageSession(stolen, '25 hours')
  await browser.user({ jwt: user.handle })
  const own = sessionToken(browser)
  await shiftBack(own, 'rotated_at', '61 seconds')
  expect(await isSignedIn(stolen, user)).toBe('UNAUTHENTICATED')
  expect(await isSignedIn(own, user)).toBe('UNAUTHENTICATED')
})

test('of many requests at the time of rotation one gets the new token and none fails', async () => {
  const user = await buildUser(site.api)
  const token = sessionToken(await signIn(user, true))
  await ageSession(token, '25 hours')
  const browsers = Array.from({ length: 8 }, () => browserWith(token))
  await Promise.all(browsers.map((browser) => browser.user({ jwt: user.handle })))
  expect(browsers.filter((browser) => sessionToken(browser) !== token)).toHaveLength(1)
})

test('of two requests that find the rotation due at once, one changes the token', async () => {
  const user = await buildUser(site.api)
  const token = sessionToken(await signIn(user, true))
  await ageSession(token, '25 hours')
  const found = await Promise.all([
    resumeSession(site.db, token, site.config),
    resumeSession(site.db, token, site.config),
  ])
  expect(found.filter((session) => session?.newToken != null)).toHaveLength(1)
  expect(await isSignedIn(token, user)).toBe('works')
})

test('a session without auto-login keeps its token', async () => {
  const user = await buildUser(site.api)
  const browser = await signIn(user, false)
  const token = sessionToken(browser)
  await shiftBack(token, 'rotated_at', '25 hours')
  await browser.user({ jwt: user.handle })
  expect(sessionToken(browser)).toBe(token)
})

test('use is recorded at most every five minutes', async () => {
  const user = await buildUser(site.api)
  const token = sessionToken(user.client)
  const lastUse = async () =>
    site.db
      .selectFrom('sessions')
      .select(['last_used_at', sql<boolean>`last_used_at > now() - interval '10 seconds'`.as('just_now')])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
  await shiftBack(token, 'last_used_at', '4 minutes')
  const before = await lastUse()
  await isSignedIn(token, user)
  expect(await lastUse()).toEqual(before)
  await shiftBack(token, 'last_used_at', '2 minutes')
  await isSignedIn(token, user)
  expect((await lastUse()).just_now).toBe(true)
})

test('a login beyond twenty sessions ends the one that was not used for longest', async () => {
  const user = await buildUser(site.api)
  const idle = await signIn(user, true)
  await ageSession(sessionToken(idle), '1 hour')
  for (let count = 3; count <= 20; count++) await signIn(user, false)
  expect(await isSignedIn(sessionToken(idle), user)).toBe('works')
  await ageSession(sessionToken(idle), '1 hour')
  await signIn(user, false)
  expect(await isSignedIn(sessionToken(idle), user)).toBe('UNAUTHENTICATED')
  // The oldest one, from the sign-up.
  expect(await site.api.as(user).getSessions()).toHaveLength(20)
})

test('sessions are listed with their device, and each can be ended', async () => {
  const user = await buildUser(site.api)
  const other = site.api.fresh()
  const phone =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
  await other.login({ email: user.email, password: user.password, autoLogin: true }, { 'user-agent': phone })
  const list = await site.api.as(user).getSessions()
  expect(list).toHaveLength(2)
  expect(list[0]).toMatchObject({ device: 'Chrome · Android', autoLogin: true, current: false })
  expect(list[1]).toMatchObject({ device: '알 수 없는 기기', autoLogin: false, current: true })
  await expect(site.api.as(user).endSession({ id: list[0]?.id ?? '' })).resolves.toMatchObject({ count: 1 })
  expect(await isSignedIn(sessionToken(other), user)).toBe('UNAUTHENTICATED')
  expect(await site.api.as(user).getSessions()).toHaveLength(1)
})

test("nobody can end another person's session", async () => {
  const [mine, theirs] = [await buildUser(site.api), await buildUser(site.api)]
  const [session] = await site.api.as(theirs).getSessions()
  await expect(site.api.as(mine).endSession({ id: session?.id ?? '' })).resolves.toMatchObject({ count: 0 })
  expect(await isSignedIn(sessionToken(theirs.client), theirs)).toBe('works')
})

test('among many sessions PostgreSQL plans the lookup once for a connection, not for each request', async () => {
  const { db, drop } = await freshDatabase(1)
  onTestFinished(drop)
  const { rows } = await sql<{ id: number }>`
    insert into accounts (handle, email, email_key, username, password_hash, question_index, answer_sealed)
    select left(md5(n::text), 22), n || '@example.kr', n || '@example.kr', '맛객' || n, 'none', 0, ''
    from generate_series(1, 1000) n returning id`.execute(db)
  await sql`insert into sessions (account_id, token_hash, persistent)
    select id, sha256(id::text::bytea), false from accounts`.execute(db)
  const token = await openSession(db, { accountId: rows[0]?.id ?? 0, persistent: false, userAgent: null })
  await sql`analyze accounts, sessions`.execute(db)
  const lookups = 20
  for (let lookup = 0; lookup < lookups; lookup++) expect(await resumeSession(db, token, site.config)).not.toBeNull()
  const { rows: plans } = await sql`select custom_plans::int as separate, generic_plans::int as shared
    from pg_prepared_statements where statement like '%from sessions join accounts%'`.execute(db)
  // PostgreSQL compares the first five executions with a shared plan.
  expect(plans).toEqual([{ separate: 5, shared: lookups - 5 }])
})
