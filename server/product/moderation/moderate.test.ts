import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { keyOfPictureFileName } from '#rules/images.ts'
import type { Queryable } from '#server/platform/database/connect.ts'
import { loadSitemapFile } from '#server/product/pages/sitemap.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })
let author: Person
let reader: Person
let moderator: Person
let other: Person
let admin: Person

beforeEach(async () => {
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

const place = { place_name: '카나리아집', address: '제주특별자치도 제주시 노형동 925', lat: 33.45, lng: 126.47 }
const view = { south: 33, north: 34, west: 126, east: 127, zoom: 12 }

/** Public texts and counts of a post. */
async function traces(person: Person | null, post: string) {
  const api = person ? as(person) : site.api
  const read = (call: Promise<unknown>) => call.then(JSON.stringify, (error) => String(error.code))
  const texts = await Promise.all([
    ...['latest', 'popular', 'order', 'near'].map((filter) => read(api.getPosts({ filter, lat: 33.45, lng: 126.47 }))),
    read(api.getPosts({ user_id: author.handle })),
    read(api.getPost({ id: post })),
    read(api.getComments({ post })),
    read(api.getSearchPosts({ keyword: '카나리아식당' })),
    read(api.getSearchPosts({ keyword: '카나리아식당', filter: 'latest' })),
    read(api.searchPlaces({ keyword: '카나리아집' })),
    read(api.getMapPosts({ ...view, zoom: 18 })),
    read(api.getAuthor({ handle: author.handle })),
    read(loadSitemapFile(site.db, { kind: 'posts', number: 0 })),
    ...(person
      ? [
          read(api.getFollowedPosts()),
          read(api.getNotifications()),
          read(api.getSavedPosts({ list: 'want' })),
          read(api.getSavedPosts({ list: 'liked' })),
          read(api.getSavedPins({ list: 'want' })),
          read(api.getCollections({ handle: person.handle })),
        ]
      : []),
  ])
  return texts.filter(
    (text) => text.includes('카나리아식당') || text.includes(`"${post}"`) || text.includes(`/post/${post}"`),
  )
}

async function numbers(person: Person) {
  const api = as(person)
  const { posts, likesReceived } = await api.getAuthor({ handle: author.handle })
  return [
    posts,
    likesReceived,
    (await api.getPosts({ user_id: author.handle })).pageCount,
    (await api.getMapPosts(view)).count,
    (await api.getNewPostCount({ after: '0' })).count,
    (await api.getSavedCounts()).want,
    (await api.getSavedCounts()).liked,
    (await api.getCollections({ handle: person.handle }))[0]?.count,
  ]
}

test('what is hidden is nowhere for others, its author sees it and why, and undoing brings it back with all counts', async () => {
  await as(reader).followUser({ handle: author.handle, follow: true })
  const image = (await uploadPicture(author.client, await smallPhoto())).answer.url
  const post = await site.post({ author, title: '카나리아식당', image, ...place })
  await as(reader).likePost({ id: post, isLike: true, jwt: reader.handle })
  await as(reader).savePost({ post, list: 'want', saved: true })
  await as(reader).addComment({ post, text: '가 봤어요.', tasty: true })
  const { id: collection } = await as(reader).addCollection({ name: '모음', visibility: 'public' })
  await as(reader).putInCollection({ id: collection, post })
  const before = await numbers(reader)
  const key = keyOfPictureFileName(image.split('/').at(-1) ?? '') ?? ''
  const seen = (person: Person | null) => {
    site.services.images.forget(key)
    return site.services.images.access(key, async () => ({ uploader: null, accountId: person?.accountId ?? null }))
  }
  expect(await seen(null)).toBe('public')
  expect((await traces(null, post)).length).toBeGreaterThan(8)
  expect((await traces(reader, post)).length).toBeGreaterThan(8)

  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  expect(await traces(null, post)).toEqual([])
  expect(await traces(reader, post)).toEqual([])
  expect(await numbers(reader)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect(await seen(null)).toBe('none')
  expect(await seen(author)).toBe('own')
  const status = async ({ client }: Person) => (await client.send('GET', new URL(image).pathname)).status
  expect(await Promise.all([author, moderator, reader].map(status))).toEqual([200, 200, 404])
  await expect(as(author).getPost({ id: post })).resolves.toMatchObject({
    title: '카나리아식당',
    hiddenBecause: '광고예요.',
  })
  await expect(as(moderator).getPost({ id: post })).resolves.toMatchObject({
    title: '카나리아식당',
    hiddenBecause: '광고예요.',
  })
  const restricted = await site.person({ restricted: true })
  await site.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', restricted.accountId).execute()
  for (const api of [site.api, as(reader), as(restricted)]) {
    expect((await refusal(api.getPost({ id: post }))).code).toBe('NOT_FOUND')
  }
  await expect(as(author).getDecisions()).resolves.toMatchObject([{ action: 'hide', item: post, reason: '광고예요.' }])
  expect((await as(author).getNotifications()).data[0]).toMatchObject({ kind: 'moderation', read: false })
  for (const write of [
    () => as(reader).addComment({ post, text: '또 가요.' }),
    () => as(reader).likePost({ id: post, isLike: false, jwt: reader.handle }),
    () => as(reader).savePost({ post, list: 'been', saved: true }),
  ]) {
    expect((await refusal(write())).code).toBe('NOT_FOUND')
  }

  await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
  expect(await numbers(reader)).toEqual(before)
  await expect(as(reader).getPost({ id: post })).resolves.toMatchObject({ like: 1, comments: 1, hiddenBecause: null })
  expect((await traces(null, post)).length).toBeGreaterThan(8)
  await as(author).deletePost({ id: post })
})

test('one finds a hidden post among what one has written, with the reason', async () => {
  const writer = await site.person()
  const post = await site.post({ author: writer, title: '카나리아식당', ...place })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  for (const wanted of [{}, { keyword: '카나리아' }, { sort: 'near', lat: 37, lng: 127 }]) {
    const { data } = await as(writer).getSavedPosts({ list: 'written', ...wanted })
    expect(
      data.map(({ id }) => id),
      JSON.stringify(wanted),
    ).toEqual([post])
  }
  expect(await as(writer).getSavedCounts()).toMatchObject({ written: 1 })
  expect(await as(writer).getSavedPins({ list: 'written' })).toMatchObject([{ post }])
  const query = '{ getSavedPosts(list: written) { data { id hiddenBecause } } }'
  const { text } = await as(writer).post({ query })
  expect(JSON.parse(text)).toEqual({ data: { getSavedPosts: { data: [{ id: post, hiddenBecause: '광고예요.' }] } } })
})

test('an edit of a hidden post leaves it hidden', async () => {
  const post = await site.post({ author, title: '카나리아식당', ...place })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  await as(author).editPost({ id: post, title: '카나리아식당', contents: '고쳤어요.', ...place })
  expect(await traces(reader, post)).toEqual([])
  await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
  await expect(as(reader).getPost({ id: post })).resolves.toMatchObject({ contents: '고쳤어요.' })
  await as(author).deletePost({ id: post })
})

test('shared responses and pages drop what is hidden at once', async () => {
  const post = await site.post({ author, title: '카나리아식당' })
  expect(JSON.stringify(await site.api.getPosts({}))).toContain('카나리아식당')
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  expect(JSON.stringify(await site.api.getPosts({}))).not.toContain('카나리아식당')
  expect((await refusal(site.api.getPost({ id: post }))).code).toBe('NOT_FOUND')
  const feed = await site.api.send('GET', '/feed.atom', null, { 'accept-encoding': 'gzip' })
  const xml = feed.headers['content-encoding'] === 'gzip' ? gunzipSync(feed.bytes).toString() : feed.text
  expect(xml).not.toContain('카나리아식당')
})

test('a hidden comment counts nowhere, and its author and moderators see it', async () => {
  const post = await site.post()
  const { id } = await as(author).addComment({ post, text: '나쁜 댓글', tasty: true })
  await as(moderator).moderate({ kind: 'comment', id, action: 'hide', reason: '욕설이에요.' })
  const shown = await as(reader).getComments({ post })
  expect([shown.data, shown.tastyCount, shown.tastyAuthors]).toEqual([[], 0, []])
  expect((await as(reader).getPost({ id: post })).comments).toBe(0)
  for (const person of [author, moderator]) {
    expect((await as(person).getComments({ post })).data).toMatchObject([
      { text: '나쁜 댓글', hiddenBecause: '욕설이에요.' },
    ])
  }
  await as(author).deleteComment({ id })
  expect((await as(reader).getPost({ id: post })).comments).toBe(0)
})

test('a hidden collection is shown to its owner and moderators alone, and a private one to no moderator', async () => {
  const { id } = await as(author).addCollection({ name: '나쁜 모음', visibility: 'public' })
  await as(moderator).moderate({ kind: 'collection', id, action: 'hide', reason: '광고예요.' })
  expect((await refusal(as(reader).getCollection({ id }))).code).toBe('NOT_FOUND')
  expect(await as(reader).getCollections({ handle: author.handle })).toEqual([])
  expect(await as(reader).getSearchCollections({ keyword: '나쁜 모음' })).toEqual([])
  for (const person of [author, moderator]) {
    await expect(as(person).getCollection({ id })).resolves.toMatchObject({
      collection: { hiddenBecause: '광고예요.' },
    })
  }
  const { id: own } = await as(author).addCollection({ name: '내 모음', visibility: 'private' })
  expect((await refusal(as(moderator).getCollection({ id: own }))).code).toBe('NOT_FOUND')
})

test('a removed post is gone with what others kept of its words', async () => {
  const post = await site.post({ author, title: '지워질 카나리아식당', ...place })
  const keeper = await site.person()
  await as(keeper).savePost({ post, list: 'want', saved: true })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'remove', reason: '불법 광고예요.' })
  expect(JSON.stringify(await as(keeper).getSavedPosts({ list: 'want' }))).not.toContain('카나리아')
  expect((await refusal(as(author).getPost({ id: post }))).code).toBe('NOT_FOUND')
  expect((await as(author).getDecisions())[0]).toMatchObject({ action: 'remove', title: '지워질 카나리아식당' })
})

test('what is hidden stays so when its author deletes it or withdraws', async () => {
  const [owner, leaver] = [await site.person(), await site.person()]
  const { id } = await as(owner).addCollection({ name: '남는 모음', visibility: 'public' })
  const hidden = [
    await site.post({ author: leaver, title: '카나리아식당', ...place }),
    await site.post({ author: leaver, title: '카나리아식당', ...place }),
  ]
  for (const post of hidden) {
    await as(owner).savePost({ post, list: 'want', saved: true })
    await as(owner).putInCollection({ id, post })
    await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  }
  const [own] = await as(owner).getCollections({ handle: owner.handle, post: hidden[0] ?? '' })
  expect(own).toMatchObject({ count: 0, has: false })
  await as(leaver).deletePost({ id: hidden[0] ?? '' })
  expect((await site.api.getCollection({ id })).entries).toEqual([])
  await as(leaver).remove({ jwt: leaver.handle })
  expect((await site.api.getCollection({ id })).entries).toEqual([])
  expect((await as(owner).getSavedPosts({ list: 'want' })).gone).toEqual([])
})

test('what is hidden or was removed is listed, the latest first, page by page, until it is shown again', async () => {
  const decided = async (cursor: string | null = null) => as(moderator).getReports({ decided: true, cursor })
  const posts: string[] = []
  for (let n = 0; n < 21; n++) {
    posts.unshift(await site.post({ author, title: `숨길 글 ${n}` }))
    await as(moderator).moderate({ kind: 'post', id: posts[0] ?? '', action: 'hide', reason: `이유 ${n}` })
  }
  const { id: comment } = await as(author).addComment({ post: await site.post(), text: '지울 댓글' })
  await as(moderator).moderate({ kind: 'comment', id: comment, action: 'remove', reason: '욕설이에요.' })
  const first = await decided()
  expect(first.data[0]).toMatchObject({ id: comment, title: '지울 댓글', gone: true, decision: '욕설이에요.' })
  expect(first.data[1]).toMatchObject({ id: posts[0], text: expect.any(String), hidden: true, decision: '이유 20' })
  const second = await decided(first.nextCursor ?? null)
  expect([...first.data, ...second.data].slice(1, 22).map(({ id }) => id)).toEqual(posts)
  expect((await refusal(as(moderator).getReports({ cursor: first.nextCursor }))).code).toBe('BAD_USER_INPUT')
  await as(moderator).moderate({ kind: 'post', id: posts[0] ?? '', action: 'restore' })
  expect((await decided()).data.map(({ id }) => id)).not.toContain(posts[0])
  await expect(as(reader).getPost({ id: posts[0] ?? '' })).resolves.toMatchObject({ title: '숨길 글 20' })
})

test('an author answers a decision once, and nobody answers for another', async () => {
  const post = await site.post({ author })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  const { id = '' } = (await as(author).getDecisions())[0] ?? {}
  expect((await refusal(as(reader).answerDecision({ id, text: '아니에요' }))).code).toBe('NOT_FOUND')
  expect((await refusal(as(author).answerDecision({ id, text: '가'.repeat(501) }))).code).toBe('BAD_USER_INPUT')
  const calls = await Promise.all(
    [1, 2].map(() => refusal(as(author).answerDecision({ id, text: '광고가 아니에요.' }))),
  )
  expect(calls.map(({ code }) => code).toSorted()).toEqual(['BAD_USER_INPUT', undefined])
  const { data } = await as(moderator).getReports()
  expect(data.find((entry) => entry.id === post)).toMatchObject({ answer: '광고가 아니에요.', hidden: true })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'read' })
  expect((await as(moderator).getReports()).data.map((entry) => entry.id)).not.toContain(post)
})

