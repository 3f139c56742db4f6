import { beforeAll, expect, test } from 'vitest'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })
let author: Person

beforeAll(async () => {
  author = await site.person()
})

const save = (person: Person, post: string, list: 'want' | 'been' = 'want') =>
  site.api.as(person).savePost({ post, list, saved: true })

type Ask = { list: 'want' | 'been' | 'liked' | 'written'; sort?: string; keyword?: string; lat?: number; lng?: number }

/** Titles of every page, deleted posts in brackets. */
async function titlesOf(person: Person, ask: Ask): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof site.api.getSavedPosts>> = await site.api
      .as(person)
      .getSavedPosts({ ...ask, cursor })
    const shown = page.data.map(({ title }) => title)
    for (const { at, title } of (page.gone ?? []).toReversed()) shown.splice(at, 0, `[${title}]`)
    expect(shown.length).toBeLessThanOrEqual(10)
    titles.push(...shown)
    cursor = page.nextCursor
  } while (cursor !== null)
  return titles
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `집 ${n}`)

test.each(['want', 'liked', 'written'] as const)('%s: pages follow each other, newest first', async (list) => {
  const person = await site.person()
  for (const title of numbered(23)) {
    const id = await site.post({ author: list === 'written' ? person : author, title })
    if (list === 'want') await save(person, id)
    if (list === 'liked') await site.api.as(person).likePost({ id, isLike: true, jwt: person.handle })
  }
  expect(await titlesOf(person, { list })).toEqual(numbered(23).reverse())
  const page = await site.api.as(person).getSavedPosts({ list })
  expect(page.pageCount).toBe(3)
  const counts = { want: 0, wantOpen: 0, been: 0, liked: 0, written: 0, [list]: 23 }
  expect(await site.api.as(person).getSavedCounts()).toEqual(counts)
})

test('the order is that of saving, not of the posts', async () => {
  const person = await site.person()
  const ids = []
  for (const title of ['가', '나', '다']) ids.push(await site.post({ author, title }))
  for (const index of [1, 2, 0]) await save(person, ids[index] ?? '')
  expect(await titlesOf(person, { list: 'want' })).toEqual(['가', '다', '나'])
})

test('an entry keeps its place in the list when its post goes', async () => {
  const person = await site.person()
  const place = { place_name: '옥돌집', lat: 33.31, lng: 126.31 }
  for (const title of numbered(12)) await save(person, await site.post({ author, title }))
  const lost = await site.post({ author, title: '없어질집', address: '제주시 한림읍', ...place })
  await save(person, lost)
  await save(person, await site.post({ author, title: '마지막' }))
  await site.api.as(author).deletePost({ id: lost })
  expect(await titlesOf(person, { list: 'want' })).toEqual(['마지막', '[옥돌집]', ...numbered(12).reverse()])
  const { gone } = await site.api.as(person).getSavedPosts({ list: 'want' })
  expect(gone).toMatchObject([{ post: lost, address: '제주시 한림읍', lat: 33.31, lng: 126.31, at: 1 }])
  expect(await titlesOf(person, { list: 'want', keyword: '옥돌' })).toEqual(['[옥돌집]'])
})

test.each([
  ['Café Ｂ１', 'cafe b1'],
  ['T‑bone 집', 'tbone'],
  ['smørrebrød', 'smorrebrod'],
  ['Œuf', 'oeuf'],
  ['Mom’s', "mom's"],
  ['숭문길 12–3', '12-3'],
])('the place of a deleted post, %s, is found as %s', async (place_name, keyword) => {
  const person = await site.person()
  const lost = await site.post({ author, place_name, lat: 33.31, lng: 126.31 })
  await save(person, lost)
  await site.api.as(author).deletePost({ id: lost })
  expect(await titlesOf(person, { list: 'want', keyword })).toEqual([`[${place_name}]`])
})

