import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { memberCareMessages } from '#rules/member-care.ts'
import { buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { ownPostSite, type PostSite, refusal } from '#tests/post-site.ts'
import { sendPassword, turnOnTwoStep } from '#tests/two-step.ts'
import { holdLock, requestBeforeCommit, untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

let site: PostSite
let admin: TestUser
let member: TestUser

beforeEach(async () => {
  site = await ownPostSite({ env: unlimited })
  ;[admin, member] = [
    await withRole('admin'),
    await buildUser(site.api, { username: '잠긴 이웃', questionAnswer: '카나리아' }),
  ]
})

async function withRole(role: string): Promise<TestUser> {
  const user = await buildUser(site.api)
  await sql`update accounts set role = ${role} where handle = ${user.handle}`.execute(site.db)
  return user
}

const as = (user: TestUser) => site.api.as(user)
const reason = '전화로 본인 확인'
const given = (user: TestUser, by = admin) => ({ handle: user.handle, reason, password: by.password })
const recorded = async () => (await as(admin).getModerationRecord({})).map(({ action }) => action)
const exists = async ({ handle }: TestUser) =>
  (await sql`select from accounts where handle = ${handle}`.execute(site.db)).rows.length === 1

test('a corrected address is told at both, and is where a recovery goes at once', async () => {
  await as(member).update({ ...member, jwt: member.handle, email: `${uniqueName()}@wrong.kr` })
  const [former] = (
    await sql<{ email: string }>`select email from accounts where handle = ${member.handle}`.execute(site.db)
  ).rows
  const email = `${uniqueName()}@right.kr`
  await sql`insert into linked_logins (account_id, provider, subject)
    select id, 'kakao', handle from accounts where handle = ${member.handle}`.execute(site.db)
  await as(admin).correctEmail({ ...given(member), email })
  expect(await site.db.selectFrom('linked_logins').select('subject').execute()).toEqual([])
  const mails = await site.mails()
  const told = mails.filter(({ subject }) => subject.includes('운영자가 이메일 주소를 변경했어요')).map(({ to }) => to)
  expect(told.toSorted()).toEqual([former?.email, email].toSorted())
  const browser = site.api.fresh()
  await browser.forgotPw({ email, questionIndex: 0, questionAnswer: '카나리아' })
  await browser.sendRecoveryMail()
  expect((await site.mails()).at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('임시 비밀번호') })
  expect((await as(admin).getModerationRecord({}))[0]).toMatchObject({
    action: 'correct email',
    reason,
    about: '잠긴 이웃',
  })
})

test('an address of another member, the present one and no address are refused, and nothing changes', async () => {
  const other = await buildUser(site.api)
  for (const [email, code, message] of [
    [other.email, 'CONFLICT', memberCareMessages.taken],
    [member.email.toUpperCase(), 'BAD_USER_INPUT', memberCareMessages.same],
    ['없는 주소', 'BAD_USER_INPUT', '이메일을 형식으로 입력해주세요'],
  ] as const)
    expect(await refusal(as(admin).correctEmail({ ...given(member), email }))).toMatchObject({
      code,
      fields: [{ field: 'email', message }],
    })
  expect(await recorded()).toEqual([])
})

test('all sessions of a member end, with the count', async () => {
  const elsewhere = site.api.fresh()
  await elsewhere.login({ email: member.email, password: member.password, autoLogin: true })
  await expect(as(admin).endMemberSessions(given(member))).resolves.toMatchObject({ count: 2 })
  expect((await refusal(as(member).user({ jwt: member.handle }))).code).toBe('UNAUTHENTICATED')
  expect(await recorded()).toEqual(['end sessions'])
})

test('with the sessions of a member end logins that wait for a code, also of one that is being checked', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app } = await turnOnTwoStep(as(member), member)
  const half = await sendPassword(site.api.fresh(), member)
  await as(admin).endMemberSessions(given(member))
  expect(await outcomeOf(half.loginByCode({ code: app.code() }))).toBe('EXPIRED')
  const checked = await sendPassword(site.api.fresh(), member)
  const ended = sql`update accounts set sign_outs = sign_outs + 1 where handle = ${member.handle}`
  const login = () => outcomeOf(checked.loginByCode({ code: app.code() }))
  expect(await requestBeforeCommit(site.db, (tx) => ended.execute(tx), login)).toBe('EXPIRED')
  const later = await sendPassword(site.api.fresh(), member)
  expect(await later.loginByCode({ code: app.code() })).toMatchObject({ jwt: member.handle })
})

