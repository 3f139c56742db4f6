import { expect, test } from 'vitest'
import { errorMessages, serverFailureMessages } from '#rules/errors.ts'
import { postMessages } from '#rules/post.ts'
import { openPostSite, refusal, somePost } from '#tests/post-site.ts'
import { untilStatementsWait } from '#tests/uncommitted.ts'

const site = await openPostSite()

const countPosts = async () => (await site.db.selectFrom('posts').select('id').execute()).length

test('a post is stored as sent, with its author, its counter and its search terms', async () => {
  const author = await site.person({ username: '맛객' })
  const api = site.api.as(author)
  const sent = {
    title: '을밀대',
    contents: '슴슴한 평양냉면.\n줄이 깁니다.',
    address: '서울 마포구 숭문길 24',
    place_name: '을밀대 본점',
    start_time: '11:00',
    end_time: '22:00',
    lat: 37.5478,
    lng: 126.9501,
  }
  const { count, id } = await api.addPost({ ...sent, user_id: author.handle })
  expect(count).toBe(1)
  const post = await api.getPost({ id: String(id) })
  expect(post).toMatchObject({
    ...sent,
    id,
    username: '맛객',
    user_id: author.handle,
    like: 0,
    likeUsers: [],
    liked: false,
  })
  expect(post).toMatchObject({ image: null, image_info: null, user_profile: null })
  expect(Math.abs(Date.parse(post.createdAt) - Date.now())).toBeLessThan(60_000)
  const { data } = await api.getSearchPosts({ keyword: '평양 숭문길' })
  expect(data.map((found) => found.id)).toContain(id)
})

test('every invalid field is named with its message, in order', async () => {
  const api = site.api.as(await site.person())
  const before = await countPosts()
  const broken = {
    title: '가'.repeat(21),
    contents: '',
    address: '가'.repeat(201),
    place_name: '가'.repeat(101),
    start_time: '11:03',
    end_time: '25:00',
  }
  expect(await refusal(api.addPost(broken))).toEqual({
    message: postMessages.titleLong,
    code: 'BAD_USER_INPUT',
    fields: [
      { field: 'title', message: postMessages.titleLong },
      { field: 'contents', message: postMessages.contentsEmpty },
      { field: 'address', message: postMessages.addressLong },
      { field: 'place_name', message: postMessages.placeNameLong },
      { field: 'start_time', message: postMessages.time },
      { field: 'end_time', message: postMessages.time },
    ],
  })
  expect(await countPosts()).toBe(before)
})

test.each([
  ['no title', { title: ' \u200B\u3164 ' }, 'title', postMessages.titleEmpty],
  ['contents of 301', { contents: '🍜'.repeat(301) }, 'contents', postMessages.contentsLong],
  ['contents that show nothing', { contents: '\n \u2060 \n' }, 'contents', postMessages.contentsEmpty],
  ['a latitude beyond the pole', { lat: 90.1, lng: 1 }, 'lat', errorMessages.BAD_USER_INPUT],
  ['half a position', { lat: 37.5 }, 'lat', errorMessages.BAD_USER_INPUT],
  ['a date-time before 1900', { start_time: '1899-12-31T11:00:00Z' }, 'start_time', postMessages.time],
  ['a title of NUL', { title: '\0' }, 'title', postMessages.titleEmpty],
  ['a text of half a character', { contents: '\ud83c' }, 'contents', postMessages.contentsEmpty],
])('%s is refused in its own field', async (_, fields, field, message) => {
  const api = site.api.as(await site.person())
  expect(await refusal(api.addPost({ ...somePost, ...fields }))).toMatchObject({
    message,
    fields: [{ field, message }],
  })
})

test('20 code points are a valid title, 21 are not, whatever the characters', async () => {
  const api = site.api.as(await site.person())
  const family = '👨‍👩‍👧‍👦'
  for (const title of [
    '가'.repeat(20),
    '🍜'.repeat(20),
    '한글'.repeat(10).normalize('NFD'),
    family + '🍣'.repeat(13),
  ]) {
    const { id } = await api.addPost({ ...somePost, title })
    expect((await api.getPost({ id: String(id) })).title).toBe(title.normalize('NFC'))
  }
  expect(await refusal(api.addPost({ ...somePost, title: family + '🍣'.repeat(14) }))).toMatchObject({
    message: postMessages.titleLong,
  })
})

test('hostile text is returned unchanged, except in NFC and without reordering or invisible characters', async () => {
  const api = site.api.as(await site.person())
  const texts = [
    `'; drop table posts; --`,
    '</script><script>alert(1)</script>',
    '%_\\ "onload="',
    'a\nb\n\nc',
    '👨‍👩‍👧‍👦 가족',
    '한글'.normalize('NFD'),
    '{"__proto__":1} $1 ?1',
    '日本 مرحبا é',
  ]
  for (const contents of texts) {
    const { id } = await api.addPost({ ...somePost, contents, address: contents, place_name: contents })
    const post = await api.getPost({ id: String(id) })
    expect(post.contents).toBe(contents.normalize('NFC'))
    expect(post.address).toBe(contents.normalize('NFC').replace(/\s+/gu, ' '))
  }
  const { id } = await api.addPost({ ...somePost, title: '관\u202E리\u200B자' })
  expect((await api.getPost({ id: String(id) })).title).toBe('관리자')
})

