import { beforeAll, expect, test } from 'vitest'
import { openPostSite, type Person } from '#tests/post-site.ts'

const site = await openPostSite()
let author: Person
const here = { filter: 'near', lat: 33.5, lng: 126.5 }

beforeAll(async () => {
  author = await site.person()
  for (let n = 0; n < 25; n++) {
    await site.post({ author, title: `국밥 ${n}`, lat: 33.5 + ((n * 7) % 25) / 100, lng: 126.5 })
  }
  await site.post({ author, title: '자리 없는 국밥' })
  await site.post({ author, title: '하나뿐인 냉면', lat: 33.5001, lng: 126.5 })
})

test('the nearest come first, page by page, each once', async () => {
  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page = await site.api.as(author).getPosts({ ...here, cursor })
    titles.push(...page.data.map(({ title }) => title))
    cursor = page.nextCursor ?? null
  } while (cursor)
  expect(titles.slice(0, 3)).toEqual(['국밥 0', '하나뿐인 냉면', '국밥 18'])
  expect(new Set(titles).size).toBe(26)
  expect(titles).toHaveLength(26)
})

test('pages by number are the same pages', async () => {
  const first = await site.api.as(author).getPosts(here)
  const second = await site.api.as(author).getPosts({ ...here, cursor: first.nextCursor ?? null })
  const byNumber = await site.api.as(author).getPosts({ ...here, pageParam: 2 })
  expect(byNumber.data.map(({ id }) => id)).toEqual(second.data.map(({ id }) => id))
  expect(first.pageCount).toBe(3)
  for (const pageParam of [9, 101, 102, 1000]) {
    expect(await site.api.as(author).getPosts({ ...here, pageParam })).toMatchObject({ data: [], pageCount: 3 })
  }
})

test('a search can be ordered by distance too', async () => {
  const { data } = await site.api.as(author).getSearchPosts({ ...here, keyword: '하나뿐인' })
  expect(data.map(({ title }) => title)).toEqual(['하나뿐인 냉면'])
})

test('without a position the list is the latest one', async () => {
  const { data } = await site.api.as(author).getPosts({ filter: 'near' })
  expect(data[0]?.title).toBe('하나뿐인 냉면')
})

test('an invalid position is refused', async () => {
  await expect(site.api.as(author).getPosts({ ...here, lat: 91 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('each tells its place, so that a reader sees which posts are about one', async () => {
  const place = { place_name: '한라 국수', lat: 34.5, lng: 126.5 }
  for (const title of ['처음', '다시']) await site.post({ title, ...place })
  await site.post({ title: '옆집', place_name: '백록 국수', lat: 34.5, lng: 126.5 })
  const { data } = await site.api.fresh().getPosts({ filter: 'near', lat: 34.5, lng: 126.5, radius: 1000 })
  const placeOf = (title: string) => data.find((post) => post.title === title)?.place_id
  expect(data).toHaveLength(3)
  expect(placeOf('처음')).toEqual(expect.any(String))
  expect(placeOf('다시')).toBe(placeOf('처음'))
  expect(placeOf('옆집')).not.toBe(placeOf('처음'))
})