test('a decision that was undone is not answered any more', async () => {
  const post = await site.post({ author })
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  const { id = '' } = (await as(author).getDecisions())[0] ?? {}
  await as(moderator).moderate({ kind: 'post', id: post, action: 'restore' })
  expect((await refusal(as(author).answerDecision({ id, text: '아니에요' }))).code).toBe('BAD_USER_INPUT')
})

test('of two moderators who decide at once one does it, and the author is told once', async () => {
  const post = await site.post({ author })
  await as(reader).report({ kind: 'post', id: post, reason: 'spam' })
  const both = [moderator, other].map((person) =>
    as(person).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' }),
  )
  expect((await Promise.all(both)).map(({ count }) => count).toSorted()).toEqual([0, 1])
  const { rows } = await sql`select from decisions where kind = 'post' and item_id = ${post}`.execute(site.db)
  expect(rows).toHaveLength(1)
  const record = await sql`select from moderation_record where kind = 'post' and item_id = ${post}`.execute(site.db)
  expect(record.rows).toHaveLength(1)
})

test('dismissed reports leave the list, and may be opened again', async () => {
  const post = await site.post({ author })
  await as(reader).report({ kind: 'post', id: post, reason: 'false' })
  const isListed = async () => (await as(moderator).getReports()).data.some(({ id }) => id === post)
  expect(await isListed()).toBe(true)
  await as(moderator).moderate({ kind: 'post', id: post, action: 'dismiss', note: '사실이에요.' })
  expect(await isListed()).toBe(false)
  await as(other).moderate({ kind: 'post', id: post, action: 'reopen' })
  expect(await isListed()).toBe(true)
  await as(moderator).moderate({ kind: 'post', id: post, action: 'dismiss' })
})

