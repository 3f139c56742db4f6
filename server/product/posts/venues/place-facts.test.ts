import { expect, test } from 'vitest'
import { dateInSeoul } from '#rules/dates.ts'
import { uniqueName } from '#tests/factories.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const AT = { lat: 37.5554, lng: 126.9012 }

async function placeOf(post: string): Promise<string> {
  return (await site.api.as(await site.person()).getPost({ id: post })).place_id ?? ''
}

async function placeWith(posts: readonly object[]): Promise<{ id: string; people: Person[]; posts: string[] }> {
  const place_name = uniqueName()
  const people: Person[] = []
  const ids: string[] = []
  for (const fields of posts) {
    const author = await site.person()
    people.push(author)
    ids.push(await site.post({ author, place_name, ...AT, ...fields }))
  }
  return { id: await placeOf(ids[0] ?? ''), people, posts: ids }
}

test('hours, price, kinds and dishes are those that most people name, of as many the newest', async () => {
  const day = { start_time: '09:00', end_time: '21:00' }
  const night = { start_time: '18:00', end_time: '02:00' }
  const { id } = await placeWith([
    { ...day, kind: 'korean', price: 'under_1', dishes: [{ name: '돼지국밥', price: 9000 }] },
    { ...day, closed_on: ['mon'], kind: 'korean', price: 'from_1_to_2', dishes: [{ name: '수육' }] },
    { ...day, kind: 'snack', price: 'from_1_to_2', dishes: [{ name: '돼지 국밥', price: 9500 }, { name: '만두' }] },
    { ...night, kind: 'bar', dishes: [{ name: '돼지국밥' }] },
  ])
  const month = dateInSeoul(Date.now()).slice(0, 7)
  expect(await site.api.getPlace({ id })).toMatchObject({
    ...day,
    hours_count: 3,
    closed_on: ['mon'],
    price: 'from_1_to_2',
    price_count: 2,
    kinds: [
      { kind: 'korean', count: 2 },
      { kind: 'bar', count: 1 },
      { kind: 'snack', count: 1 },
    ],
    dishes: [
      { name: '돼지국밥', price: 9500, month, count: 3 },
      { name: '만두', price: null, month: null, count: 1 },
      { name: '수육', price: null, month: null, count: 1 },
    ],
    dish_people: 4,
    telephone: null,
    menus: [],
  })
})

test('the price of a dish has the month of the post that says it, not of a newer one without a price', async () => {
  const { id, posts } = await placeWith([
    { dishes: [{ name: '콩국수', price: 9000 }] },
    { dishes: [{ name: '콩국수' }] },
  ])
  // The last minute of June in Seoul.
  await site.db
    .updateTable('posts')
    .set({ created_at: new Date('2025-06-30T14:59:00Z') })
    .where('id', '=', Number(posts[0]))
    .execute()
  const reader = site.api.as(await site.person())
  expect((await reader.getPlace({ id })).dishes).toEqual([{ name: '콩국수', price: 9000, month: '2025-06', count: 2 }])
})

test('the telephone number is what most people say, each by their newest post, of those that the reader sees', async () => {
  const [old, fresh] = ['02-345-6789', '02-345-9876']
  const { id, people, posts } = await placeWith([{ telephone: old }, { telephone: old }, { telephone: fresh }])
  const [first, second, third] = people as [Person, Person, Person]
  expect(await site.api.getPlace({ id })).toMatchObject({ telephone: old })
  // One person who says another one often counts once.
  const { name: place_name } = await site.api.getPlace({ id })
  for (let n = 0; n < 3; n++) await site.post({ author: third, place_name, ...AT, telephone: fresh })
  expect(await site.api.getPlace({ id })).toMatchObject({ telephone: old })
  await site.post({ author: first, place_name, ...AT })
  expect(await site.api.getPlace({ id })).toMatchObject({ telephone: old })
  await site.post({ author: first, place_name, ...AT, telephone: fresh })
  expect(await site.api.getPlace({ id })).toMatchObject({ telephone: fresh })
  await site.api.as(third).blockUser({ handle: first.handle, block: true })
  await site.api.as(third).deletePost({ id: posts[2] ?? '' })
  expect(await site.api.as(second).getPlace({ id })).toMatchObject({ telephone: fresh })
  for (const author of [first, third]) await site.api.as(author).remove({ jwt: author.handle })
  expect(await site.api.getPlace({ id })).toMatchObject({ telephone: old })
})

test('menus are those of the newest posts first, six at most, without those of people one has blocked', async () => {
  const { id, people } = await placeWith([{}])
  const { name: place_name } = await site.api.getPlace({ id })
  const [reader] = people as [Person]
  const shown: { post: string; image: string }[] = []
  const authors: Person[] = []
  for (let n = 0; n < 3; n++) {
    const author = await site.person()
    authors.push(author)
    const images = await Promise.all(Array.from({ length: 4 }, () => site.picture(author)))
    const menus = n === 1 ? [3] : [1, 2, 3]
    const post = await site.post({ author, place_name, ...AT, images, menus })
    shown.unshift(...menus.map((place) => ({ post, image: images[place] ?? '' })))
  }
  const menusSeen = async (person: Person) =>
    (await site.api.as(person).getPlace({ id })).menus.map(({ post, image }) => ({ post, image }))
  expect(shown).toHaveLength(7)
  expect(await menusSeen(reader)).toEqual(shown.slice(0, 6))
  const [, , newest] = authors as [Person, Person, Person]
  await site.api.as(reader).blockUser({ handle: newest.handle, block: true })
  expect(await menusSeen(reader)).toEqual(shown.slice(3))
  await site.api.as(newest).remove({ jwt: newest.handle })
  expect((await site.api.getPlace({ id })).menus.map(({ image }) => image)).toEqual(
    shown.slice(3).map(({ image }) => image),
  )
})

