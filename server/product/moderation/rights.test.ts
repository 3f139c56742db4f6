import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Mutation, Query } from '#contract/schema.gen.ts'
import { requireOtherAdmin } from '#server/product/enforcement/require-writer.ts'
import { documents } from '#tests/api.ts'
import { buildUser } from '#tests/factories.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { openPostSite, ownPostSite, type Person, refusal, startPostSite } from '#tests/post-site.ts'
import { holdLock, untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })
let post: string
let member: Person
let moderator: Person
let admin: Person

beforeAll(async () => {
  member = await site.person({ username: '회원' })
  post = await site.post({ author: member })
  moderator = await withRole('moderator')
  admin = await withRole('admin')
})

async function withRole(role: string): Promise<Person> {
  const person = await site.person({ username: role })
  await setRole(person, role)
  return person
}

const setRole = ({ accountId }: Person, role: string) =>
  sql`update accounts set role = ${role} where id = ${accountId}`.execute(site.db)

/** That of an account which has signed up. */
async function givePassword({ accountId }: Person): Promise<string> {
  const { handle, password } = await buildUser(site.api)
  await sql`update accounts set password_hash = (select password_hash from accounts where handle = ${handle})
    where id = ${accountId}`.execute(site.db)
  return password
}

const code = async (person: Person | null, name: string, args: object) =>
  (await refusal((person ? site.api.as(person) : site.api).call(name, args))).code

/** All operations of moderators, with valid arguments. */
const operations: [keyof (Query & Mutation), () => object][] = [
  ['getReports', () => ({})],
  ['findPeople', () => ({ query: '회원' })],
  ['getPersonCard', () => ({ handle: member.handle })],
  ['getModerationRecord', () => ({})],
  ['getModerationRules', () => ({})],
  ['getRelease', () => ({})],
  ['moderate', () => ({ kind: 'post', id: post, action: 'hide', reason: '광고' })],
  ['setModerationRule', () => ({ kind: 'word', value: '광고', on: true })],
  ['setSignupMode', () => ({ mode: 'closed' })],
  ['setRole', () => ({ handle: member.handle, role: 'admin', password: 'abcd123!' })],
  ['getSiteLook', () => ({})],
  ['previewSiteLook', () => ({ text: '소개' })],
  ['setSiteLook', () => ({ name: '내 사이트' })],
  ['setSitePage', () => ({ place: 1, title: '소개', text: '소개' })],
  ['getFigures', () => ({})],
  ['getWebhooks', () => ({})],
  ['addWebhook', () => ({ url: 'https://hooks.example.kr/a', events: ['post'] })],
  ['removeWebhook', () => ({ id: '1' })],
  ['getLimits', () => ({})],
  ['getInvitations', () => ({})],
  ['addInvitation', () => ({ uses: 1, days: 1 })],
  ['revokeInvitation', () => ({ id: '1' })],
  ['correctEmail', () => ({ handle: member.handle, email: 'a@b.kr', reason: '요청', password: 'abcd123!' })],
  ['endMemberSessions', () => ({ handle: member.handle, reason: '요청', password: 'abcd123!' })],
  ['exportMember', () => ({ handle: member.handle, reason: '요청', password: 'abcd123!' })],
  ['eraseMember', () => ({ handle: member.handle, reason: '요청', password: 'abcd123!' })],
  ['dropErasure', () => ({ handle: member.handle })],
  ['getToldShops', () => ({})],
  ['decideShop', () => ({ id: '1', gone: true })],
]

test.each(operations)('%s is nothing for visitors, members and a temporary password', async (name, args) => {
  const before = await state()
  expect(await code(null, name, args())).toBe('UNAUTHENTICATED')
  expect(await code(await site.person(), name, args())).toBe('NOT_FOUND')
  expect(await code(await site.person({ restricted: true }), name, args())).toBe('FORBIDDEN')
  expect(await state()).toEqual(before)
})

