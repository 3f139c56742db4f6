import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Post } from '#contract/schema.gen.ts'
import { uniqueName } from '#tests/factories.ts'
import { importQuietly, writeJsonFile } from '#tests/place-files.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })
let author: Person

beforeEach(async () => {
  for (const table of ['posts', 'venues'] as const) await site.db.deleteFrom(table).execute()
  author = await site.person()
})

const MANGWON = { lat: 37.5554, lng: 126.9012 }
/** Degrees of a metre on the sphere of the distances. */
const METRE = 360 / (2 * Math.PI * 6_371_009)

function metresNorth(metres: number) {
  return { lat: MANGWON.lat + metres * METRE, lng: MANGWON.lng }
}

async function placeOf(id: string): Promise<string> {
  const { place_id } = await site.api.as(author).getPost({ id })
  if (typeof place_id !== 'string') throw new Error(`post ${id} has no place`)
  return place_id
}

async function postsOf(place: string, filter = 'latest'): Promise<string[]> {
  return (await site.api.as(author).getPosts({ place, filter })).data.map(({ id }: Pick<Post, 'id'>) => id)
}

async function countVenues() {
  const { rows } = await sql<{ venues: number; posts: number }>`
    select (select count(*) from venues) as venues, (select count(*) from venue_posts) as posts`.execute(site.db)
  return rows[0]
}

test('a name and an address in another width, with accents or a hyphen are those of the same place', async () => {
  const names = ['Café B1', 'cafe Ｂ１', 'CAFE-B1', 'Cafe\u0301 𝐁𝟏']
  const ids: string[] = []
  for (const place_name of names) ids.push(await site.post({ author, place_name, ...MANGWON }))
  expect(new Set(await Promise.all(ids.map(placeOf))).size).toBe(1)
  const addresses = ['서울 마포구 망원동 395-47', '서울 마포구 망원동 ３９５－４７', '서울　마포구 망원동 395–47']
  const lots: string[] = []
  for (const address of addresses) lots.push(await site.post({ author, place_name: '번지 국밥', address }))
  expect(new Set(await Promise.all(lots.map(placeOf))).size).toBe(1)
  const next = await site.post({ author, place_name: '번지 국밥', address: '서울 마포구 망원동 39547' })
  expect(await placeOf(next)).not.toBe(await placeOf(lots[0] ?? ''))
})

test('two pins of one name are one place 149 metres apart, and two places 151 metres apart', async () => {
  const place_name = '망원 우동'
  const first = await site.post({ author, place_name, ...MANGWON })
  const near = await site.post({ author, place_name: '망원우동', ...metresNorth(149) })
  const far = await site.post({ author, place_name, ...metresNorth(-151) })
  const namesake = await site.post({ author, place_name: '망원 국수', ...MANGWON })
  expect(await placeOf(near)).toBe(await placeOf(first))
  expect(new Set([await placeOf(first), await placeOf(far), await placeOf(namesake)]).size).toBe(3)
  expect(await postsOf(await placeOf(first))).toEqual([near, first])
  expect(await site.api.getPlace({ id: await placeOf(first) })).toMatchObject({ name: '망원우동', count: 2 })
})

test('without a position the same name at the same address is one place, and a district is no address', async () => {
  const house = { author, title: '숭문길 국밥', address: '서울 마포구 숭문길 24' }
  const first = await site.post(house)
  const again = await site.post({ ...house, address: '서울특별시 마포구 숭문길 24 (염리동)' })
  const pinned = await site.post({ ...house, lat: 37.5478, lng: 126.9464 })
  const far = await site.post({ ...house, lat: 35.1, lng: 129.03 })
  const other = await site.post({ ...house, address: '서울 마포구 숭문길 25' })
  expect(await postsOf(await placeOf(first))).toEqual([pinned, again, first])
  expect(new Set([await placeOf(first), await placeOf(far), await placeOf(other)]).size).toBe(3)
  for (const vague of [{ address: '서울 마포구' }, { address: null }]) {
    const id = await site.post({ ...house, ...vague })
    expect(await site.api.getPost({ id })).toMatchObject({ place_id: null })
  }
})