test('who writes ten posts about a place counts once', async () => {
  const { id, people } = await placeWith([
    { kind: 'cafe', start_time: '08:00', end_time: '20:00', dishes: [{ name: '라떼' }] },
    { kind: 'cafe', start_time: '08:00', end_time: '20:00', dishes: [{ name: '라떼' }] },
    {},
  ])
  const { name: place_name } = await site.api.getPlace({ id })
  const loud = {
    author: people[2] as Person,
    place_name,
    ...AT,
    kind: 'bar' as const,
    start_time: '18:00',
    end_time: '05:00',
  }
  for (let n = 0; n < 10; n++) await site.post({ ...loud, dishes: [{ name: '소주' }] })
  expect(await site.api.getPlace({ id })).toMatchObject({
    count: 13,
    start_time: '08:00',
    hours_count: 2,
    kinds: [
      { kind: 'cafe', count: 2 },
      { kind: 'bar', count: 1 },
    ],
    dishes: [
      { name: '라떼', count: 2 },
      { name: '소주', count: 1 },
    ],
  })
})

test('people who have been there are counted once each, however many of its posts they keep', async () => {
  const { id, people, posts } = await placeWith([{}, {}])
  const [first, second] = people as [Person, Person]
  for (const post of posts) await site.api.as(first).savePost({ post, list: 'been', saved: true })
  await site.api.as(second).savePost({ post: posts[0] ?? '', list: 'been', saved: true })
  await site.api.as(await site.person()).savePost({ post: posts[0] ?? '', list: 'want', saved: true })
  expect(await site.api.getPlace({ id })).toMatchObject({ been_count: 2 })
  expect(await site.api.getPost({ id: posts[1] ?? '' })).toMatchObject({ been_count: 2 })
  expect(await site.api.getPost({ id: await site.post() })).toMatchObject({ been_count: 0 })
  const suspend = (hidden: boolean) =>
    site.db.updateTable('accounts').set({ hidden }).where('id', '=', second.accountId).execute()
  await suspend(true)
  expect(await site.api.as(first).getPlace({ id })).toMatchObject({ been_count: 1 })
  await suspend(false)
  expect(await site.api.as(first).getPlace({ id })).toMatchObject({ been_count: 2 })
  await site.api.as(second).remove({ jwt: second.handle })
  expect(await site.api.as(first).getPlace({ id })).toMatchObject({ been_count: 1 })
})

test('its photos are read thirty at a time, each once, those of the newest posts first', async () => {
  const { id, people, posts } = await placeWith([{}])
  const [author] = people as [Person]
  const api = site.api.as(author)
  const { name: place_name } = await site.api.getPlace({ id })
  const shown: { post: string; image: string }[] = []
  for (let n = 0; n < 7; n++) {
    const images = await Promise.all(Array.from({ length: n === 3 ? 0 : 10 }, () => site.picture(author)))
    const post = n === 0 ? (posts[0] ?? '') : await site.post({ author, place_name, ...AT, images })
    if (n === 0) await api.editPost({ id: post, ...somePost, place_name, ...AT, images })
    shown.unshift(...images.map((image) => ({ post, image })))
  }
  const read: { post: string; image: string }[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.getPlacePhotos>> = await api.getPlacePhotos({ id, cursor })
    expect(page.data.length).toBeLessThanOrEqual(30)
    read.push(...page.data.map(({ post, image }) => ({ post, image })))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(read).toEqual(shown)
  const { photos } = await api.getPlace({ id })
  expect(photos.map(({ image }) => image)).toEqual(shown.slice(0, 12).map(({ image }) => image))
  for (const wrong of ['', 'abc', (await api.getPosts({})).nextCursor ?? 'x']) {
    expect(await refusal(api.getPlacePhotos({ id, cursor: wrong }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
})

test('the newest comments with words under its posts are shown with the title of their post', async () => {
  const { id, people, posts } = await placeWith([{ title: '국밥집' }, { title: '시장 국밥' }])
  const [first, second] = people as [Person, Person]
  await site.api.as(first).addComment({ post: posts[1] ?? '', text: '줄이 짧아요.' })
  await site.api.as(second).addComment({ post: posts[0] ?? '', text: '', tasty: true })
  await site.api.as(second).addComment({ post: posts[0] ?? '', text: '김치가 맛있어요.' })
  for (let n = 0; n < 9; n++) await site.api.as(first).addComment({ post: posts[0] ?? '', text: `${n}번째` })
  const { comments } = await site.api.as(second).getPlace({ id })
  expect(comments.map(({ comment }) => comment.text)).toEqual([
    ...Array.from({ length: 9 }, (_, n) => `${8 - n}번째`),
    '김치가 맛있어요.',
  ])
  expect(comments.at(-1)).toMatchObject({
    title: '국밥집',
    comment: { post: posts[0], author: { handle: second.handle } },
  })
})
