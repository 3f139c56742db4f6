import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
})

afterAll(async () => {
  await site.close()
})

test('posts of the same address or place name are found, most liked first, without the post itself', async () => {
  const [author, reader] = [await site.person(), await site.person()]
  const id = await site.post({ author, address: '서울 중구 을지로 1', place_name: 'Cafe 을지' })
  const sameAddress = await site.post({ author, address: '서울 중구 을지로 1' })
  const sameName = await site.post({ author, address: '서울 중구 을지로 2', place_name: 'cafe을지' })
  await site.post({ author, address: '서울 중구 을지로 11', place_name: '을지' })
  await site.api.as(reader).likePost({ id: sameAddress, isLike: true, jwt: reader.handle })
  const posts = await site.api.as(reader).getPlacePosts({ id })
  expect(posts.map((post) => [post.id, post.like, post.liked])).toEqual([
    [sameAddress, 1, true],
    [sameName, 0, false],
  ])
})

test('a branch elsewhere, and another house of the same district, are other places', async () => {
  const author = await site.person()
  const chain = { author, place_name: '어디나 국수' }
  const id = await site.post({ ...chain, address: '서울 중구 세종대로 1', lat: 37.5663, lng: 126.9779 })
  const across = await site.post({ ...chain, address: '서울 중구 세종대로 2', lat: 37.5683, lng: 126.9779 })
  const unplaced = await site.post(chain)
  await site.post({ ...chain, address: '부산 중구 광복로 1', lat: 35.0994, lng: 129.0306 })
  const idsAt = async (id: string) => (await site.api.getPlacePosts({ id })).map((post) => post.id)
  expect(await idsAt(id)).toEqual([unplaced, across])

  const district = { author, address: '서울특별시 강남구' }
  const pin = await site.post({ ...district, place_name: '역삼 국밥', lat: 37.499, lng: 127.0276 })
  const besides = await site.post({ ...district, place_name: '역삼국밥 본점', lat: 37.4991, lng: 127.0276 })
  await site.post({ ...district, place_name: '청담 초밥', lat: 37.5172, lng: 127.0473 })
  expect(await idsAt(pin)).toEqual([besides])
})

test('at most five, and none for a post without a place', async () => {
  const author = await site.person()
  const ids: string[] = []
  for (let index = 0; index < 8; index++) ids.push(await site.post({ author, place_name: '여덟집' }))
  const api = site.api.as(author)
  expect((await api.getPlacePosts({ id: String(ids[7]) })).map(({ id }) => id)).toEqual(ids.slice(2, 7).reverse())
  const [nowhere] = [await site.post({ author }), await site.post({ author })]
  expect(await api.getPlacePosts({ id: nowhere })).toEqual([])
})

test('a missing post has no place', async () => {
  for (const id of ['999999999', 'abc', '0']) {
    expect(await refusal(site.api.getPlacePosts({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  }
})
