import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#tests/database.ts'
import { insertAccount } from '#tests/insert-account.ts'
import { migrateToLatest } from '../../platform/database/prepare-database.ts'

/** Data of the release before marks by place, which are then migrated. */
let database: TestDatabase
let member: number
let author: number

const SHOP = 1_000_000_000_321
/** Places 1 and 2 are no shops. */
const posts = [
  { id: 11, venue: 1 },
  { id: 12, venue: 1 },
  { id: 13, venue: 1 },
  { id: 21, venue: SHOP },
  { id: 22, venue: SHOP },
  { id: 31, venue: null },
]

beforeAll(async () => {
  database = await freshDatabase()
  const { db } = database
  await emptyDatabase(db)
  await migrateToLatest(db, { last: '0630-tastes' })
  member = (await insertAccount(db, '회원')).id
  author = (await insertAccount(db, '글쓴이')).id
  await sql`insert into place_sources (id, key, attribution) overriding system value values (1, 'semas', '상가')`.execute(
    db,
  )
  await sql`insert into places (source_id, source_key, name, branch, category, road_address, lat, lng, normal, grams)
    values (1, 'k/7', '국밥집', '본점', '한식', '노형로 1', 33.4, 126.4, '', '{}')`.execute(db)
  await sql`insert into venues (id, name_key, lat, lng, shop_key) overriding system value
    values (1, '집', 33.1, 126.1, null), (${SHOP}, '국밥집본점', 33.4, 126.4, 'semas/k/7')`.execute(db)
  for (const { id, venue } of posts) {
    await sql`insert into posts (id, account_id, title, contents) overriding system value
      values (${id}, ${author}, ${`글 ${id}`}, '맛있어요')`.execute(db)
    if (venue) await sql`insert into venue_posts (post_id, venue_id) values (${id}, ${venue})`.execute(db)
  }
  // 90 is a post of place 1 that is gone, 91 one of a place that is gone.
  await sql`insert into saves (account_id, list, post_id, saved_at, title, place_name, venue_id, author_id) values
    (${member}, 'want', 11, '2026-03-01T01:00Z', null, null, null, null),
    (${member}, 'want', 12, '2026-05-01T01:00Z', null, null, null, null),
    (${member}, 'want', 90, '2026-04-01T01:00Z', '지운 글', '집', 1, ${author}),
    (${member}, 'been', 11, '2026-03-31T16:00Z', null, null, null, null),
    (${member}, 'been', 21, '2026-02-01T01:00Z', null, null, null, null),
    (${member}, 'been', 22, '2026-02-03T01:00Z', null, null, null, null),
    (${member}, 'want', 31, '2026-01-01T01:00Z', null, null, null, null),
    (${member}, 'want', 91, '2026-01-02T01:00Z', '지운 글', '없는 집', 77, ${author}),
    (${author}, 'want', 90, '2026-04-01T01:00Z', '지운 글', '집', 1, ${author})`.execute(db)
  await sql`insert into collections (id, key, account_id, name, about, visibility, normal, grams)
    values (1, ${'a'.repeat(22)}, ${member}, '모음', '', 'public', '', '{}')`.execute(db)
  await sql`insert into collection_entries (collection_id, post_id, position, note, venue_id) values
    (1, 31, 1, '혼자', null), (1, 12, 2, '', null), (1, 13, 3, '창가', null), (1, 11, 4, '2층', null),
    (1, 21, 5, '저녁', null), (1, 91, 6, '지운 곳', 77)`.execute(db)
  await sql`insert into shop_words (shop_id, account_id, word, name, network, handled_at, dismissed) values
    (5, ${member}, 'gone', '가', 'n', now(), false), (6, ${member}, 'gone', '나', 'n', now(), true),
    (7, ${member}, 'gone', '다', 'n', null, false)`.execute(db)
  await migrateToLatest(db)
})
afterAll(() => database.drop())

const marks = async (list: string, accountId = member) => {
  const { rows } = await sql<{ post_id: number; venue_id: number | null; day: string; words: string | null }>`
    select post_id, venue_id, to_char(saved_at, 'MM-DD') as day, coalesce(place_name, title) as words
    from saves where account_id = ${accountId} and list = ${list} order by saved_at desc`.execute(database.db)
  return rows
}

test('marks of a place are one, the latest, and one of a post that is gone goes on with the newest of its place', async () => {
  expect(await marks('want')).toEqual([
    { post_id: 12, venue_id: 1, day: '05-01', words: null },
    { post_id: 91, venue_id: null, day: '01-02', words: '없는 집' },
    { post_id: 31, venue_id: null, day: '01-01', words: null },
  ])
  expect(await marks('want', author)).toEqual([{ post_id: 13, venue_id: 1, day: '04-01', words: null }])
})

test('a mark of a shop keeps what public data say of it', async () => {
  expect((await marks('been'))[1]).toEqual({ post_id: 22, venue_id: SHOP, day: '02-03', words: '국밥집 본점' })
  const { rows } = await sql`select from_shop, category, address, lat, lng from saves where venue_id = ${SHOP}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ from_shop: true, category: '한식', address: '노형로 1', lat: 33.4, lng: 126.4 }])
})

test('who has been at a place has one visit, on that day in Korea', async () => {
  const { rows } = await sql`select account_id, post_id, to_char(day, 'YYYY-MM-DD') as day, again from visits
    order by post_id`.execute(database.db)
  expect(rows).toEqual([
    { account_id: member, post_id: 11, day: '2026-04-01', again: null },
    { account_id: member, post_id: 22, day: '2026-02-03', again: null },
  ])
})

test('a collection has a place where its first post was, with all the notes', async () => {
  const { rows } =
    await sql`select post_id, venue_id, position, note from collection_entries order by position`.execute(database.db)
  expect(rows).toEqual([
    { post_id: 31, venue_id: null, position: 1, note: '혼자' },
    { post_id: 12, venue_id: 1, position: 2, note: '창가 · 2층' },
    { post_id: 21, venue_id: SHOP, position: 5, note: '저녁' },
    { post_id: 91, venue_id: null, position: 6, note: '지운 곳' },
  ])
})

test('what moderators had decided about shops is kept apart from the words about them', async () => {
  const { rows } = await sql`select shop_id, gone from shop_decisions order by shop_id`.execute(database.db)
  expect(rows).toEqual([
    { shop_id: 5, gone: true },
    { shop_id: 6, gone: false },
  ])
})
