import { beforeEach, expect, test } from 'vitest'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const told = {
  title: '김철수 010-2222',
  place_name: '철수네 103호',
  address: '서울 마포구 망원동 8-8',
  lat: 37.5,
  lng: 126.9,
}
let author: Person
let keeper: Person
let post: string
let collection: string

beforeEach(async () => {
  author = await site.person()
  keeper = await site.person()
})

/** Saves the post in a list and in a public collection. */
async function keep(): Promise<void> {
  post = await site.post({ author, ...told })
  const api = site.api.as(keeper)
  await api.savePost({ post, list: 'want', saved: true })
  collection = (await api.addCollection({ name: '모음', visibility: 'public' })).id
  await api.putInCollection({ id: collection, post })
}

const savedBy = async (person: Person) => {
  const api = site.api.as(person)
  const [{ gone }, { want }, pins] = await Promise.all([
    api.getSavedPosts({ list: 'want' }),
    api.getSavedCounts(),
    api.getSavedPins({ list: 'want' }),
  ])
  return {
    gone: (gone ?? []).filter((entry) => entry.post === post),
    want,
    pins: pins.filter((pin) => pin.post === post),
  }
}
const collected = async (api = site.api) => {
  const { collection: found, entries } = await api.getCollection({ id: collection })
  return { count: found.count, entries }
}

test('what others keep is what the author told last, not what was corrected before', async () => {
  await keep()
  const corrected = { title: '식당', contents: '맛있어요', place_name: '망원식당' }
  await site.api.as(author).editPost({ id: post, ...corrected })
  await site.api.as(author).deletePost({ id: post })
  const { gone, pins } = await savedBy(keeper)
  expect(gone).toMatchObject([{ title: '망원식당', address: null, lat: null }])
  expect(pins).toEqual([])
  expect((await collected()).entries).toMatchObject([{ post: null, title: '망원식당', address: null, lat: null }])
  const rows = await site.db.selectFrom('collection_entries').selectAll().where('post_id', '=', Number(post)).execute()
  expect(JSON.stringify(rows)).not.toMatch(/철수|8-8/)
})

test('a block lasts when the post goes, and when who blocks has gone', async () => {
  await keep()
  const { want } = await savedBy(keeper)
  await site.api.as(author).blockUser({ handle: keeper.handle, block: true })
  const nothing = { gone: [], want: want - 1, pins: [] }
  expect(await savedBy(keeper)).toEqual(nothing)
  await site.api.as(author).deletePost({ id: post })
  expect(await savedBy(keeper)).toEqual(nothing)
  expect(await collected(site.api.as(keeper))).toEqual({ count: 0, entries: [] })
  // Other readers still see the place.
  expect(await collected()).toMatchObject({ count: 1, entries: [{ title: told.place_name }] })
  await site.api.as(author).remove({ jwt: author.handle })
  expect(await savedBy(keeper)).toEqual(nothing)
  expect(await collected(site.api.as(keeper))).toEqual({ count: 0, entries: [] })
})

test.each(['post', 'author'] as const)('a reported %s does not come back when the post goes', async (kind) => {
  await keep()
  const { want } = await savedBy(keeper)
  await site.api.as(keeper).report({ kind, id: kind === 'post' ? post : author.handle, reason: 'privacy' })
  const hidden = await savedBy(keeper)
  expect(hidden).toMatchObject({ gone: [], pins: [] })
  expect(hidden.want).toBeLessThan(want)
  await site.api.as(author).deletePost({ id: post })
  expect(await savedBy(keeper)).toEqual(hidden)
  expect(await collected(site.api.as(keeper))).toEqual({ count: 0, entries: [] })
})

test('a post is deleted while those leave who keep and like it, and commented on it', async () => {
  for (let round = 0; round < 5; round++) {
    await keep()
    const people = await Promise.all([1, 2, 3].map(() => site.person()))
    for (const person of people) {
      const api = site.api.as(person)
      await api.savePost({ post, list: 'been', saved: true })
      await api.likePost({ id: post, isLike: true, jwt: person.handle })
      await api.addComment({ post, text: '맛있어요.' })
    }
    const leaving = people.map((person) => site.api.as(person).remove({ jwt: person.handle }))
    await Promise.all([...leaving, site.api.as(author).deletePost({ id: post })])
    expect((await savedBy(keeper)).gone).toHaveLength(1)
  }
})