test('only a signed-in person can add posts, and only as themselves', async () => {
  const [a, b, restricted] = [await site.person(), await site.person(), await site.person({ restricted: true })]
  const before = await countPosts()
  expect(await refusal(site.api.addPost(somePost))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(site.api.as(a).addPost({ ...somePost, user_id: b.handle }))).toEqual({
    message: errorMessages.FORBIDDEN,
    code: 'FORBIDDEN',
  })
  expect(await refusal(site.api.as(restricted).addPost(somePost))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await countPosts()).toBe(before)
})

test('a name and a picture sent along are ignored: a post shows its account', async () => {
  const author = await site.person({ username: '김하나' })
  const api = site.api.as(author)
  const { id } = await api.addPost({ ...somePost, username: '관리자', user_profile: 'https://evil.example/x.png' })
  expect(await api.getPost({ id: String(id) })).toMatchObject({ username: '김하나', user_profile: null })
  await site.db.updateTable('accounts').set({ username: '새이름' }).where('id', '=', author.accountId).execute()
  expect(await api.getPost({ id: String(id) })).toMatchObject({ username: '새이름' })
})

test('a picture of the author is shown with its size; any other URL is refused and adds nothing', async () => {
  const [author, other] = [await site.person(), await site.person()]
  const api = site.api.as(author)
  const image = await site.picture(author)
  const { id } = await api.addPost({ ...somePost, image })
  const image_info = { width: 1600, height: 1200, placeholder: 'data:image/png;base64,AAAA' }
  expect(await api.getPost({ id: String(id) })).toMatchObject({ image, image_info })
  const before = await countPosts()
  const foreign = [
    await site.picture(other),
    'javascript:alert(1)',
    '//evil.example/x.jpg',
    'data:image/png;base64,AAAA',
  ]
  for (const address of foreign) {
    expect(await refusal(api.addPost({ ...somePost, image: address }))).toMatchObject({
      message: serverFailureMessages.foreignImage,
    })
  }
  expect(await countPosts()).toBe(before)
})

test('a key sent twice leads to one post, also when twenty requests run at once', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const image = await site.picture(author)
  const submit = (key: string) => api.addPost({ ...somePost, image }, { 'idempotency-key': key })
  const before = await countPosts()
  const replies = await Promise.all(Array.from({ length: 20 }, () => submit('one')))
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
  expect(await submit('one')).toEqual(replies[0])
  expect(await countPosts()).toBe(before + 1)
})

test('long keys that differ only in their last character lead to two posts, and the same one to the same post', async () => {
  const api = site.api.as(await site.person())
  const submit = async (key: string) => (await api.addPost(somePost, { 'idempotency-key': key })).id
  const start = 'k'.repeat(300)
  const [one, two] = [await submit(`${start}1`), await submit(`${start}2`)]
  expect(two).not.toBe(one)
  expect(await submit(`${start}1`)).toBe(one)
})

test('other contents with a used key are refused, one after the other or at once', async () => {
  const api = site.api.as(await site.person())
  const submit = (title: string, key: string) => api.addPost({ ...somePost, title }, { 'idempotency-key': key })
  const before = await countPosts()
  const first = await submit('첫 식당', 'used')
  expect(await refusal(submit('다른 식당', 'used'))).toMatchObject({
    code: 'CONFLICT',
    message: serverFailureMessages.usedKey,
  })
  expect(await submit('첫 식당', 'used')).toEqual(first)
  const both = await Promise.allSettled([submit('하나', 'at once'), submit('둘', 'at once')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await countPosts()).toBe(before + 2)
})

test('a key belongs to an account, and a failed request leaves it free', async () => {
  const [a, b] = [await site.person(), await site.person()]
  const headers = { 'idempotency-key': 'the same' }
  expect(await refusal(site.api.as(a).addPost({ ...somePost, image: 'javascript:1' }, headers))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  const first = await site.api.as(a).addPost(somePost, headers)
  const second = await site.api.as(b).addPost(somePost, headers)
  expect(second.id).not.toBe(first.id)
})

test('an author who withdraws during the request is told that they are not signed in', async () => {
  const author = await site.person()
  let outcome: Promise<unknown> = Promise.resolve()
  await site.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('accounts').where('id', '=', author.accountId).execute()
    outcome = refusal(site.api.as(author).addPost(somePost))
    await untilStatementsWait(site.db, 1)
  })
  expect(await outcome).toMatchObject({ code: 'UNAUTHENTICATED' })
})
