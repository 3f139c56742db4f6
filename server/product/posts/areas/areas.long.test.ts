import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Position } from '#rules/position.ts'
import { loadBundle } from '#server/product/places/bundle/load-bundle.ts'
import { type Person, type PostSite, refusal, somePost, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { changesOf } from '../../../platform/database/changes.ts'
import { repairPosts } from '../writing/repair-posts.ts'
import { assignPostsToAreas } from './assign-posts-to-areas.ts'
import { findSmallestAreas } from './locate-posts.ts'

let site: PostSite
let author: Person
/** Post written before areas are known. */
let early: string

const MANGWON = { lat: 37.5554, lng: 126.9012 }
const HAEUNDAE = { lat: 35.1631, lng: 129.1635 }

beforeAll(async () => {
  site = await startPostSite({ env: unlimited })
  author = await site.person()
  early = await site.post({ author, ...MANGWON })
  await loadBundle(site.db)
  await fillAll()
})

afterAll(async () => {
  await site.close()
})

async function fillAll(): Promise<void> {
  while (!(await assignPostsToAreas(site.db)));
}

async function pathsOf(id: string): Promise<string[]> {
  const { areas } = await site.api.as(author).getPost({ id })
  return areas.map(({ path }) => path)
}

async function countOf(path: string): Promise<number> {
  return (await site.api.as(author).getArea({ path })).count
}

/** Compares every counter with its rows. */
async function expectTrueCounts(): Promise<void> {
  const { rows } = await sql`
    select area_id from (select area_id, sum(count) as counted from area_counts group by 1) c
    full join (select area_id, count(*) as there from post_areas group by 1) p using (area_id)
    where coalesce(counted, 0) <> coalesce(there, 0)`.execute(site.db)
  expect(rows).toEqual([])
}

test('all areas are built without the time limits of requests, which a busy machine exceeds', async () => {
  await sql`create function refuse_time_limits() returns trigger language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '0' then raise 'there is a time limit'; end if;
    return null;
  end $$`.execute(site.db)
  await sql`create trigger refuse_time_limits before insert on areas execute function refuse_time_limits()`.execute(
    site.db,
  )
  await sql`update area_fills set version = ''`.execute(site.db)
  await fillAll()
  await sql`drop function refuse_time_limits cascade`.execute(site.db)
})

test('a post belongs to the areas around its position, whenever it was written', async () => {
  const later = await site.post({ author, ...MANGWON })
  for (const id of [early, later]) expect(await pathsOf(id)).toEqual(['서울', '서울/마포구', '서울/마포구/망원동'])
  const { data } = await site.api.as(author).getPosts({ area: '서울/마포구/망원동' })
  expect([data[0]?.id, data.at(-1)?.id]).toEqual([later, early])
})

test('a place lies in the areas of its newest post with a position', async () => {
  const place_name = '망원 콩국수'
  const address = '서울 마포구 망원동 77'
  const placed = await site.post({ author, place_name, address, ...MANGWON })
  const { place_id } = await site.api.as(author).getPost({ id: placed })
  const addressed = await site.post({ author, place_name, address })
  expect((await site.api.as(author).getPost({ id: addressed })).place_id).toBe(place_id)
  const { areas } = await site.api.getPlace({ id: place_id ?? '' })
  expect(areas.map(({ path }) => path)).toEqual(['서울', '서울/마포구', '서울/마포구/망원동'])
})

test.each([
  ['서울 마포구 망원동 123-4', '서울/마포구/망원동'],
  ['서울특별시 마포구 월드컵로13길 19-10', '서울/마포구'],
  ['마포구 망원동', '서울/마포구/망원동'],
  ['망원동', '서울/마포구/망원동'],
  ['서울 마포구 동교동 170', '서울/마포구/서교동'],
  ['경기 수원시 장안구 정자동 1', '경기/수원시/장안구/정자동'],
  ['세종 반곡동', '세종/보람동'],
  ['인천 남구 주안1동', '인천/미추홀구/주안1동'],
  ['중구 1', null],
  ['중앙동', null],
  ['어딘가 좋은 곳', null],
])('without a position the address %j belongs to %j', async (address, path) => {
  const paths = await pathsOf(await site.post({ author, address }))
  expect(paths.at(-1) ?? null).toBe(path)
})

test('counts follow added, moved, deleted and withdrawn posts', async () => {
  const api = site.api.as(author)
  const before = {
    busan: await countOf('부산'),
    mapo: await countOf('서울/마포구'),
    mangwon: await countOf('서울/마포구/망원동'),
  }
  const leaving = await site.person()
  for (let n = 0; n < 3; n++) await site.post({ author: leaving, ...MANGWON })
  const id = await site.post({ author, ...MANGWON })
  expect(await countOf('서울/마포구/망원동')).toBe(before.mangwon + 4)
  await api.editPost({ id, ...somePost, ...HAEUNDAE })
  expect(await countOf('부산')).toBe(before.busan + 1)
  expect((await pathsOf(id)).slice(0, 2)).toEqual(['부산', '부산/해운대구'])
  await api.editPost({ id, ...somePost })
  expect(await pathsOf(id)).toEqual([])
  await api.deletePost({ id })
  await site.api.as(leaving).remove({ jwt: leaving.handle })
  expect({
    busan: await countOf('부산'),
    mapo: await countOf('서울/마포구'),
    mangwon: await countOf('서울/마포구/망원동'),
  }).toEqual(before)
  const mapo = await api.getArea({ path: '서울/마포구' })
  expect(mapo.parts.find(({ name }) => name === '망원동')?.count).toBe(before.mangwon)
  await expectTrueCounts()
})

test('posts that an older release added or moved without lists, areas and places are mended, and no others', async () => {
  const api = site.api.as(author)
  const place_name = '망원 메밀'
  const moved = await site.post({ author, place_name, ...MANGWON })
  const { place_id } = await api.getPost({ id: moved })
  const before = { mangwon: await countOf('서울/마포구/망원동'), busan: await countOf('부산') }
  const { rows } = await sql<{
    id: string
  }>`insert into posts (account_id, title, contents, place_name, address, lat, lng)
    values (${author.accountId}, '옛 메밀', '맛있어요.', ${place_name}, null, ${MANGWON.lat}, ${MANGWON.lng}),
      (${author.accountId}, '옛 국수', '맛있어요.', '옛 국수', '서울 마포구 망원동 77', null, null)
    returning id::text`.execute(site.db)
  const [added = '', addressed = ''] = rows.map(({ id }) => id)
  await sql`update posts set place_name = '해운대 메밀', lat = ${HAEUNDAE.lat}, lng = ${HAEUNDAE.lng} where id = ${moved}`.execute(
    site.db,
  )
  expect(await repairPosts(site.db, null)).toEqual({ before: null, mended: 3 })
  expect(await pathsOf(added)).toEqual(['서울', '서울/마포구', '서울/마포구/망원동'])
  expect((await pathsOf(addressed)).at(-1)).toBe('서울/마포구/망원동')
  expect((await pathsOf(moved)).slice(0, 2)).toEqual(['부산', '부산/해운대구'])
  expect({ mangwon: await countOf('서울/마포구/망원동'), busan: await countOf('부산') }).toEqual({
    mangwon: before.mangwon + 1,
    busan: before.busan + 1,
  })
  const places = await Promise.all([moved, added, addressed].map(async (id) => (await api.getPost({ id })).place_id))
  expect(places[1]).toBe(place_id)
  expect(new Set([...places, null]).size).toBe(4)
  const found = await api.getSearchPosts({ keyword: '옛 메밀', pageParam: 1 })
  expect(found.data.map(({ id }) => id)).toContain(added)
  await expectTrueCounts()
  expect(await repairPosts(site.db, null)).toEqual({ before: null, mended: 0 })
})

test('counts are exact after simultaneous writes', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => site.person()))
  const write = async (person: Person, index: number) => {
    const [one, other] = index % 2 === 0 ? [MANGWON, HAEUNDAE] : [HAEUNDAE, MANGWON]
    for (let n = 0; n < 5; n++) {
      const id = await site.post({ author: person, ...one })
      await site.api.as(person).editPost({ id, ...somePost, ...other })
      if (n % 2 === 0) await site.api.as(person).deletePost({ id })
    }
    await site.api.as(person).remove({ jwt: person.handle })
  }
  await Promise.all([...people.map(write), fillAll()])
  await expectTrueCounts()
})

