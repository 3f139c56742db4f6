import { expect, test } from 'vitest'
import { buildUser } from '#tests/factories.ts'
import { openPostSite, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

test('everybody reads who an author is, their numbers and where their posts are', async () => {
  const user = await buildUser(site.api, { username: '국밥순례' })
  await site.api.as(user).update({ ...user, jwt: user.handle, about: '  국밥을\n좋아해요. ' })
  await site.api.as(user).setTastes({ dishes: ['냉면'] })
  const person = { ...user, accountId: 0, username: '국밥순례' }
  const placed = await site.post({ author: person, title: '여기', lat: 33.5, lng: 126.5 })
  const liked = await site.post({ author: person })
  const fans = [await site.person(), await site.person()]
  for (const fan of fans) {
    await site.api.as(fan).likePost({ id: liked, isLike: true, jwt: fan.handle })
    await site.api.as(fan).followUser({ handle: user.handle, follow: true })
  }
  const author = await site.api.fresh().getAuthor({ handle: user.handle })
  expect(author).toEqual({
    handle: user.handle,
    username: '국밥순례',
    image: null,
    about: '국밥을 좋아해요.',
    tastes: ['냉면'],
    since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    posts: 2,
    likesReceived: 2,
    followers: 2,
    following: 0,
    followed: false,
    blocked: false,
    alike: false,
    pins: [{ post: placed, place_id: null, title: '여기', lat: 33.5, lng: 126.5 }],
  })
  expect(JSON.stringify(author)).not.toContain(user.email)
})

test('the line about oneself has 80 code points at most, and stays when it is left out', async () => {
  const user = await buildUser(site.api)
  const update = (about?: string | null) =>
    site.api.as(user).update({ ...user, jwt: user.handle, ...(about !== undefined && { about }) })
  expect((await update('🍜'.repeat(80))).about).toBe('🍜'.repeat(80))
  expect(await refusal(update('가'.repeat(81)))).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ field: 'about', message: '한 줄 소개를 80자 이내로 작성해 주세요.' }],
  })
  for (const kept of [undefined, null]) expect((await update(kept)).about).toBe('🍜'.repeat(80))
  expect((await update('')).about).toBe('')
})

test('a follow is in the numbers that others read at once', async () => {
  const [author, fan] = [await site.person(), await site.person()]
  const query = `{ getAuthor(handle: "${author.handle}") { followers } }`
  const followers = async () => JSON.parse((await site.api.fresh().post({ query })).text).data.getAuthor.followers
  for (const [follow, count] of [
    [true, 1],
    [false, 0],
  ] as const) {
    expect(await followers()).toBe(1 - count)
    await site.api.as(fan).followUser({ handle: author.handle, follow })
    expect(await followers()).toBe(count)
  }
})

test.each(['nobody', 'x'.repeat(22), '', '\0'.repeat(22)])('there is no author %j', async (handle) => {
  expect(await refusal(site.api.fresh().getAuthor({ handle }))).toEqual({
    message: '이웃을 찾을 수 없어요.',
    code: 'NOT_FOUND',
  })
})
