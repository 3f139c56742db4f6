import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFailures } from '#rules/errors.ts'
import { type PostInput, postSchema } from '#rules/post.ts'
import { uniqueName } from '#tests/factories.ts'
import { type Person, type PostSite, startPostSite } from '#tests/post-site.ts'
import { checkInput } from '../errors.ts'
import { type NewPost, postGroups } from './post-groups.ts'

const POSTS = 20

let site: PostSite
let people: Person[]

beforeAll(async () => {
  site = await startPostSite()
  people = await Promise.all(Array.from({ length: POSTS }, () => site.person()))
  await sql.raw(areasOfMapo).execute(site.db)
})
afterAll(() => site.close())

/** Mapo by its name and by its border. */
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

/** A post with only what is required. */
const smallest = checkInput(postSchema, { title: '을밀대', contents: '슴슴한 평양냉면이 일품이에요.' })

function newPost(index: number, { key = null, ...fields }: Partial<PostInput> & { key?: string | null } = {}): NewPost {
  return { accountId: people[index]?.accountId ?? 0, uploader: null, key, input: { ...smallest, ...fields } }
}

/** Adds the posts at the same time, in one group. */
async function addTogether(posts: readonly NewPost[]) {
  const groups = postGroups(site.services)
  const added = await Promise.allSettled(posts.map((post) => groups.write(post)))
  return added.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))
}

async function addOneByOne(posts: readonly NewPost[]): Promise<number[]> {
  const ids: number[] = []
  for (const post of posts) ids.push(await postGroups(site.services).write(post))
  return ids
}

/** Everything that is stored about the posts, without their ids. */
async function storedOf(ids: readonly number[]) {
  const { rows } = await sql`
    select p.account_id, p.title, p.contents, p.image_id, p.address, p.place_name, p.lat, p.lng, p.open_hours,
      s.like_count, s.open_hours as stats_hours, t.normal, t.grams, m.position::text, m.open_hours as map_hours,
      v.venue_id, v.address_key, array(select area_id from post_areas where post_id = p.id order by 1) as areas
    from unnest(${ids}::bigint[]) with ordinality w (id, n) join posts p using (id)
    join post_stats s on s.post_id = p.id join post_search t on t.post_id = p.id
    left join post_positions m on m.post_id = p.id left join venue_posts v on v.post_id = p.id
    order by n`.execute(site.db)
  return rows
}

async function transactionsOf(ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) from posts where id = any(${ids}::bigint[])`.execute(site.db)
  return rows[0]?.count ?? 0
}

async function countPosts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from posts`.execute(site.db)
  return rows[0]?.count ?? 0
}

test('posts that arrive together share a transaction', async () => {
  const ids = await addTogether(people.map((_, index) => newPost(index)))
  expect(await transactionsOf(ids)).toBe(1)
  expect(new Set(ids).size).toBe(POSTS)
})

test('a post of a group is stored like a single one: its texts, hours, position, areas and place', async () => {
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
  const posts = kinds.map((fields, index) => newPost(index, fields))
  const alone = await addOneByOne(posts)
  const together = await addTogether(posts)
  expect(await transactionsOf(together)).toBe(1)
  expect(await storedOf(together)).toEqual(await storedOf(alone))
  expect(await storedOf(alone)).toMatchObject([
    { areas: [], venue_id: null },
    { areas: [1, 2], map_hours: null },
    { areas: [1, 2] },
    { areas: [1, 2], open_hours: 288 * 132 + 264 },
    { areas: [1, 2], venue_id: null },
    { areas: [1] },
    { contents: '첫 줄\n둘째 줄 \\n "셋째" \u2028 끝' },
    { areas: [], stats_hours: 288 * 264 + 72 },
  ])
  const { rows } = await sql`select shop_key from venues where name_key = '합정만두'`.execute(site.db)
  expect(rows).toEqual([{ shop_key: 'test/shop' }])
})

test('simultaneous posts about a new place share that place', async () => {
  const place_name = uniqueName()
  const posts = people.map((_, index) => newPost(index, { place_name, ...MAPO }))
  const ids = await addTogether(posts)
  const stored = await storedOf(ids)
  expect(stored).toHaveLength(POSTS)
  const { rows: venues } = await sql<{ id: number }>`select id from venues where name_key = ${place_name}`.execute(
    site.db,
  )
  expect(venues).toHaveLength(1)
  expect(stored).toEqual(stored.map((row) => ({ ...(row as object), venue_id: venues[0]?.id })))
})

test('a refused picture refuses only its own post, whose key stays free', async () => {
  const [author] = people
  const image = author ? await site.picture(author) : null
  const posts = people.map((_, index) => newPost(index, { key: 'a key' }))
  const foreign = newPost(5, { key: 'a key', image })
  const before = await countPosts()
  const ids = await addTogether(posts.with(5, foreign))
  expect(ids[5]).toMatchObject({ message: serverFailures.foreignImage })
  expect(await countPosts()).toBe(before + POSTS - 1)
  const again = await addTogether(posts.with(0, newPost(0, { key: 'another', image })))
  expect(again.toSpliced(0, 1).toSpliced(4, 1)).toEqual(ids.toSpliced(0, 1).toSpliced(4, 1))
  expect(await countPosts()).toBe(before + POSTS + 1)
  expect(await storedOf([again[0]])).toMatchObject([{ image_id: expect.any(Number) }])
})

test('a key sent many times at once adds one post, and those of others are added too', async () => {
  const before = await countPosts()
  const repeated = Array.from({ length: 5 }, () => people.map((_, index) => newPost(index, { key: 'again' }))).flat()
  const ids = await addTogether(repeated)
  expect(new Set(ids).size).toBe(POSTS)
  expect(ids.slice(POSTS)).toEqual([ids, ids, ids, ids].flatMap((all) => all.slice(0, POSTS)))
  expect(await countPosts()).toBe(before + POSTS)
})

test('an author who withdrew loses their own post only', async () => {
  const leaving = await site.person()
  await site.db.deleteFrom('accounts').where('id', '=', leaving.accountId).execute()
  const posts = people.map((_, index) => newPost(index, { key: uniqueName() }))
  const before = await countPosts()
  const ids = await addTogether(posts.with(7, { ...newPost(7), accountId: leaving.accountId }))
  expect(ids[7]).toMatchObject({ constraint: 'posts_account_id_fkey' })
  expect(ids.filter((id) => typeof id === 'number')).toHaveLength(POSTS - 1)
  expect(await countPosts()).toBe(before + POSTS - 1)
})
