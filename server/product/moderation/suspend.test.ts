import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#server/platform/database/connect.ts'
import { buildUser } from '#tests/factories.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { requestBeforeCommit, untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })
let author: Person
let reader: Person
let moderator: Person
let other: Person
let admin: Person

beforeAll(async () => {
  author = await site.person({ username: '카나리아' })
  reader = await site.person({ username: '구경꾼' })
  moderator = await withRole('moderator')
  other = await withRole('moderator')
  admin = await withRole('admin')
})

const as = (person: Person) => site.api.as(person)

async function withRole(role: string): Promise<Person> {
  const person = await site.person({ username: role })
  await sql`update accounts set role = ${role} where id = ${person.accountId}`.execute(site.db)
  return person
}

test('a suspended member writes nothing until then, and reads on', async () => {
  const person = await site.person()
  const post = await site.post({ author: person, title: '정지될 이웃의 글' })
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const suspend = { kind: 'author', id: person.handle, action: 'suspend', reason: '광고를 반복했어요.' } as const
  await as(moderator).moderate({ ...suspend, until })
  const refused = await refusal(as(person).addPost({ title: '또', contents: '광고' }))
  expect(refused.code).toBe('FORBIDDEN')
  expect(refused.message).toMatch(/^\d{4}년 \d\d월 \d\d일 \d\d시 \d\d분까지 글과 댓글을 쓸 수 없어요/)
  expect((await refusal(as(person).addComment({ post, text: '댓글' }))).code).toBe('FORBIDDEN')
  await expect(as(person).getPost({ id: post })).resolves.toMatchObject({ title: '정지될 이웃의 글' })
  await expect(as(reader).getPost({ id: post })).resolves.toMatchObject({ title: '정지될 이웃의 글' })
  await sql`update accounts set suspended_until = now() where id = ${person.accountId}`.execute(site.db)
  await expect(as(person).addComment({ post, text: '댓글' })).resolves.toMatchObject({ text: '댓글' })

  await as(moderator).moderate({ ...suspend, everything: true })
  for (const call of [
    as(person).savePost({ post, list: 'want', saved: true }),
    as(person).savePlace({ place: '1', list: 'want', saved: true }),
    as(person).setVisits({ post, count: 1 }),
  ]) {
    expect((await refusal(call)).message).toMatch(/^이용이 정지되어/)
  }
  expect((await refusal(as(reader).getPost({ id: post }))).code).toBe('NOT_FOUND')
  expect((await refusal(as(reader).getAuthor({ handle: person.handle }))).code).toBe('NOT_FOUND')
  await as(moderator).moderate({ kind: 'author', id: person.handle, action: 'lift' })
  await expect(as(reader).getPost({ id: post })).resolves.toMatchObject({ comments: 1 })
  await expect(as(person).savePost({ post, list: 'want', saved: true })).resolves.toMatchObject({ count: 1 })
})

test('a moderator who is suspended is none any more, also when the suspension ends', async () => {
  const former = await withRole('moderator')
  const suspend = { kind: 'author', id: former.handle, action: 'suspend', reason: '권한을 남용했어요.' } as const
  await as(admin).moderate({ ...suspend, until: new Date(Date.now() + 86_400_000).toISOString() })
  const roleOf = async () => (await as(admin).getPersonCard({ handle: former.handle })).person.role
  expect(await roleOf()).toBe('member')
  await as(admin).moderate({ kind: 'author', id: former.handle, action: 'lift' })
  expect(await roleOf()).toBe('member')
  expect((await refusal(as(former).getReports())).code).toBe('NOT_FOUND')
})

test('a suspension that hides everything waits for a post that is being edited, and neither stands in the other’s way', async () => {
  const person = await site.person()
  const id = await site.post({ author: person })
  const tx = await site.db.startTransaction().execute()
  try {
    // Locks like an edit: the post, then its author.
    await sql`select from posts where id = ${id} for update`.execute(tx)
    const about = { kind: 'author', id: person.handle } as const
    const suspended = as(moderator).moderate({ ...about, action: 'suspend', reason: '광고예요.', everything: true })
    suspended.catch(() => {})
    await untilStatementsWait(site.db, 1)
    await sql`select from accounts where id = ${person.accountId} for key share`.execute(tx)
    await tx.commit().execute()
    expect((await suspended).count).toBe(1)
  } finally {
    if (!tx.isCommitted) await tx.rollback().execute()
  }
  expect((await refusal(as(reader).getPost({ id }))).code).toBe('NOT_FOUND')
})

test('what a member sent before a suspension, and what waited meanwhile, is not written after it', async () => {
  const { handle, client, password, ...profile } = await buildUser(site.api)
  const api = site.api.as({ client })
  const post = String((await api.addPost({ title: '먼저', contents: '국수' })).id)
  const { id: comment } = await api.addComment({ post, text: '먼저' })
  const { id: collection } = await api.addCollection({ name: '먼저', visibility: 'public' })
  const suspend = async (tx: Queryable) => {
    await sql`select from accounts where handle = ${handle} for update`.execute(tx)
    await sql`update accounts set suspended_until = now() + interval '1 day' where handle = ${handle}`.execute(tx)
  }
  const writes = [
    () => api.addPost({ title: '또', contents: '광고' }),
    () => api.editPost({ id: post, title: '또', contents: '광고' }),
    () => api.addComment({ post, text: '광고' }),
    () => api.editComment({ id: comment, text: '광고' }),
    () => api.addCollection({ name: '광고', visibility: 'public' }),
    () => api.editCollection({ id: collection, name: '광고', visibility: 'public' }),
    () => api.putInCollection({ id: collection, post, note: '광고' }),
    () => api.update({ ...profile, jwt: handle, about: '광고' }),
  ]
  for (const write of writes) {
    const written = requestBeforeCommit<unknown>(site.db, suspend, write)
    expect((await refusal(written)).code).toBe('FORBIDDEN')
    await sql`update accounts set suspended_until = null where handle = ${handle}`.execute(site.db)
  }
  await expect(api.addComment({ post, text: '다시' })).resolves.toMatchObject({ text: '다시' })
})

test('what a suspension hides is decided about as anything else, and stays hidden when the suspension ends', async () => {
  const person = await site.person()
  const post = await site.post()
  const { id } = await as(person).addComment({ post, text: '나쁜 댓글' })
  const item = { kind: 'comment', id } as const
  await as(reader).report({ ...item, reason: 'abuse' })
  const isListed = async () => (await as(moderator).getReports()).data.some((entry) => entry.id === id)
  const about = { kind: 'author', id: person.handle } as const
  await as(moderator).moderate({ ...about, action: 'suspend', reason: '광고예요.', everything: true })
  expect(await isListed()).toBe(true)
  const hide = (by: Person) => as(by).moderate({ ...item, action: 'hide', reason: '욕설이에요.' })
  expect((await hide(moderator)).count).toBe(1)
  expect((await hide(other)).count).toBe(0)
  expect(await isListed()).toBe(false)
  await as(moderator).moderate({ ...item, action: 'reopen' })
  expect((await hide(other)).count).toBe(1)
  expect(await isListed()).toBe(false)
  expect((await as(person).getDecisions()).filter(({ action }) => action === 'hide')).toMatchObject([
    { kind: 'comment', reason: '욕설이에요.', undone: false },
  ])
  await as(moderator).moderate({ ...about, action: 'lift' })
  expect((await as(author).getComments({ post })).data).toEqual([])
  await as(moderator).moderate({ ...item, action: 'restore' })
  expect((await as(author).getComments({ post })).data).toHaveLength(1)
})
