import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { MapPosts, QueryGetMapPostsArgs } from '#contract/schema.gen.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { withoutTimeLimits } from '../../../platform/database/time-limits.ts'

const site = await openPostSite()
let author: Person

beforeEach(async () => {
  // A busy machine may exceed the site's time limit of a statement.
  await withoutTimeLimits(site.db, (db) => sql`delete from posts`.execute(db))
  author = await site.person()
})

const korea = { south: 33, north: 38.7, west: 125, east: 131, zoom: 7 }
const jeju = { lat: 33.4996, lng: 126.5312 }

function map(args: Partial<QueryGetMapPostsArgs> = {}): Promise<MapPosts> {
  return site.api.as(author).getMapPosts({ ...korea, ...args })
}

/** Inserts `count` posts at random over Korea, every tenth with the word. */
async function crowd(count: number, word: string): Promise<void> {
  await sql`
    insert into posts (account_id, title, contents, lat, lng)
    select ${author.accountId}, '식당' || n, case when n % 10 = 0 then ${word} else '평범' end,
      33.5 + 4 * (hashint8(n)::bigint + 2147483648) / 4294967296.0,
      126 + 3 * (hashint8(n * 7)::bigint + 2147483648) / 4294967296.0
    from generate_series(1, ${count}::int) n`.execute(site.db)
  await sql`select write_lists(array(select id from posts), '{}')`.execute(site.db)
  await sql`
    insert into post_search (post_id, normal, grams)
    select id, title || E'\n' || contents, array[substr(contents, 1, 2), substr(contents, 2, 2)] from posts
    on conflict do nothing`.execute(site.db)
  // The database does this by itself within minutes; until then its statistics may show empty tables.
  await withoutTimeLimits(site.db, (db) => sql`analyze`.execute(db))
}

test('an empty map has nothing on it', async () => {
  expect(await map()).toEqual({ clusters: [], count: 0, estimated: false, data: [] })
})

test('a single post is a marker with its title, kind and photo, and its card is beside the map', async () => {
  const image = await site.picture(author)
  const id = await site.post({ author, title: '고기국수집', kind: 'korean', image, ...jeju })
  await site.post({ author, title: '자리 없는 글' })
  const { clusters, count, data } = await map()
  expect(clusters).toMatchObject([
    { id, title: '고기국수집', kind: 'korean', image, count: 1, lat: 33.4996, lng: 126.5312 },
  ])
  expect(count).toBe(1)
  expect(data.map((post) => post.title)).toEqual(['고기국수집'])
})

test('posts beside each other are one cluster at low zoom and separate at high zoom', async () => {
  await site.post({ author, title: '하나', ...jeju })
  await site.post({ author, title: '둘', lat: jeju.lat + 0.01, lng: jeju.lng })
  expect((await map()).clusters).toMatchObject([{ count: 2, id: null, title: null }])
  const near = { south: 33.49, north: 33.52, west: 126.52, east: 126.54, zoom: 15 }
  const { clusters } = await map(near)
  expect(clusters.map(({ title }) => title).toSorted()).toEqual(['둘', '하나'])
})

test('the map follows a post that moves, loses its place, or is deleted', async () => {
  const id = await site.post({ author, ...jeju })
  const fields = { id, title: '옮긴 집', contents: '이사했어요.' }
  await site.api.as(author).editPost({ ...fields, lat: 35.16, lng: 129.16 })
  expect((await map()).clusters).toMatchObject([{ lat: 35.16, lng: 129.16 }])
  await site.api.as(author).editPost(fields)
  expect((await map()).count).toBe(0)
  await site.api.as(author).editPost({ ...fields, ...jeju })
  expect((await map()).count).toBe(1)
  await site.api.as(author).deletePost({ id })
  expect((await map()).count).toBe(0)
})

test('posts of a withdrawn account leave the map', async () => {
  const leaver = await site.person()
  await site.post({ author: leaver, ...jeju })
  await site.post({ author: leaver, lat: 37.5, lng: 127 })
  await site.db.deleteFrom('accounts').where('id', '=', leaver.accountId).execute()
  expect(await map()).toMatchObject({ count: 0, clusters: [] })
  const { rows } = await sql`select from post_cells group by level, x, y having sum(count) <> 0`.execute(site.db)
  expect(rows).toEqual([])
})