test.each(operations)('%s is nothing for a moderator from the request after their role is gone', async (name, args) => {
  const former = await withRole('admin')
  expect(await code(former, 'getModerationRules', {})).toBe(undefined)
  await setRole(former, 'member')
  expect(await code(former, name, args())).toBe('NOT_FOUND')
})

test('what waits for its turn to write is refused if its role is gone or its session has ended meanwhile', async () => {
  const busy = await startPostSite({ env: { ...unlimited, DATABASE_POOL: '2' } })
  try {
    const [first, former, left] = [await busy.person(), await busy.person(), await busy.person()]
    await sql`update accounts set role = 'moderator' where id = ${former.accountId}`.execute(busy.db)
    const about = await busy.post({ author: left })
    const release = await holdLock(busy.db, sql`select from accounts where id = ${first.accountId} for update`)
    const writing = busy.api.as(first).addPost({ title: '먼저', contents: '국수' })
    await untilStatementsWait(busy.db, 1)
    const moderated = refusal(busy.api.as(former).moderate({ kind: 'post', id: about, action: 'hide', reason: '광고' }))
    const posted = refusal(busy.api.as(left).addPost({ title: '또', contents: '국수' }))
    await busy.api.as(former).getModerationRules({})
    await sql`update accounts set role = 'member' where id = ${former.accountId}`.execute(busy.db)
    await sql`delete from sessions where account_id = ${left.accountId}`.execute(busy.db)
    await release()
    expect([(await moderated).code, (await posted).code]).toEqual(['NOT_FOUND', 'UNAUTHENTICATED'])
    await expect(writing).resolves.toMatchObject({ count: expect.any(Number) })
  } finally {
    await busy.close()
  }
})