test('who becomes an admin at the moment is not suspended by a moderator', async () => {
  const person = await site.person()
  const grant = (tx: Queryable) => sql`update accounts set role = 'admin' where id = ${person.accountId}`.execute(tx)
  const suspend = { kind: 'author', id: person.handle, action: 'suspend', reason: '광고예요.' } as const
  const { code } = await requestBeforeCommit(site.db, grant, () => refusal(as(moderator).moderate(suspend)))
  expect(code).toBe('FORBIDDEN')
  const { rows } = await sql`select role, suspended_until from accounts where id = ${person.accountId}`.execute(site.db)
  expect(rows).toEqual([{ role: 'admin', suspended_until: null }])
  await sql`update accounts set role = 'member' where id = ${person.accountId}`.execute(site.db)
})

test('moderators decide about no moderators, no admins and not about themselves', async () => {
  const act = async (actor: Person, about: Person, action: 'suspend' | 'approve' = 'suspend') =>
    (await refusal(as(actor).moderate({ kind: 'author', id: about.handle, action, reason: '이유' }))).code
  expect(await act(moderator, admin)).toBe('FORBIDDEN')
  expect(await act(moderator, other)).toBe('FORBIDDEN')
  expect(await act(moderator, moderator)).toBe('FORBIDDEN')
  expect(await act(admin, admin)).toBe('FORBIDDEN')
  const post = await site.post({ author: moderator })
  expect((await refusal(as(moderator).moderate({ kind: 'post', id: post, action: 'dismiss' }))).code).toBe('FORBIDDEN')
})