test('an export is for the session of its admin alone, without the security answer, and recorded before it is read', async () => {
  const { url } = await as(admin).exportMember(given(member))
  expect(await recorded()).toEqual(['export'])
  const zip = await admin.client.send('GET', url)
  expect([zip.status, zip.headers['content-type'], zip.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'private, no-store',
  ])
  expect(zip.bytes.includes(Buffer.from(member.email))).toBe(true)
  expect(zip.bytes.includes(Buffer.from('카나리아'))).toBe(false)
  const other = await withRole('admin')
  for (const [client, path] of [
    [other.client, url],
    [member.client, url],
    [site.api.fresh(), url],
    [admin.client, '/admin/export.zip'],
    [admin.client, `${url}x`],
    [admin.client, '/admin/export.zip?token=a&token=b'],
  ] as const)
    expect((await client.send('GET', path)).status).toBeGreaterThanOrEqual(400)
  await sql`update accounts set role = 'admin' where handle = ${member.handle}`.execute(site.db)
  expect((await admin.client.send('GET', url)).status).toBe(403)
})

test('the only admin erases at once; where there are two, the second has to confirm', async () => {
  const gone = await buildUser(site.api)
  await expect(as(admin).eraseMember(given(gone))).resolves.toEqual({ erased: true, waits: false })
  expect(await exists(gone)).toBe(false)
  const second = await withRole('admin')
  const asked = { erased: false, waits: true }
  await expect(as(admin).eraseMember(given(member))).resolves.toEqual(asked)
  await expect(as(admin).eraseMember(given(member))).resolves.toEqual(asked)
  expect((await as(second).getPersonCard({ handle: member.handle })).erasure).toMatchObject({ reason, own: false })
  expect((await as(second).findPeople({ query: '' })).map(({ handle }) => handle)).toContain(member.handle)
  await as(second).dropErasure({ handle: member.handle })
  await expect(as(second).eraseMember(given(member, second))).resolves.toEqual(asked)
  await expect(as(admin).eraseMember(given(member))).resolves.toEqual({ erased: true, waits: false })
  expect(await exists(member)).toBe(false)
  expect((await recorded()).filter((action) => action !== 'view')).toEqual([
    'erase',
    'ask erasure',
    'drop erasure',
    'ask erasure',
    'erase',
    'ask erasure',
  ])
})

test('an erasure that was asked for a week ago is none', async () => {
  const second = await withRole('admin')
  await as(admin).eraseMember(given(member))
  await sql`update asked_erasures set asked_at = now() - interval '7 days'`.execute(site.db)
  await expect(as(second).eraseMember(given(member, second))).resolves.toEqual({ erased: false, waits: true })
  expect(await exists(member)).toBe(true)
})

test.each([
  ['an admin', sql`role = 'member'`],
  ['free', sql`suspended_until = '9999-01-01'`],
])('an erasure asked for by who is not %s any more is none, and another admin asks anew', async (_what, change) => {
  const [second, third] = [await withRole('admin'), await withRole('admin')]
  await as(second).eraseMember(given(member, second))
  await sql`update accounts set ${change} where handle = ${second.handle}`.execute(site.db)
  expect((await as(admin).getPersonCard({ handle: member.handle })).erasure).toBe(null)
  await expect(as(admin).eraseMember(given(member))).resolves.toEqual({ erased: false, waits: true })
  expect((await as(third).getPersonCard({ handle: member.handle })).erasure).toMatchObject({ own: false })
  await expect(as(third).eraseMember(given(member, third))).resolves.toEqual({ erased: true, waits: false })
  expect(await exists(member)).toBe(false)
})