test.each(operations)('%s is refused to another site’s page', async (name, args) => {
  const body = { query: documents.get(name), variables: args() }
  const before = await state()
  expect((await admin.client.post(body, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await admin.client.post(body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await state()).toEqual(before)
})

async function state() {
  const { rows } = await sql`select (select count(*) from moderation_record) as record,
    (select count(*) from posts where hidden) as hidden, (select count(*) from moderation_rules) as rules,
    (select signup from moderation_settings) as signup,
    (select role from accounts where id = ${member.accountId}) as role`.execute(site.db)
  return rows[0]
}

test('no argument of sign-up or of a profile makes anybody a moderator', async () => {
  for (const [name, document] of documents) {
    if (name === 'setRole') continue
    expect(document.split('{')[0], name).not.toMatch(/\brole\b/)
  }
  const query = `mutation { update(jwt: "${member.handle}", email: "a@b.kr", username: "a", questionIndex: 0,
    questionAnswer: "a", role: "admin") { jwt } }`
  expect((await member.client.post({ query })).text).toContain('BAD_USER_INPUT')
})

test('only an admin gives roles and decides who signs up, and about no other admin', async () => {
  const { handle } = await site.person()
  expect(await code(moderator, 'setRole', { handle, role: 'moderator' })).toBe('FORBIDDEN')
  expect(await code(moderator, 'setSignupMode', { mode: 'closed' })).toBe('FORBIDDEN')
  const password = await givePassword(admin)
  expect(await code(admin, 'setRole', { handle, role: 'moderator', password })).toBe(undefined)
  const other = await withRole('admin')
  expect(await code(admin, 'setRole', { handle: other.handle, role: 'member' })).toBe('FORBIDDEN')
  expect(await code(admin, 'setRole', { handle: admin.handle, role: 'member' })).toBe('FORBIDDEN')
  await setRole(other, 'member')
})

test('the last admin cannot withdraw, and of two who do so at once one stays', async () => {
  const site = await ownPostSite({ env: unlimited })
  const admins = [await site.person(), await site.person()]
  await sql`update accounts set role = 'admin'`.execute(site.db)
  const both = admins.map((person) => site.api.as(person).remove({ jwt: person.handle }))
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await sql<{ id: number }>`select id from accounts where role = 'admin'`.execute(site.db)
  expect(rows).toHaveLength(1)
  await expect(requireOtherAdmin(site.db, rows[0]?.id ?? 0)).rejects.toThrow('마지막 관리자')
})

test('moderators see no secret of a member, and that they looked is recorded', async () => {
  const card = await site.api.as(moderator).getPersonCard({ handle: member.handle })
  const { rows } = await sql<{ email: string }>`select email from accounts where id = ${member.accountId}`.execute(
    site.db,
  )
  expect(JSON.stringify(card)).not.toContain(rows[0]?.email.split('@')[0])
  expect(card.person).toMatchObject({
    username: '회원',
    posts: 1,
    email: expect.stringMatching(/^.{1,2}\*\*\*@naver\.com$/),
  })
  expect(card.sessions).toHaveLength(1)
  const [entry] = await site.api.as(moderator).getModerationRecord()
  expect(entry).toMatchObject({ action: 'view', actor: 'moderator', about: '회원' })
  await site.api.as(moderator).findPeople({ query: rows[0]?.email ?? '' })
  for (const [name, shown] of [
    ['a', ''],
    ['ab', 'a'],
    ['abc', 'a'],
    ['abcd', 'ab'],
    ['"a@b"', '"a'],
  ]) {
    const email = `${name}@naver.com`
    await sql`update accounts set email = ${email} where id = ${member.accountId}`.execute(site.db)
    const { person } = await site.api.as(moderator).getPersonCard({ handle: member.handle })
    expect(person.email).toBe(`${shown}***@naver.com`)
  }
  expect((await site.api.as(moderator).getModerationRecord())[0]?.id).not.toBe(entry?.id)
})

test('whom a moderator finds by a nickname, an address of mail or a handle is recorded, one by one', async () => {
  const named = `찾는이${member.accountId}`
  const found = [await site.person({ username: named }), await site.person({ username: named })]
  const searcher = await withRole('moderator')
  const views = async () => {
    const { rows } = await sql<{ about: number; item: number }>`select about_id as about, item_id as item
      from moderation_record where actor_id = ${searcher.accountId} and action = 'view' order by about_id`.execute(
      site.db,
    )
    return rows
  }
  await site.api.as(searcher).findPeople({ query: '' })
  for (const query of ['그런 사람은 없어요', '\0', '\ud800']) await site.api.as(searcher).findPeople({ query })
  expect(await views()).toEqual([])
  const ids = found.map(({ accountId }) => accountId)
  await site.api.as(searcher).findPeople({ query: named })
  expect(await views()).toEqual(ids.map((id) => ({ about: id, item: id })))
  const [one] = found as [Person]
  const { rows } = await sql<{ email: string }>`select email from accounts where id = ${one.accountId}`.execute(site.db)
  for (const query of [one.handle, ` ${one.handle} `, String(rows[0]?.email), String(rows[0]?.email).toUpperCase()]) {
    const before = (await views()).length
    await site.api.as(searcher).findPeople({ query })
    expect((await views()).length, query).toBe(before + 1)
  }
})

test('roles, rules and who may sign up are recorded with who changed them', async () => {
  const boss = await withRole('admin')
  const { handle, accountId } = await site.person()
  await site.api.as(boss).setRole({ handle, role: 'moderator', password: await givePassword(boss) })
  await site.api.as(boss).setModerationRule({ kind: 'word', value: '기록될낱말', on: true })
  await site.api.as(boss).setModerationRule({ kind: 'word', value: '기록될낱말', on: false })
  await site.api.as(boss).setSignupMode({ mode: 'open' })
  const { rows } = await sql`select action, about_id, reason from moderation_record
    where actor_id = ${boss.accountId} order by id`.execute(site.db)
  expect(rows).toEqual([
    { action: 'grant moderator', about_id: accountId, reason: '' },
    { action: 'add rule', about_id: null, reason: '기록될낱말' },
    { action: 'remove rule', about_id: null, reason: '기록될낱말' },
    { action: 'set signup', about_id: null, reason: 'open' },
  ])
  await setRole(boss, 'member')
})

test('the devices of moderators are shown to admins only, and those of admins to nobody', async () => {
  const [boss, other] = [await withRole('admin'), await withRole('moderator')]
  const devices = async (reader: Person, { handle }: Person) =>
    (await site.api.as(reader).getPersonCard({ handle })).sessions?.length ?? null
  expect(await devices(moderator, boss)).toBeNull()
  expect(await devices(moderator, other)).toBeNull()
  expect(await devices(boss, other)).toBe(1)
  expect(await devices(moderator, member)).toBe(1)
  await setRole(boss, 'member')
})

test.each(['suspended_until', 'is_pending'])(
  'with %s a member changes nothing that others see, but their address and answer',
  async (column) => {
    const user = await buildUser(site.api, { username: '원래 이름' })
    const image = (await uploadPicture(user.client, await smallPhoto())).answer.url
    const api = site.api.as(user)
    const value = column === 'is_pending' ? true : new Date('9999-01-01')
    await sql`update accounts set ${sql.ref(column)} = ${value} where handle = ${user.handle}`.execute(site.db)
    const { email, questionIndex, questionAnswer, username } = user
    const kept = { jwt: user.handle, username, email, questionIndex, questionAnswer }
    for (const changed of [{ username: '새 이름' }, { about: '새 소개' }, { image }])
      expect((await refusal(api.update({ ...kept, ...changed }))).code, JSON.stringify(changed)).toBe('FORBIDDEN')
    await expect(api.update({ ...kept, email: `new-${email}`, questionAnswer: '통영' })).resolves.toMatchObject({
      username: '원래 이름',
      about: '',
      image: null,
      email: `new-${email}`,
      questionAnswer: '통영',
    })
  },
)

/** Mutations open to suspended members, such as changes of their own account. A new mutation is refused. */
const allowed = new Set<keyof Mutation>([
  'signup',
  'update',
  'changePw',
  'loginByPasskey',
  'loginByCode',
  'beginTwoStep',
  'confirmTwoStep',
  'renewRecoveryCodes',
  'endTwoStep',
  'beginPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'beginProviderLogin',
  'beginProviderLink',
  'linkPendingLogin',
  'unlinkLogin',
  'remove',
  'forgotPw',
  'sendRecoveryMail',
  'sendVerificationMail',
  'verifyEmail',
  'retryMail',
  'logout',
  'endSession',
  'setLocationConsent',
  'deletePost',
  'deleteComment',
  'deleteCollection',
  'leavePlan',
  'dropPlaceImport',
  'blockUser',
  'readNotifications',
  'switchNotifications',
  'setTastes',
  'switchTasteMatching',
  'switchWeeklyMail',
  'answerDecision',
  'takeBackReport',
  'subscribePush',
  'unsubscribePush',
])

const isMutation = ([, text]: readonly [string, string]) => text.startsWith('mutation')
const ofModerators = new Set<string>(operations.map(([name]) => name))

const mutations = [...documents]
  .filter(isMutation)
  .filter(([name]) => !allowed.has(name as keyof Mutation) && !ofModerators.has(name))

test.each(mutations)('%s is refused to who is suspended, and to who waits for approval', async (name, text) => {
  const { client, accountId } = await site.person()
  const variables = variablesOf(text)
  for (const [column, sentence] of [
    ['suspended_until', '이용이 정지되어'],
    ['is_pending', '가입 승인을'],
  ] as const) {
    await sql`update accounts set suspended_until = ${column === 'is_pending' ? null : new Date('9999-01-01')},
      is_pending = ${column === 'is_pending'} where id = ${accountId}`.execute(site.db)
    expect((await refusal(client.call(name, variables))).message).toContain(sentence)
  }
})

const someModerating = [...documents].filter((document) => isMutation(document) && ofModerators.has(document[0]))

const heldBack = [
  ['suspended for a day', sql`suspended_until = now() + interval '1 day'`],
  ['suspended for good', sql`suspended_until = '9999-01-01'`],
  ['suspended with all they wrote', sql`suspended_until = '9999-01-01', hidden = true`],
  ['waiting for approval', sql`is_pending = true`],
  ['suspended while they wait', sql`suspended_until = '9999-01-01', is_pending = true`],
] as const

test.each(heldBack)('who is %s gets the answer of strangers from all that moderators do', async (_how, state) => {
  const [stranger, member] = [await site.person(), await site.person()]
  await sql`update accounts set ${state} where id = ${member.accountId}`.execute(site.db)
  for (const [name, args] of operations) {
    const variables = args()
    const expected = await stranger.client.post({ query: documents.get(name), variables })
    const { status, text } = await member.client.post({ query: documents.get(name), variables })
    expect([status, JSON.parse(text).errors], name).toEqual([expected.status, JSON.parse(expected.text).errors])
    expect(expected.text, name).toContain('NOT_FOUND')
  }
})

test.each(someModerating)(
  '%s is refused to a moderator who is suspended meanwhile, by whatever way',
  async (name, text) => {
    const suspended = await withRole('moderator')
    await sql`update accounts set suspended_until = '9999-01-01' where id = ${suspended.accountId}`.execute(site.db)
    const before = await state()
    expect(await code(suspended, name, variablesOf(text))).toBe('FORBIDDEN')
    expect(await state()).toEqual(before)
    await setRole(suspended, 'member')
  },
)

/** Mutations open to visitors: login, sign-up, recovery, and those with a code or a link. */
const open = new Set([
  'loginByPasskey',
  'beginProviderLogin',
  'loginByCode',
  'signup',
  'forgotPw',
  'sendRecoveryMail',
  'verifyEmail',
  'logout',
])

/** Mutations open to sessions of a temporary password. */
const allowedToRestricted = new Set(['changePw'])

/** Reads of the caller's own data. */
const own = [
  'getSavedPosts',
  'getSavedPins',
  'getSavedCounts',
  'getFollowedPosts',
  'getActiveAuthors',
  'getPeople',
  'getNotifications',
  'getNotificationSwitches',
  'getPushKey',
  'getPasskeys',
  'getTwoStep',
  'getLinkedLogins',
  'beginPasskeyProof',
  'getReported',
  'getDecisions',
]

const withSession = [...documents].filter(
  ([name, text]) => own.includes(name) || (text.startsWith('mutation') && !open.has(name)),
)

test.each(withSession)(
  '%s is refused to visitors, to a temporary password and after a withdrawal',
  async (name, text) => {
    const gone = await site.person()
    await site.api.as(gone).remove({ jwt: gone.handle })
    expect(await code(null, name, variablesOf(text))).toBe('UNAUTHENTICATED')
    expect(await code(gone, name, variablesOf(text))).toBe('UNAUTHENTICATED')
    if (allowedToRestricted.has(name)) return
    expect(await code(await site.person({ restricted: true }), name, variablesOf(text))).toBe('FORBIDDEN')
  },
)

/** Values for all required arguments. */
function variablesOf(text: string): Record<string, unknown> {
  const required = [...text.matchAll(/\$(\w+): (?:(\w+)|\[(\w+)!\])!/g)]
  return Object.fromEntries(required.map(([, of, type = '', each = '']) => [of, each ? [some[each]] : some[type]]))
}

const some: Readonly<Record<string, unknown>> = {
  ID: '1',
  LoginProvider: 'kakao',
  String: 'a',
  Int: 1,
  Boolean: true,
  SaveList: 'want',
  PeopleList: 'followers',
  NotificationKind: 'like',
  Visibility: 'public',
  ModeratedKind: 'post',
  ModerationAction: 'hide',
  ModerationRuleKind: 'word',
  SignupMode: 'open',
  ShopWord: 'gone',
  Role: 'member',
  WebhookEvent: 'post',
}

test('a suspended member and one who waits upload nothing', async () => {
  const { client, accountId } = await site.person()
  await sql`update accounts set is_pending = true where id = ${accountId}`.execute(site.db)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const reply = await client.send('POST', '/v1_1/matnanum/image/upload', '--x--\r\n', headers)
  expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('가입 승인을')])
})