test('the record is never changed', async () => {
  const { db } = site
  await as(moderator).moderate({ kind: 'post', id: await site.post(), action: 'hide', reason: '광고예요.' })
  for (const statement of [
    'update moderation_record set reason = $$$$',
    'delete from moderation_record',
    'truncate moderation_record',
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('never changed')
  }
  const [entry] = await as(moderator).getModerationRecord()
  expect(entry).toMatchObject({ actor: expect.any(String), action: expect.any(String) })
})

test('who moderates gets the number of items that wait beside every page, others nothing of it', async () => {
  const query = '{ getPosts { data { id } } }'
  const waiting = async (person: Person) => {
    const { text } = await person.client.post({ query, extensions: { reader: true } })
    return JSON.parse(text).extensions.reader.waiting
  }
  const before = await waiting(moderator)
  const post = await site.post({ author })
  await as(reader).report({ kind: 'post', id: post, reason: 'spam', text: '' })
  await as(other).report({ kind: 'post', id: post, reason: 'spam', text: '' })
  expect(await waiting(moderator)).toBe(before + 1)
  expect(await waiting(reader)).toBeUndefined()
  await as(moderator).moderate({ kind: 'post', id: post, action: 'hide', reason: '광고예요.' })
  expect(await waiting(moderator)).toBe(before)
})