test('the same imported place is one place, however far the pins lie from each other', async () => {
  const shop = {
    fields: ['name', 'category', 'address', 'lat', 'lng'],
    rows: [['합정 만두', '분식', '서울 마포구', 37.55, 126.91]],
  }
  await importQuietly(site.db, await writeJsonFile('shops-of-hapjeong.json', shop))
  const at = (metres: number) => ({ lat: 37.55 + metres * METRE, lng: 126.91 })
  const first = await site.post({ author, place_name: '합정 만두', ...at(100) })
  const across = await site.post({ author, place_name: '합정만두', ...at(-100) })
  const beyond = await site.post({ author, place_name: '합정 만두', ...at(400) })
  expect(await placeOf(across)).toBe(await placeOf(first))
  expect(await placeOf(beyond)).not.toBe(await placeOf(first))
})

test('a place shows what its newest posts say, and the likes and pictures of all', async () => {
  const place = { author, place_name: '모두의 분식', ...metresNorth(2000) }
  const [image, other] = [await site.picture(author), await site.picture(author)]
  const first = await site.post({
    ...place,
    start_time: '09:00',
    end_time: '21:00',
    address: '서울 마포구 망원로 1',
    image,
  })
  const second = await site.post({ ...place, start_time: '10:00', end_time: '20:00', image: other })
  const third = await site.post({ ...place, place_name: '모두의분식', start_time: '11:00' })
  for (const [id, count] of [
    [first, 2],
    [third, 1],
  ] as const) {
    for (let n = 0; n < count; n++) {
      const reader = await site.person()
      await site.api.as(reader).likePost({ id, isLike: true, jwt: reader.handle })
    }
  }
  const id = await placeOf(first)
  expect(await site.api.as(author).getPlace({ id })).toMatchObject({
    id,
    name: '모두의분식',
    address: '서울 마포구 망원로 1',
    start_time: '10:00',
    end_time: '20:00',
    count: 3,
    like: 3,
    photos: [{ post: second }, { post: first }],
  })
  expect(await postsOf(id, 'popular')).toEqual([first, third, second])
})