test('an area is found by its full, short, former and neighbouring names, and by no others', async () => {
  const api = site.api
  for (const path of [
    '서울/마포구/망원동',
    '서울특별시/마포구/망원동',
    '서울 마포구 망원동',
    ' 서울시/마포구/망원제1동 ',
    '/서울/마포구/망원동/',
    '서울/마포구/망원동\0',
  ]) {
    expect(await api.getArea({ path })).toMatchObject({ path: '서울/마포구/망원동', name: '망원동' })
  }
  expect(await api.getArea({ path: '서울/마포구/동교동' })).toMatchObject({
    path: '서울/마포구/서교동',
    names: ['동교동'],
  })
  expect(await api.getArea({ path: '서울/종로구/종로1·2·3·4가동' })).toMatchObject({
    name: '종로1·2·3·4가동',
    path: '서울/종로구/종로1.2.3.4가동',
    around: [{ path: '서울' }, { path: '서울/종로구' }],
  })
  expect((await api.getArea({ path: '' })).parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['서울', '제주']),
  )
  expect((await api.getArea({ path: '' })).parts).toHaveLength(17)
  for (const path of [
    '망원동',
    '서울/부산',
    '서울/마포구/없는동',
    '%',
    "서울' or 1=1--",
    '<svg>',
    '서울\n마포구x',
    '__proto__',
  ]) {
    expect([path, await refusal(api.getArea({ path }))]).toMatchObject([path, { code: 'NOT_FOUND' }])
    expect([path, await refusal(api.getPosts({ area: path }))]).toMatchObject([path, { code: 'NOT_FOUND' }])
  }
  expect(await refusal(api.getArea({ path: '가'.repeat(101) }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('a map leads to the area that it shows', async () => {
  const at = (zoom: number, position = MANGWON) => site.api.getAreaAt({ ...position, zoom })
  expect(await at(7)).toBeNull()
  expect((await at(8))?.path).toBe('서울')
  expect((await at(12))?.path).toBe('서울/마포구')
  expect((await at(15))?.path).toBe('서울/마포구/망원동')
  expect(await at(15, { lat: 35, lng: 131 })).toBeNull()
})

test('a map that shows all of a city leads to the city, whatever district is in its middle', async () => {
  const at = (zoom: number, position: Position) => site.api.getAreaAt({ ...position, zoom })
  const busan = { lat: 35.158, lng: 129.059 }
  for (const zoom of [9, 10, 11]) expect([zoom, (await at(zoom, busan))?.path]).toEqual([zoom, '부산'])
  expect((await at(12, busan))?.path).toBe('부산/부산진구')
  expect((await at(9, { lat: 37.38, lng: 128.66 }))?.path).toBe('강원/정선군')
})

test('after new data posts are assigned again, and an area keeps its id', async () => {
  const ids = () => sql<{ id: number }>`select id, address from areas order by id`.execute(site.db)
  const before = (await ids()).rows
  await sql`update place_sources set imported_at = now() where key = 'bundled-borders'`.execute(site.db)
  await sql`delete from post_areas`.execute(site.db)
  await sql`delete from area_counts`.execute(site.db)
  expect(await countOf('서울/마포구/망원동')).toBe(0)
  await fillAll()
  expect(await countOf('서울/마포구/망원동')).toBeGreaterThan(1)
  expect((await ids()).rows).toEqual(before)
  await expectTrueCounts()
})

test('the log says when all posts are assigned anew, and when that is done, and then the week is ranked', async () => {
  const guest = await site.person()
  await sql`update accounts set created_at = now() - interval '2 days'`.execute(site.db)
  const id = await site.post({ author, lat: 37.5559, lng: 126.9101 })
  await site.api.as(guest).likePost({ id, isLike: true, jwt: guest.handle })
  const told: [object, string][] = []
  const log = { info: (details: object, message: string) => void told.push([details, message]) }
  await sql`update area_fills set version = 'before'`.execute(site.db)
  while (!(await assignPostsToAreas(site.db, log)));
  await assignPostsToAreas(site.db, log)
  expect(told).toEqual([
    [{ posts: expect.any(Number) }, 'assigning posts to areas'],
    [{}, 'all posts are assigned to areas'],
  ])
  const [path = ''] = (await pathsOf(id)).toReversed()
  expect((await site.api.getWeeklyTop({ area: path })).map(({ post }) => post.id)).toContain(id)
})

test.each(['latest', 'popular', 'order'] as const)(
  'a large area is listed in the order of %s, page after page, with and without the filter of what is open',
  async (filter) => {
    const ids = await manyPosts()
    const api = site.api.as(author)
    const by = {
      latest: sql`p.id desc`,
      popular: sql`s.like_count desc, p.id desc`,
      order: sql`p.title collate "ko-x-icu", p.id desc`,
    }
    for (const open of [false, true]) {
      const { rows } = await sql<{ id: number }>`select p.id from posts p join post_stats s on s.post_id = p.id
        where p.id = any(${ids}::bigint[]) and (${!open} or start_time = '00:00')
        order by ${by[filter]} limit 35`.execute(site.db)
      const first = await api.getPosts({ area: '제주/서귀포시', filter, open })
      const pages = [first]
      for (let cursor = first.nextCursor; pages.length < 3; cursor = pages.at(-1)?.nextCursor ?? null) {
        pages.push(await api.getPosts({ area: '제주/서귀포시', filter, open, cursor: cursor ?? '' }))
      }
      const jumped = await api.getPosts({ area: '제주/서귀포시', filter, open, pageParam: 2 })
      const found = pages.flatMap(({ data }) => data.map(({ id }) => Number(id)))
      expect(found).toEqual(rows.slice(0, 30).map(({ id }) => id))
      expect(jumped.data).toEqual(pages[1]?.data)
      if (!open) expect(first.pageCount).toBe(400)
    }
  },
)

let many: number[] | undefined

/** Four thousand posts of one area, a tenth of which are open all day and the others never. */
async function manyPosts(): Promise<number[]> {
  if (many) return many
  const { rows } = await sql<{
    id: number
  }>`insert into posts (account_id, title, contents, lat, lng, start_time, end_time)
    select ${author.accountId}, '식당 ' || (n * 7919) % 1000, '맛있어요.', 33.2541, 126.56,
      case when n % 10 = 0 then '00:00' end, case when n % 10 = 0 then '00:00' end
    from generate_series(1, 4000) n returning id`.execute(site.db)
  many = rows.map(({ id }) => id)
  await sql`insert into post_stats (post_id, like_count, open_hours)
    select id, id % 13, open_hours from posts where id = any(${many}::bigint[])`.execute(site.db)
  const { rows: areas } = await sql<{
    id: number
  }>`select id from areas where address = '제주특별자치도 서귀포시'`.execute(site.db)
  await sql`select write_lists(${many}::bigint[], array_fill(${areas[0]?.id}::integer, array[4000]))`.execute(site.db)
  return many
}

test('a cursor of one area is refused for another, and a list has one scope only', async () => {
  await manyPosts()
  const api = site.api.as(author)
  const { nextCursor } = await api.getPosts({ area: '제주/서귀포시' })
  for (const args of [
    { area: '제주' },
    { area: '제주/서귀포시', filter: 'popular' },
    { area: '제주/서귀포시', open: true },
    {},
  ]) {
    expect(await refusal(api.getPosts({ ...args, cursor: nextCursor ?? '' }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  expect(await refusal(api.getPosts({ area: '제주', place: '1' }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect((await api.getPosts({ area: '제주/서귀포시', pageParam: 2 ** 31 - 1 })).data).toEqual([])
})

test('the 동 with the most posts are popular, and 시군구 fill up', async () => {
  changesOf(site.db).log.add(null)
  const areas = await site.api.getPopularAreas()
  expect(areas.length).toBeLessThanOrEqual(8)
  const dongs = areas.filter(({ name }) => name.endsWith('동'))
  expect(dongs.length).toBeGreaterThan(1)
  expect(areas.slice(0, dongs.length)).toEqual(dongs)
  for (const found of [dongs, areas.slice(dongs.length)]) {
    const counts = found.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  }
})

test('a popular area whose name others have too says where it lies', async () => {
  for (const address of ['경기도 수원시 장안구 정자동 1', '부산 중구 중앙동 1', '서울 마포구 망원동 1'])
    for (let post = 0; post < 12; post++) await site.post({ author, address })
  changesOf(site.db).log.add(null)
  const names = (await site.api.getPopularAreas()).map(({ name }) => name)
  expect(names.slice(0, 3).toSorted()).toEqual(['망원동', '부산 중앙동', '수원시 정자동'])
})

test('a position at which the distance index fails is found, and a post can be added there', async () => {
  const at = { lat: 37.523864429433566, lng: 127.07239903360058 }
  expect((await pathsOf(await site.post({ author, ...at }))).slice(0, 2)).toEqual(['서울', '서울/광진구'])
  expect(await site.api.reverseGeocode(at)).toMatchObject({ province: '서울특별시', district: '광진구' })
})

test('the centre of every 동 has an area', async () => {
  const { rows } = await sql<{ lat: number; lng: number }>`select lat, lng from place_areas where level = 3`.execute(
    site.db,
  )
  const found = await findSmallestAreas(
    site.db,
    rows.map((at, id) => ({ id, address: null, ...at })),
  )
  expect(found.size).toBeGreaterThan(rows.length * 0.9)
})
