import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { DEGREE_METRES } from '../../places/find-places.ts'

const site = await openPostSite({ env: unlimited })
let author: Person
const here = { filter: 'near', lat: 37.5, lng: 127.036 }

const AWAY = [100, 900, 990, 1010, 1500, 2990, 3010, 9900, 10_100, 169_000]

beforeAll(async () => {
  await sql`insert into areas (id, parent_id, path, address, lat, lng) overriding system value
    values (1, null, '{1}', '서울특별시', 37.5, 127)`.execute(site.db)
  await sql`insert into area_names (address, name, area_id) values ('서울특별시', '서울특별시', 1)`.execute(site.db)
})

beforeEach(async () => {
  await site.db.deleteFrom('posts').execute()
  author = await site.person()
  for (const [n, metres] of AWAY.entries()) {
    const degrees = metres / DEGREE_METRES
    const at =
      n % 2 === 0
        ? { lat: here.lat + degrees, lng: here.lng }
        : { lat: here.lat, lng: here.lng + degrees / Math.cos((here.lat * Math.PI) / 180) }
    const hours = n % 3 === 0 ? {} : { start_time: '00:00', end_time: '00:00' }
    const id = await site.post({ author, title: String(metres), contents: '국밥', ...at, ...hours })
    await site.api.as(author).savePost({ post: id, list: 'want', saved: true })
  }
})

const within = (radius: number | null, open: boolean) =>
  AWAY.filter((metres, n) => metres <= (radius ?? 1e9) && !(open && n % 3 === 0)).map(String)

test.each([[1], [500], [1000], [3000], [10_000], [1_000_000], [null]])(
  'a list has the nearest posts within %s metres, the search and the filter too',
  async (radius) => {
    const api = site.api.as(author)
    for (const open of [false, true]) {
      const expected = within(radius, open)
      for (const list of [
        await api.getPosts({ ...here, radius, open }),
        await api.getSearchPosts({ keyword: '국밥', ...here, radius, open }),
      ]) {
        expect(list.data.map(({ title }) => title)).toEqual(expected)
        expect(list.nextCursor).toBeNull()
        expect(list.pageCount).toBe(expected.length > 0 ? 1 : 0)
      }
    }
  },
)

test('pages of an area are counted to the radius', async () => {
  for (let n = 0; n < 12; n++)
    await site.post({ author, title: '이 동네', address: '서울특별시', lat: here.lat + 0.3, lng: here.lng })
  const list = (radius: number | null) => site.api.as(author).getPosts({ ...here, area: '서울', radius })
  expect((await list(null)).pageCount).toBe(2)
  expect(await list(10_000)).toMatchObject({ data: [], pageCount: 0 })
  expect((await list(100_000)).pageCount).toBe(2)
})

test('what a member keeps ends at the radius too', async () => {
  const { lat, lng } = here
  for (const radius of [1000, 10_000]) {
    const list = await site.api.as(author).getSavedPosts({ list: 'want', sort: 'near', lat, lng, radius })
    expect(list.data.map(({ title }) => title)).toEqual(within(radius, false))
    expect(list.pageCount).toBe(1)
  }
})

test('pages end at the radius, and a cursor belongs to it', async () => {
  const api = site.api.as(author)
  for (let n = 0; n < 12; n++) await site.post({ author, title: '가까운 집', lat: here.lat, lng: here.lng })
  const first = await api.getPosts({ ...here, radius: 1000 })
  const second = await api.getPosts({ ...here, radius: 1000, cursor: first.nextCursor })
  expect([first, second].map(({ data }) => data.length)).toEqual([10, 5])
  expect(second.data.slice(2).map(({ title }) => title)).toEqual(['100', '900', '990'])
  expect([first.pageCount, second.nextCursor]).toEqual([2, null])
  for (const radius of [3000, null]) {
    const other = api.getPosts({ ...here, radius, cursor: first.nextCursor })
    expect((await refusal(other)).code).toBe('BAD_USER_INPUT')
  }
})

test.each([0, -1, 1_000_001])('a radius of %s metres is refused', async (radius) => {
  expect((await refusal(site.api.getPosts({ ...here, radius }))).code).toBe('BAD_USER_INPUT')
})
