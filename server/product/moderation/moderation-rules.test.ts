import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountMessages } from '#rules/account.ts'
import { moderationMessages } from '#rules/moderation.ts'
import { buildUser, signupFields } from '#tests/factories.ts'
import { type Person, type PostSite, refusal, somePost, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

let site: PostSite
let moderator: Person
let admin: Person
let author: Person

beforeEach(async () => {
  site = await startPostSite({ env: unlimited })
  ;[moderator, admin, author] = await Promise.all([site.person(), site.person(), site.person()])
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  await sql`update accounts set role = 'admin' where id = ${admin.accountId}`.execute(site.db)
  await as(moderator).setModerationRule({ kind: 'word', value: '도박 사이트', on: true })
})
afterEach(() => site.close())

const as = (person: Person) => site.api.as(person)

test('a post with a word to hold is its author’s alone until a moderator releases it', async () => {
  const post = await site.post({ author, title: '도박사이트', contents: '소개해요.' })
  expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
  expect((await site.api.getSearchPosts({ keyword: '소개해요' })).data).toEqual([])
  await expect(as(author).getPost({ id: post })).resolves.toMatchObject({
    hiddenBecause: '운영자가 확인하고 있어요. 확인이 끝나면 모두에게 보여요.',
  })
  const [entry] = (await as(moderator).getReports()).data
  expect(entry).toMatchObject({ kind: 'post', id: post, held: true, hidden: true, reporters: 0 })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
  await expect(site.api.getPost({ id: post })).resolves.toMatchObject({ title: '도박사이트', like: 0 })
  expect((await as(moderator).getReports()).data).toEqual([])
})

test('admins see which limits count, and a limit of its own goes before LIMITS', async () => {
  const strict = await startPostSite({ env: { LIMITS: 'strict', LIMIT_POST: '7/1h', LIMIT_LIKE: '40/1m' } })
  try {
    const operator = await strict.person()
    await sql`update accounts set role = 'admin' where id = ${operator.accountId}`.execute(strict.db)
    const limits = await strict.api.as(operator).getLimits()
    const of = (wanted: string) => limits.find(({ name }) => name === wanted)
    expect(limits[0]).toEqual({ name: 'LIMITS', value: 'strict', own: false })
    // The same as LIMITS=strict would make it, but it stays under another one.
    expect(of('LIMIT_LIKE')).toEqual({ name: 'LIMIT_LIKE', value: '40/1m', own: true })
    expect([of('LIMIT_POST'), of('LIMIT_COMMENT'), of('LIMIT_LOGIN')]).toEqual([
      { name: 'LIMIT_POST', value: '7/1h', own: true },
      { name: 'LIMIT_COMMENT', value: '20/1h', own: false },
      { name: 'LIMIT_LOGIN', value: '2/15m', own: false },
    ])
    for (let i = 0; i < 7; i++) await strict.post({ author: operator })
    expect((await refusal(strict.post({ author: operator }))).code).toBe('RATE_LIMITED')
  } finally {
    await strict.close()
  }
})

test('a moderator releases what they read, and not what it has become meanwhile', async () => {
  const id = await site.post({ author, title: '도박사이트 한 번' })
  const read = async () => (await as(moderator).getReports()).data.find((item) => item.id === id)
  const before = await read()
  await as(author).editPost({ id, ...somePost, title: '도박사이트 두 번' })
  const release = (version: string | undefined) =>
    as(moderator).moderate({ kind: 'post', id, action: 'restore', version: version ?? null })
  expect(await refusal(release(before?.version))).toMatchObject({ message: moderationMessages.changed })
  expect((await refusal(site.api.getPost({ id }))).code).toBe('NOT_FOUND')
  await release((await read())?.version)
  expect((await site.api.getPost({ id })).title).toBe('도박사이트 두 번')
})

test.each(['ｏｎｅ ｂｅｔ', '𝐨𝐧𝐞𝐛𝐞𝐭', 'O.n-e|b·e_t'])('a word to hold is found written as %s', async (title) => {
  await as(moderator).setModerationRule({ kind: 'word', value: 'OneBet', on: true })
  const post = await site.post({ author, title })
  expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
  await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
  await as(moderator).setModerationRule({ kind: 'word', value: 'OneBet', on: false })
})

test.each(['나\u0323쁜말', '나\u0336쁜\u0336말', '나\u302e쁜말', '나 · 쁘\u0323\u11ab말'])(
  'a word to hold is found with marks on its letters: %j',
  async (title) => {
    await as(moderator).setModerationRule({ kind: 'word', value: '나쁜 말', on: true })
    const post = await site.post({ author, title })
    expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
    await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
    await as(moderator).setModerationRule({ kind: 'word', value: '나쁜 말', on: false })
  },
)

test('a word to hold that is written with marks is found with and without them, and one of marks alone is none', async () => {
  expect((await refusal(as(moderator).setModerationRule({ kind: 'word', value: '\u0301', on: true }))).code).toBe(
    'BAD_USER_INPUT',
  )
  await as(moderator).setModerationRule({ kind: 'word', value: 'Ọne+Bét', on: true })
  for (const title of ['Ọne+Bét', 'one + bet', '\u1ECDne+be\u0301\u0323t']) {
    const post = await site.post({ author, title })
    expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
    await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
  }
  const other = await site.post({ author, title: 'one bet' })
  await expect(site.api.getPost({ id: other })).resolves.toMatchObject({ title: 'one bet' })
  await as(moderator).setModerationRule({ kind: 'word', value: 'Ọne+Bét', on: false })
})

test.each([
  { contents: '도박 사이트' },
  { place_name: '도박 사이트' },
  { address: '도박 사이트' },
  { dishes: [{ name: '도박 사이트' }] },
])('a post is held for each of its texts: %o', async (text) => {
  const post = await site.post({ author, title: '맛집', ...text })
  expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
})

test('an edit that adds such a word hides a post, and so does one of a comment', async () => {
  const post = await site.post({ author, title: '맛집' })
  await as(author).editPost({ id: post, title: '맛집', contents: '도박 사이트' })
  expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
  const under = await site.post()
  const held = await as(author).addComment({ post: under, text: '도박 사이트 오세요' })
  const edited = await as(author).addComment({ post: under, text: '맛있어요' })
  await as(author).editComment({ id: edited.id, text: '도 박 사 이 트' })
  expect((await site.api.getComments({ post: under })).data).toEqual([])
  expect((await site.api.getPost({ id: under })).comments).toBe(0)
  expect((await as(author).getComments({ post: under })).data).toHaveLength(2)
  await as(moderator).moderate({ kind: 'comment', id: held.id, action: 'restore' })
  expect((await site.api.getPost({ id: under })).comments).toBe(1)
})

test('a nickname and a line about oneself with such a word are refused, and an older one stays', async () => {
  const fields = { ...signupFields(), username: '도박 사이트 직원' }
  const refused = { code: 'BAD_USER_INPUT', fields: [{ field: 'username', message: moderationMessages.heldWord }] }
  expect(await refusal(site.api.fresh().signup(fields))).toMatchObject(refused)
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  const { email, questionIndex, questionAnswer } = user
  const own = { jwt: user.handle, email, username: '도박사이트', questionIndex, questionAnswer }
  await sql`update accounts set username = '도박사이트' where handle = ${user.handle}`.execute(site.db)
  expect(await refusal(api.update({ ...own, username: '도박사이트2' }))).toMatchObject(refused)
  expect(await refusal(api.update({ ...own, about: '도박사이트 오세요' }))).toMatchObject({
    fields: [{ field: 'about', message: moderationMessages.heldWord }],
  })
  await expect(api.update({ ...own, about: '맛집을 찾아요' })).resolves.toMatchObject({ about: '맛집을 찾아요' })
})

test('only a moderator takes a nickname that passes for one, and who has one keeps it', async () => {
  const refused = { code: 'BAD_USER_INPUT', fields: [{ field: 'username', message: accountMessages.usernameOfficial }] }
  const signup = { ...signupFields(), username: '맛나눔 운영자' }
  expect(await refusal(site.api.fresh().signup(signup))).toMatchObject(refused)
  const user = await buildUser(site.api)
  const api = site.api.as(user)
  const { email, questionIndex, questionAnswer } = user
  const own = { jwt: user.handle, email, questionIndex, questionAnswer }
  const setTo = (column: 'username' | 'role', value: string) =>
    sql`update accounts set ${sql.ref(column)} = ${value} where handle = ${user.handle}`.execute(site.db)
  expect(await refusal(api.update({ ...own, username: '관리자' }))).toMatchObject(refused)
  await setTo('username', '관리자')
  await expect(api.update({ ...own, username: '관리자', about: '안녕하세요' })).resolves.toMatchObject({
    username: '관리자',
  })
  await setTo('role', 'moderator')
  await expect(api.update({ ...own, username: '운영자 하나' })).resolves.toMatchObject({ username: '운영자 하나' })
})

test('a collection that others may read is held for its name, its text and its notes', async () => {
  const api = as(author)
  const post = await site.post({ author })
  const isShown = async (id: string) => (await refusal(site.api.fresh().getCollection({ id }))).code !== 'NOT_FOUND'
  const made = await api.addCollection({ name: '도박 사이트', visibility: 'public' })
  expect(await isShown(made.id)).toBe(false)
  const [entry] = (await as(moderator).getReports()).data.filter(({ kind }) => kind === 'collection')
  expect(entry).toMatchObject({ id: made.id, held: true, hidden: true })
  await as(moderator).moderate({ kind: 'collection', id: made.id, action: 'restore' })
  expect(await isShown(made.id)).toBe(true)
  const noted = await api.addCollection({ name: '점심', visibility: 'link' })
  await api.putInCollection({ id: noted.id, post })
  expect(await isShown(noted.id)).toBe(true)
  await api.putInCollection({ id: noted.id, post, note: '도박 사이트' })
  expect(await isShown(noted.id)).toBe(false)
  const secret = await api.addCollection({ name: '나만 봐요', about: '저녁' })
  await api.putInCollection({ id: secret.id, post, note: '도박 사이트' })
  expect((await as(moderator).getReports()).data.map(({ id }) => id)).not.toContain(secret.id)
  await api.editCollection({ id: secret.id, name: '나만 봐요', visibility: 'public' })
  expect(await isShown(secret.id)).toBe(false)
  const edited = await api.addCollection({ name: '아침', visibility: 'public' })
  await api.editCollection({ id: edited.id, name: '아침', about: '도박사이트', visibility: 'public' })
  expect(await isShown(edited.id)).toBe(false)
  await expect(api.getCollection({ id: edited.id })).resolves.toMatchObject({
    collection: { hiddenBecause: moderationMessages.held },
  })
})

test('a word that is taken out holds nothing any more', async () => {
  await as(moderator).setModerationRule({ kind: 'word', value: '도박사이트', on: false })
  const post = await site.post({ author, title: '도박사이트' })
  await expect(site.api.getPost({ id: post })).resolves.toMatchObject({ title: '도박사이트' })
  expect(await as(moderator).getModerationRules()).toMatchObject({ words: [] })
})

test('what is no word, domain or network is refused with a sentence', async () => {
  for (const [kind, value] of [
    ['word', ' '],
    ['domain', 'not a domain'],
    ['network', '300.1.1.1'],
    ['word', '가'.repeat(81)],
  ] as const) {
    expect((await refusal(as(moderator).setModerationRule({ kind, value, on: true }))).code).toBe('BAD_USER_INPUT')
  }
})

test('a refused domain, and what is below it, and a refused network cannot sign up', async () => {
  await as(moderator).setModerationRule({ kind: 'domain', value: '@Spam.com', on: true })
  for (const email of ['a@spam.com', 'a@mail.SPAM.com']) {
    const refused = await refusal(site.api.fresh().signup({ ...signupFields(), email }))
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', message: '이 이메일은 쓸 수 없어요.' })
  }
  await expect(site.api.fresh().signup({ ...signupFields(), email: 'a@notspam.com' })).resolves.toBeTruthy()
  const member = await buildUser(site.api)
  const changed = site.api.as(member).update({ ...member, jwt: member.handle, email: 'a@spam.com' })
  expect(await refusal(changed)).toMatchObject({ code: 'BAD_USER_INPUT', message: '이 이메일은 쓸 수 없어요.' })
  await as(moderator).setModerationRule({ kind: 'network', value: '127.0.0.7', on: true })
  expect((await refusal(site.api.fresh('127.0.0.7').signup(signupFields()))).code).toBe('BAD_USER_INPUT')
  await expect(site.api.fresh('127.0.0.8').signup(signupFields())).resolves.toBeTruthy()
})

test('while sign-up is closed nobody signs up; by approval, who does writes after it', async () => {
  await as(admin).setSignupMode({ mode: 'closed' })
  expect((await refusal(site.api.fresh().signup(signupFields()))).message).toBe('지금은 새로 가입할 수 없어요.')
  await as(admin).setSignupMode({ mode: 'approval' })
  const api = site.api.fresh()
  const { jwt } = await api.signup(signupFields())
  expect((await refusal(api.addPost({ title: '글', contents: '글' }))).message).toContain('가입 승인을 기다리고 있어요')
  expect((await refusal(site.api.fresh().getAuthor({ handle: jwt }))).code).toBe('NOT_FOUND')
  // PostgreSQL cannot store this character, so no member has it.
  expect(await as(moderator).findPeople({ query: '회원\u0000' })).toEqual([])
  expect((await as(moderator).findPeople({ query: '' })).find(({ pending }) => pending)).toMatchObject({ handle: jwt })
  await as(moderator).moderate({ kind: 'author', id: jwt, action: 'approve' })
  await expect(api.addPost({ title: '글', contents: '글' })).resolves.toMatchObject({ count: 1 })
  await as(admin).setSignupMode({ mode: 'open' })
})

test('an account of the first day has lower limits until it has two posts', async () => {
  const limited = await startPostSite({ env: { ...unlimited, LIMIT_NEWCOMER: '3/1d' } })
  try {
    const post = await limited.post()
    const comment = async (person: Person) =>
      (await refusal(limited.api.as(person).addComment({ post, text: '글' }))).code
    const newcomer = await limited.person()
    const codes = []
    for (let n = 0; n < 4; n++) codes.push(await comment(newcomer))
    expect(codes).toEqual([undefined, undefined, undefined, 'RATE_LIMITED'])
    await limited.api.as(newcomer).report({ kind: 'post', id: await limited.post(), reason: 'spam' })
    await sql`update accounts set created_at = now() - interval '25 hours' where id = ${newcomer.accountId}`.execute(
      limited.db,
    )
    expect(await comment(newcomer)).toBe(undefined)
    // All kinds that spam uses count, also when taken back.
    const others = await Promise.all([1, 2, 3, 4].map(() => limited.person()))
    const follow = ({ handle }: Person, follow = true) => ({ handle, follow })
    for (const acts of [
      others.map((one) => ['followUser', follow(one)] as const),
      [true, false, true, false].map((on) => ['followUser', follow(others[0] as Person, on)] as const),
      others.map((_, n) => ['addPost', { title: `${n}`, contents: '글' }] as const).slice(0, 1),
    ]) {
      const person = await limited.person()
      const outcomes = []
      for (const [name, args] of acts) outcomes.push((await refusal(limited.api.as(person).call(name, args))).code)
      expect(outcomes).toEqual([undefined, undefined, undefined, 'RATE_LIMITED'].slice(0, acts.length))
      // After one post the limit is that of the others.
      if (acts.length > 1) expect((await refusal(limited.post({ author: person }))).code).toBe('RATE_LIMITED')
    }
    const writer = await limited.person()
    for (let n = 0; n < 2; n++) await limited.post({ author: writer })
    for (let n = 0; n < 4; n++) expect(await comment(writer)).toBe(undefined)
  } finally {
    await limited.close()
  }
})

test('of each kind there are a thousand rules at most', async () => {
  const full = await startPostSite({ env: unlimited })
  try {
    const boss = await full.person()
    await sql`update accounts set role = 'admin' where id = ${boss.accountId}`.execute(full.db)
    await sql`insert into moderation_rules (kind, value) select 'word', '낱말' || n from generate_series(1, 1000) n`.execute(
      full.db,
    )
    const add = (kind: 'word' | 'domain', value: string) =>
      full.api.as(boss).setModerationRule({ kind, value, on: true })
    expect(await add('word', '또')).toMatchObject({ count: 0 })
    expect(await add('domain', 'spam.example')).toMatchObject({ count: 1 })
  } finally {
    await full.close()
  }
})