test('by distance the nearest come first, and those without a position last', async () => {
  const person = await site.person()
  const nowhere = await site.post({ author, title: '위치 없음' })
  await save(person, nowhere)
  for (const n of [3, 1, 2, 0, 4, 7, 6, 5, 9, 8, 10]) {
    await save(person, await site.post({ author, title: `${n}`, lat: 33 + n / 10, lng: 126.5 }))
  }
  const near = { list: 'want', sort: 'near', lat: 33, lng: 126.5 } as const
  expect(await titlesOf(person, near)).toEqual([...Array.from({ length: 11 }, (_, n) => `${n}`), '위치 없음'])
  for (const ask of [{ sort: 'near' }, { sort: 'near', lat: 91, lng: 0 }]) {
    expect(await refusal(site.api.as(person).getSavedPosts({ list: 'want', ...ask }))).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  }
})

test('a search finds all words in any list, and nothing of other lists', async () => {
  const person = await site.person()
  const found = await site.post({ author, title: '망원 국밥', contents: '새벽에도 열어요.' })
  const other = await site.post({ author, title: '망원 빵집' })
  for (const id of [found, other]) await save(person, id, 'been')
  await save(person, await site.post({ author, title: '합정 국밥' }))
  expect(await titlesOf(person, { list: 'been', keyword: '국밥' })).toEqual(['망원 국밥'])
  expect(await titlesOf(person, { list: 'been', keyword: '새벽 망원' })).toEqual(['망원 국밥'])
  expect(await titlesOf(person, { list: 'been', keyword: 'ㅁㅇ ㅃㅈ' })).toEqual(['망원 빵집'])
  expect(await titlesOf(person, { list: 'been', keyword: '%' })).toEqual([])
})

test.each(['want', 'been', 'liked', 'written'] as const)('%s is searched, and ordered by distance', async (list) => {
  const person = await site.person()
  for (const [title, lat] of [
    ['먼 국밥', 34],
    ['가까운 국밥', 33.2],
    ['빵집', 33.1],
  ] as const) {
    const id = await site.post({ author: list === 'written' ? person : author, title, lat, lng: 126.5 })
    if (list === 'liked') await site.api.as(person).likePost({ id, isLike: true, jwt: person.handle })
    else if (list !== 'written') await save(person, id, list)
  }
  const here = { list, lat: 33, lng: 126.5 } as const
  expect(await titlesOf(person, { ...here, sort: 'near' })).toEqual(['빵집', '가까운 국밥', '먼 국밥'])
  expect(await titlesOf(person, { ...here, sort: 'near', keyword: '국밥' })).toEqual(['가까운 국밥', '먼 국밥'])
  expect(await titlesOf(person, { list, keyword: '빵' })).toEqual(['빵집'])
})

test('the map has every entry with a position, and none without', async () => {
  const person = await site.person()
  const placed = await site.post({ author, title: '여기', lat: 33.5, lng: 126.5 })
  for (const id of [placed, await site.post({ author })]) await save(person, id)
  const pins = await site.api.as(person).getSavedPins({ list: 'want' })
  expect(pins).toEqual([{ post: placed, place_id: null, title: '여기', lat: 33.5, lng: 126.5 }])
  expect(await site.api.as(person).getSavedPins({ list: 'want', keyword: '저기' })).toEqual([])
})

test('places that are open now are counted', async () => {
  const person = await site.person()
  const always = { start_time: '00:00', end_time: '00:00' }
  for (const hours of [always, always, {}]) await save(person, await site.post({ author, ...hours }))
  expect(await site.api.as(person).getSavedCounts()).toMatchObject({ want: 3, wantOpen: 2 })
})

test('a cursor belongs to one list, order and search', async () => {
  const person = await site.person()
  for (const title of numbered(11)) await save(person, await site.post({ author, title, lat: 33.5, lng: 126.5 }))
  const { nextCursor: cursor } = await site.api.as(person).getSavedPosts({ list: 'want' })
  for (const ask of [
    { list: 'been' },
    { list: 'want', sort: 'near', lat: 33, lng: 126 },
    { list: 'want', keyword: '집' },
  ] as const) {
    expect(await refusal(site.api.as(person).getSavedPosts({ ...ask, cursor }))).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  }
})
