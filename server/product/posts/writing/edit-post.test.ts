import { expect, test } from 'vitest'
import { errorMessages, serverFailureMessages } from '#rules/errors.ts'
import { postMessages } from '#rules/post.ts'
import { openPostSite, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()

const rowOf = (id: string) =>
  site.db.selectFrom('posts').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
const isQueued = async (image: string) => {
  const key = /([A-Za-z0-9_-]{22})\.jpg$/.exec(image)?.[1] ?? ''
  const row = await site.db.selectFrom('images').select('claimed_at').where('key', '=', key).executeTakeFirst()
  return row?.claimed_at === null
}

test('every field is replaced; a missing one becomes empty', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const facts = { kind: 'cafe', price: 'over_5' } as const
  const lists = { dishes: [{ name: '라떼' }], closed_on: ['mon' as const], traits: ['pets' as const] }
  const place = { address: '서울 마포구', start_time: '09:00', end_time: '18:00', lat: 1, lng: 2 }
  const id = await site.post({ author, ...place, ...facts, ...lists })
  expect(await api.editPost({ id, title: '우래옥', contents: '불고기도 좋아요.', end_time: '20:30' })).toEqual({
    count: 1,
    id,
  })
  expect(await api.getPost({ id })).toMatchObject({
    title: '우래옥',
    contents: '불고기도 좋아요.',
    address: null,
    place_name: null,
    start_time: null,
    end_time: '20:30',
    lat: null,
    lng: null,
    kind: null,
    price: null,
    dishes: [],
    closed_on: [],
    traits: [],
  })
})

test('a search finds the new words and no longer the old ones', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const id = await site.post({ author, title: '가나다라집' })
  await api.editPost({ id, ...somePost, title: '마바사아집' })
  expect((await api.getSearchPosts({ keyword: '가나다라' })).data).toEqual([])
  expect((await api.getSearchPosts({ keyword: '마바사' })).data.map((post) => post.id)).toEqual([id])
})

test('likes and the time of writing are kept', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const id = await site.post({ author })
  await api.likePost({ id, isLike: true, jwt: author.handle })
  const before = await api.getPost({ id })
  await api.editPost({ id, ...somePost, title: '새이름' })
  const after = await api.getPost({ id })
  // The picture for links shows the title, so its address changes.
  expect(after).toEqual({ ...before, title: '새이름', share_image: after.share_image })
})

test('another person, a visitor and a restricted session change nothing at all', async () => {
  const author = await site.person()
  const id = await site.post({ author })
  const before = await rowOf(id)
  const change = { id, title: '바뀜', contents: '바뀜' }
  expect(await refusal(site.api.as(await site.person()).editPost(change))).toEqual({
    message: errorMessages.FORBIDDEN,
    code: 'FORBIDDEN',
  })
  expect(await refusal(site.api.editPost(change))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(site.api.as(await site.person({ restricted: true })).editPost(change))).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await rowOf(id)).toEqual(before)
})

test('fields outside the schema are refused', async () => {
  const author = await site.person()
  const id = await site.post({ author })
  const before = await rowOf(id)
  for (const extra of ['like: 99', 'user_id: "x"', 'createdAt: "2020-01-01"']) {
    const query = `mutation { editPost(id: "${id}", title: "a", contents: "b", ${extra}) { count } }`
    expect((await author.client.post({ query })).status).toBe(400)
  }
  expect(await rowOf(id)).toEqual(before)
})

test.each(['0', '-1', '1.5', 'abc', '', '999999999', '99999999999999999999', "1' or '1'='1"])(
  'there is no post %j to edit',
  async (id) => {
    const api = site.api.as(await site.person())
    expect(await refusal(api.editPost({ id, ...somePost }))).toEqual({
      message: errorMessages.NOT_FOUND,
      code: 'NOT_FOUND',
    })
  },
)

test('invalid input is refused and nothing changes', async () => {
  const author = await site.person()
  const id = await site.post({ author })
  const before = await rowOf(id)
  const api = site.api.as(author)
  expect(await refusal(api.editPost({ id, title: '', contents: '' }))).toMatchObject({
    fields: [
      { field: 'title', message: postMessages.titleEmpty },
      { field: 'contents', message: postMessages.contentsEmpty },
    ],
  })
  expect(await refusal(api.editPost({ id, ...somePost, image: 'javascript:1' }))).toMatchObject({
    message: serverFailureMessages.foreignImage,
  })
  expect(await rowOf(id)).toEqual(before)
})

test('the current picture may stay; a replaced or removed one is queued for deletion', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const [first, second] = [await site.picture(author), await site.picture(author)]
  const id = await site.post({ author, image: first })
  await api.editPost({ id, ...somePost, title: '그대로', image: first })
  expect(await api.getPost({ id })).toMatchObject({ title: '그대로', image: first })
  expect(await isQueued(first)).toBe(false)
  await api.editPost({ id, ...somePost, image: second })
  expect(await api.getPost({ id })).toMatchObject({ image: second })
  expect(await isQueued(first)).toBe(true)
  await api.editPost({ id, ...somePost })
  expect(await api.getPost({ id })).toMatchObject({ image: null, image_info: null })
  expect(await isQueued(second)).toBe(true)
})

test('of two simultaneous edits with a new picture each, one picture stays and the other is queued', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const pictures = [await site.picture(author), await site.picture(author)]
  const id = await site.post({ author })
  await Promise.all(pictures.map((image) => api.editPost({ id, ...somePost, image })))
  const { image } = await api.getPost({ id })
  for (const picture of pictures) expect(await isQueued(picture)).toBe(picture !== image)
})