test('a place of a thousand posts is read in pages, in every order', async () => {
  const first = await site.post({ author, place_name: '어디나 국수', ...metresNorth(3000) })
  const venue = await placeOf(first)
  await sql`with added as (
      insert into posts (account_id, title, contents, place_name, lat, lng)
      select account_id, title, contents, place_name, lat, lng from posts, generate_series(1, 999) where id = ${first}
      returning id
    ), stats as (insert into post_stats (post_id, like_count) select id, id % 7 from added)
    insert into venue_posts (post_id, venue_id) select id, ${venue}::bigint from added`.execute(site.db)
  const api = site.api.as(author)
  for (const filter of ['latest', 'popular', 'order']) {
    const page = await api.getPosts({ place: venue, filter })
    expect(page.pageCount).toBe(100)
    const next = await api.getPosts({ place: venue, filter, cursor: page.nextCursor ?? '' })
    const jumped = await api.getPosts({ place: venue, filter, pageParam: 2 })
    expect(next.data.map(({ id }) => id)).toEqual(jumped.data.map(({ id }) => id))
    expect(new Set([...page.data, ...next.data].map(({ id }) => id)).size).toBe(20)
  }
  expect(await api.getPlace({ id: venue })).toMatchObject({ count: 1000 })
  expect(
    await refusal(api.getPosts({ place: venue, cursor: (await api.getPosts({})).nextCursor ?? '' })),
  ).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('a place keeps its id when its first post is deleted or its only post is edited, and is deleted with its last post', async () => {
  const api = site.api.as(author)
  const place = { ...somePost, place_name: uniqueName(), ...metresNorth(5000) }
  const first = await site.post({ author, ...place })
  const id = await placeOf(first)
  await api.editPost({ id: first, ...place, place_name: `${place.place_name} 본점`, ...metresNorth(5900) })
  expect(await placeOf(first)).toBe(id)
  const second = await site.post({ author, ...place, place_name: `${place.place_name} 본점`, ...metresNorth(6000) })
  expect(await placeOf(second)).toBe(id)
  await api.deletePost({ id: first })
  expect(await postsOf(id)).toEqual([second])
  await api.editPost({ id: second, ...somePost })
  expect(await api.getPost({ id: second })).toMatchObject({ place_id: null })
  expect(await refusal(api.getPlace({ id }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('an edited post moves to its new place', async () => {
  const api = site.api.as(author)
  const [one, other] = [uniqueName(), uniqueName()]
  const at = metresNorth(7000)
  const ids = [await site.post({ author, place_name: one, ...at }), await site.post({ author, place_name: one, ...at })]
  const there = await site.post({ author, place_name: other, ...at })
  for (const id of ids) await api.editPost({ id, ...somePost, place_name: other, ...at })
  expect(await postsOf(await placeOf(there))).toEqual([there, ...ids.toReversed()])
  expect(await placeOf(there)).toBe(await placeOf(String(ids[0])))
})

test('a place with a common name lists only its own posts', async () => {
  const place_name = uniqueName()
  const first = await site.post({ author, place_name, ...MANGWON })
  const again = await site.post({ author, place_name, ...MANGWON })
  await sql`insert into posts (account_id, title, contents, place_name, lat, lng)
    select account_id, title, contents, place_name, 35.1, 129.03 from posts, generate_series(1, 600)
    where id = ${again}`.execute(site.db)
  expect((await site.api.as(author).getPlacePosts({ id: again })).map(({ id }) => id)).toEqual([first])
})

test('simultaneous posts about a new place share one place', async () => {
  const place_name = uniqueName()
  const ids = await Promise.all(Array.from({ length: 10 }, () => site.post({ author, place_name, ...MANGWON })))
  expect(new Set(await Promise.all(ids.map(placeOf))).size).toBe(1)
})

test('simultaneous additions and deletions leave no place without posts and no post without its place', async () => {
  const api = site.api.as(author)
  const place = { author, place_name: uniqueName(), ...MANGWON }
  for (let round = 0; round < 5; round++) {
    const old = await site.post(place)
    const [added] = await Promise.all([site.post(place), api.deletePost({ id: old })])
    expect(await postsOf(await placeOf(added))).toEqual([added])
    await api.deletePost({ id: added })
  }
  const { rows } = await sql`select from venues v
    where not exists (select from venue_posts p where p.venue_id = v.id)`.execute(site.db)
  expect(rows).toEqual([])
})

test('a withdrawal leaves no place that only this person wrote about', async () => {
  const before = await countVenues()
  const leaving = await site.person()
  for (let n = 0; n < 3; n++) await site.post({ author: leaving, place_name: uniqueName(), ...MANGWON })
  await site.api.as(leaving).remove({ jwt: leaving.handle })
  expect(await countVenues()).toEqual(before)
})

test('a missing place is not found, and a list by both author and place is refused', async () => {
  for (const id of ['0', '-1', '1.5', '999999999', '9'.repeat(15), 'abc', "1' or 1=1--", '']) {
    expect(await refusal(site.api.getPlace({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await refusal(site.api.getPosts({ place: 'abc' }))).toMatchObject({ code: 'NOT_FOUND' })
  expect((await site.api.getPosts({ place: '999999999' })).data).toEqual([])
  const both = site.api.getPosts({ place: '1', user_id: author.handle })
  expect(await refusal(both)).toMatchObject({ code: 'BAD_USER_INPUT' })
})