test('poles and the date line work too', async () => {
  for (const [lat, lng] of [
    [90, 0],
    [-90, 180],
    [0, -180],
  ] as const)
    await site.post({ author, lat, lng })
  const world = { south: -90, north: 90, west: -180, east: 180, zoom: 1 }
  expect((await map(world)).count).toBe(3)
})

test('a keyword and the order of the filter apply', async () => {
  await site.post({ author, title: '가 국밥집', ...jeju })
  const liked = await site.post({ author, title: '나 국밥집', lat: 37.5, lng: 127 })
  await site.post({ author, title: '다 김밥집', lat: 35.1, lng: 129 })
  await site.db.updateTable('post_stats').set({ like_count: 3 }).where('post_id', '=', Number(liked)).execute()
  const titles = async (args: object) => (await map(args)).data.map(({ title }) => title)
  expect(await titles({})).toEqual(['다 김밥집', '나 국밥집', '가 국밥집'])
  expect(await titles({ filter: 'popular' })).toEqual(['나 국밥집', '다 김밥집', '가 국밥집'])
  expect(await titles({ filter: 'order' })).toEqual(['가 국밥집', '나 국밥집', '다 김밥집'])
  expect(await titles({ keyword: '국밥', filter: 'order' })).toEqual(['가 국밥집', '나 국밥집'])
  expect(await map({ keyword: '국밥' })).toMatchObject({ count: 2, estimated: false })
  expect(await map({ keyword: '없는 말' })).toMatchObject({ count: 0, clusters: [], data: [] })
})

test('counts of a crowd are exact at every zoom, and there are never more markers than fit a screen', async () => {
  await crowd(8000, '희귀어')
  for (const zoom of [4, 6, 7, 9, 12]) {
    const { clusters, count, data, estimated } = await map({ zoom })
    expect({ zoom, count, estimated, cards: data.length }).toEqual({ zoom, count: 8000, estimated: false, cards: 20 })
    expect(clusters.length).toBeLessThanOrEqual(400)
  }
  const [newest] = (await map()).data
  expect(newest?.title).toBe('식당8000')
})

test('a rare word is counted exactly in a crowd, a frequent one is estimated', async () => {
  await crowd(8000, '희귀어')
  expect(await map({ keyword: '희귀어' })).toMatchObject({ count: 800, estimated: false })
  const { count, estimated, data } = await map({ keyword: '평범' })
  expect(estimated).toBe(true)
  expect(count).toBeGreaterThan(7200 * 0.9)
  expect(count).toBeLessThan(7200 * 1.1)
  expect(data).toHaveLength(20)
})

test('writers at one place do not deadlock', async () => {
  await site.post({ author, ...jeju })
  const places = [jeju, { lat: 37.5, lng: 127 }, { lat: 35.16, lng: 129.16 }]
  const people = await Promise.all(Array.from({ length: 8 }, () => site.person()))
  await Promise.all(
    people.map(async (person, index) => {
      const ids = []
      for (let n = 0; n < 5; n++) ids.push(await site.post({ author: person, ...places[(index + n) % 3] }))
      if (index % 2) await site.db.deleteFrom('accounts').where('id', '=', person.accountId).execute()
      else await site.api.as(person).deletePost({ id: ids[0] ?? '' })
    }),
  )
  expect((await map()).count).toBe(1 + 4 * 4)
})

test('a reader gets what they like and keep of the pins, others the same map without it', async () => {
  const id = await site.post({ author, ...jeju })
  await site.api.as(author).savePost({ post: id, list: 'been', saved: true })
  const query = '{ getMapPosts(south: 33, north: 34, west: 126, east: 127, zoom: 12) { clusters { id } } }'
  const ask = async ({ client }: Person) =>
    JSON.parse((await client.post({ query, extensions: { reader: true } })).text).extensions.reader.posts
  const place = expect.any(String)
  expect(await ask(author)).toEqual({ [id]: { mine: true, been: true, place } })
  expect(await ask(await site.person())).toEqual({ [id]: { place } })
})
