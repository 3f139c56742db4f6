import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite
let author: Person

const LARGE = '제주/서귀포시'
const SMALL = '제주/제주시'
const boxes = {
  [LARGE]: { south: 33.2, west: 126.2, north: 33.4, east: 126.9 },
  [SMALL]: { south: 33.35, west: 126.2, north: 33.6, east: 126.9 },
}
const within = { lat: 33.25, lng: 126.5 }
const farAway = { lat: 37.5, lng: 127 }

/** Two areas with overlapping boxes and posts all over them, more or fewer than are compared at once. */
beforeAll(async () => {
  site = await startPostSite()
  author = await site.person()
  await addPosts(LARGE, 6000)
  await addPosts(SMALL, 60)
})

afterAll(() => site.close())

async function addPosts(path: keyof typeof boxes, count: number): Promise<void> {
  const { south, west, north, east } = boxes[path]
  const address = path.replace('제주', '제주특별자치도').replace('/', ' ')
  await sql`
    with area as (
      insert into areas (address, lat, lng, south, west, north, east)
      values (${address}, ${south}, ${west}, ${south}, ${west}, ${north}, ${east}) returning id
    ) insert into area_names (address, name, area_id) select ${address}, split_part(${address}, ' ', -1), id from area`.execute(
    site.db,
  )
  await sql`update areas set path = array[id]`.execute(site.db)
  const { rows } = await sql<{ id: number }>`
    insert into posts (account_id, title, contents, lat, lng, start_time, end_time)
    select ${author.accountId}, '식당 ' || n, '맛있어요.',
      case when n % 50 > 0 then ${south}::float8 + ${north - south}::float8 * (n * 7919 % 1000) / 1000 end,
      case when n % 50 > 0 then ${west}::float8 + ${east - west}::float8 * (n * 104729 % 997) / 997 end,
      case when n % 10 = 1 then '00:00' end, case when n % 10 = 1 then '00:00' end
    from generate_series(1, ${count}::integer) n returning id`.execute(site.db)
  const ids = rows.map(({ id }) => id)
  await sql`select write_lists(${ids}::bigint[],
    array_fill((select id from areas where address = ${address}), array[${ids.length}::integer]))`.execute(site.db)
}

test.each([
  [LARGE, 'within', within],
  [LARGE, 'far away', farAway],
  [SMALL, 'in the other one', within],
  [SMALL, 'far away', farAway],
] as const)('the posts of %s are ordered by the distance from a position %s', async (area, _where, position) => {
  for (const open of [false, true]) {
    const { rows } = await sql<{ id: number }>`
      select p.id from post_areas a join areas on areas.id = a.area_id join posts p on p.id = a.post_id
      where areas.address = ${area.replace('제주/', '제주특별자치도 ')} and p.lat is not null
        and (${!open} or p.start_time = '00:00')
      order by map_point(p.lat, p.lng) <-> map_point(${position.lat}, ${position.lng}), p.id desc limit 40`.execute(
      site.db,
    )
    const found: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 4; page++) {
      const list = await site.api.getPosts({ area, filter: 'near', ...position, open, cursor })
      found.push(...list.data.map(({ id }) => id))
      cursor = list.nextCursor ?? null
      if (cursor === null) break
    }
    expect(found).toEqual(rows.map(({ id }) => String(id)).slice(0, found.length))
    expect(found.length).toBe(rows.length)
  }
})

test.each(['near', 'popular', 'order'])(
  'a list that is sorted for each page has 101 pages by number (%s)',
  async (filter) => {
    const page = async (pageParam: number) => {
      const { data } = await site.api.getPosts({ area: LARGE, filter, ...within, pageParam })
      return data.length
    }
    expect([await page(101), await page(102)]).toEqual([10, 0])
  },
)

test('a cursor belongs to its area and its position, and without a position the latest come first', async () => {
  const near = { area: LARGE, filter: 'near', ...within }
  const { nextCursor } = await site.api.getPosts(near)
  for (const other of [{ area: SMALL }, { area: null }, farAway, { filter: 'latest' }]) {
    const refused = await refusal(site.api.getPosts({ ...near, ...other, cursor: nextCursor ?? '' }))
    expect([other, refused]).toMatchObject([other, { code: 'BAD_USER_INPUT' }])
  }
  const latest = await site.api.getPosts({ area: LARGE })
  expect((await site.api.getPosts({ area: LARGE, filter: 'near' })).data).toEqual(latest.data)
})
