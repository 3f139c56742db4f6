import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { MutationAddPostArgs } from '#contract/schema.gen.ts'
import { openPostSite, type Person, somePost } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { repairPosts } from './repair-posts.ts'

const site = await openPostSite({ env: unlimited })
let author: Person

beforeAll(async () => {
  author = await site.person()
  await sql.raw(areasOfMapo).execute(site.db)
})

/** Mapo by name and by border. */
const areasOfMapo = `
  with made as (
    insert into areas (id, parent_id, path, address, lat, lng) overriding system value
    values (1, null, '{1}', '서울특별시', 37.5, 127), (2, 1, '{1,2}', '서울특별시 마포구', 37.55, 126.9)
  ), named as (
    insert into area_names (address, name, area_id) values ('서울특별시', '서울특별시', 1), ('서울특별시 마포구', '마포구', 2)
  ), source as (
    insert into place_sources (key, attribution) values ('test', 'test') returning id
  ), area as (
    insert into place_areas (source_id, source_key, level, name, address, lat, lng, normal, grams)
    select id, 'mapo', 2, '마포구', '서울특별시 마포구', 37.55, 126.9, '마포구', '{}' from source returning id
  ), shop as (
    insert into places (source_id, source_key, name, lat, lng, normal, grams)
    select id, 'shop', '합정 만두', 37.55, 126.91, '합정만두', '{}' from source
  )
  insert into place_rings (area_id, is_hole, ring)
  select id, false, '((126.85,37.5),(126.95,37.5),(126.95,37.6),(126.85,37.6))'::polygon from area`

const MAPO = { lat: 37.5478, lng: 126.9469 }

const add = async (fields: Partial<MutationAddPostArgs>) =>
  Number((await site.api.as(author).addPost({ ...somePost, ...fields })).id)

/** Stored rows of the posts, without ids. */
async function storedOf(ids: readonly number[]) {
  const { rows } = await sql`
    select p.account_id, p.title, p.contents, p.address, p.place_name, p.lat, p.lng, p.open_hours,
      s.like_count, s.open_hours as stats_hours, s.facts, t.normal, t.grams, m.position::text, m.open_hours as map_hours,
      v.venue_id, v.address_key, array(select area_id from post_areas where post_id = p.id order by 1) as areas
    from unnest(${ids}::bigint[]) with ordinality w (id, n) join posts p using (id)
    join post_stats s on s.post_id = p.id join post_search t on t.post_id = p.id
    left join post_positions m on m.post_id = p.id left join venue_posts v on v.post_id = p.id
    order by n`.execute(site.db)
  return rows
}

test('a post is stored with all that lists and searches read: texts, hours, position, areas and place', async () => {
  const kinds = [
    {},
    { place_name: '을밀대 본점', ...MAPO },
    { place_name: '합정 만두', lat: 37.5501, lng: 126.9101 },
    { address: '서울 마포구 숭문길 24', start_time: '11:00', end_time: '22:00' },
    { address: '마포구', title: '어디나 국밥' },
    { address: '서울', place_name: '서울 식당', lat: 35.1, lng: 129.03 },
    { place_name: `"따옴표" \\ 김밥 🍜 {a,b}`, contents: '첫 줄\n둘째 줄 \\n "셋째" \u2028 끝', ...MAPO },
    { title: '새벽 해장국', start_time: '22:00', end_time: '06:00', address: '부산 어딘가 12' },
  ]
  const ids: number[] = []
  for (const fields of kinds) ids.push(await add(fields))
  expect(await storedOf(ids)).toMatchObject([
    { areas: [], venue_id: null },
    { areas: [1, 2], map_hours: null },
    { areas: [1, 2] },
    { areas: [1, 2], open_hours: 288 * 132 + 264 },
    { areas: [1, 2], venue_id: null },
    { areas: [1] },
    { contents: '첫 줄\n둘째 줄 \\n "셋째" \n 끝' },
    { areas: [], stats_hours: 288 * 264 + 72 },
  ])
  const { rows } = await sql`select shop_key from venues where name_key = '합정만두'`.execute(site.db)
  expect(rows).toEqual([{ shop_key: 'test/shop' }])
})

test('a search text that an older release made of fewer fields is made anew', async () => {
  const id = await add({ title: '밤의 국수', kind: 'snack', traits: ['solo'] })
  const [stored] = await storedOf([id])
  expect(stored).toMatchObject({ normal: expect.stringContaining('혼밥') })
  await sql`update post_search set normal = '밤의국수', grams = '{밤}' where post_id = ${id}`.execute(site.db)
  expect(await repairPosts(site.db, null)).toMatchObject({ mended: 1 })
  expect(await storedOf([id])).toEqual([stored])
  expect(await repairPosts(site.db, null)).toMatchObject({ mended: 0 })
})