test.each([
  ['setRole', { role: 'moderator' }],
  ['setRole', { role: 'member' }],
  ['endMemberSessions', {}],
  ['eraseMember', {}],
] as const)('%s %j of an admin whose role is taken while it waits changes nothing', async (name, args) => {
  await withRole('admin')
  const about = sql`select from accounts where handle = ${member.handle} for update`
  for (const [taken, code] of [
    [sql`update accounts set role = 'member' where handle = ${admin.handle}`, 'FORBIDDEN'],
    [
      sql`delete from sessions where account_id = (select id from accounts where handle = ${admin.handle})`,
      'UNAUTHENTICATED',
    ],
  ] as const) {
    await sql`update accounts set role = 'admin' where handle = ${admin.handle}`.execute(site.db)
    const release = await holdLock(site.db, about)
    const call = outcomeOf(site.api.as(admin).call(name, { ...given(member), ...args }))
    await untilStatementsWait(site.db, 1)
    await taken.execute(site.db)
    await release()
    expect(await call).toBe(code)
  }
  const { rows } = await sql`select role, exists (select from sessions s where s.account_id = a.id) as "isIn"
    from accounts a where handle = ${member.handle}`.execute(site.db)
  expect(rows).toEqual([{ role: 'member', isIn: true }])
})

const actions = ['correctEmail', 'endMemberSessions', 'exportMember', 'eraseMember', 'dropErasure'] as const

test.each(actions)(
  '%s is not for moderators, nor about admins and oneself, nor without password and reason',
  async (name) => {
    const moderator = await withRole('moderator')
    const second = await withRole('admin')
    const call = (by: TestUser, args: object) =>
      outcomeOf(site.api.as(by).call(name, { email: `${uniqueName()}@right.kr`, ...args }))
    expect(await call(moderator, given(member, moderator))).toBe('FORBIDDEN')
    expect(await call(admin, given(second))).toBe('FORBIDDEN')
    expect(await call(admin, given(admin))).toBe('FORBIDDEN')
    expect(await call(admin, { ...given(member), handle: 'x'.repeat(22) })).toBe('NOT_FOUND')
    if (name !== 'dropErasure') {
      expect(await call(admin, { ...given(member), password: 'wrong-1!' })).toBe('BAD_CREDENTIALS')
      expect(await call(admin, { ...given(member), password: null })).toBe('BAD_USER_INPUT')
      expect(await call(admin, { ...given(member), reason: ' ' })).toBe('BAD_USER_INPUT')
    }
    expect(await recorded()).toEqual([])
    await expect(site.api.fresh().login({ email: member.email, password: member.password })).resolves.toBeTruthy()
  },
)

test('a stolen session of an admin gives its power to no other account, and takes roles away', async () => {
  const accomplice = await buildUser(site.api)
  const grant = (role: string, args = {}) =>
    outcomeOf(site.api.as(admin).call('setRole', { handle: accomplice.handle, role, ...args }))
  for (const role of ['moderator', 'admin']) {
    expect(await grant(role)).toBe('BAD_USER_INPUT')
    expect(await grant(role, { password: accomplice.password.replace('!', '?') })).toBe('BAD_CREDENTIALS')
  }
  expect((await refusal(as(accomplice).getReports())).code).toBe('NOT_FOUND')
  expect(await recorded()).toEqual([])
  expect(await grant('moderator', { password: admin.password })).toBe('ok')
  expect(await outcomeOf(as(accomplice).getReports())).toBe('ok')
  expect(await grant('member')).toBe('ok')
  expect(await recorded()).toEqual(['grant member', 'grant moderator'])
})
