import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { normalForm } from '#rules/normal-form.ts'
import { openPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { remakeSearchTexts } from './remake-search-texts.ts'
import { normalFormSql } from './search-text.ts'

const site = await openPostSite({ env: unlimited })

const tables = ['post_search', 'collections', 'place_areas', 'places'] as const

/** Writes texts of an older release: lower case without spaces, with their grams. */
async function asBefore(): Promise<void> {
  await sql`update post_search set normal = 'café-ｂ１' || E'\n' || '국밥', grams = '{é-,ｂ}'`.execute(site.db)
  await sql`update collections set normal = 'crème', grams = '{è}'`.execute(site.db)
  await sql`update place_areas set normal = '서울　ｘ', grams = '{ｘ}'`.execute(site.db)
  await sql`update places set normal = 'mom’s-touch' || E'\n' || '카페' || E'\n' || '서울', grams = '{m}'`.execute(
    site.db,
  )
  await sql`update search_forms set form = 0`.execute(site.db)
}

const normals = async () =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        normal: string
        grams: string[]
      }>`select normal, grams from ${sql.table(table)}`.execute(site.db)
      return rows
    }),
  )

test('search texts of an older release are made anew, a batch at a time, and only once', async () => {
  const person = await site.person()
  for (let n = 0; n < 3; n++) await site.post({ author: person, title: 'x' })
  await site.api.as(person).addCollection({ name: 'x', visibility: 'public' })
  await sql`with source as (insert into place_sources (key, attribution) values ('own', 'x') returning id),
    area as (insert into place_areas (source_id, source_key, level, name, address, lat, lng, normal, grams)
      select id, 'a', 2, 'x', 'x', 37.5, 127, 'x', '{x}' from source)
    insert into places (source_id, source_key, name, lat, lng, normal, grams) select id, 'p', 'x', 37.5, 127, 'x', '{x}' from source`.execute(
    site.db,
  )
  expect(await remakeSearchTexts(site.db)).toBe(true)
  await asBefore()
  expect(await remakeSearchTexts(site.db)).toBe(true)
  const [posts, collections, areas, places] = await normals()
  expect(posts).toHaveLength(3)
  for (const { normal, grams } of posts ?? []) {
    expect(normal).toBe('cafeb1\n국밥')
    expect(grams).toEqual(expect.arrayContaining(['ca', 'eb', 'b1', '국밥', ' ㄱㅂ']))
  }
  expect(collections?.[0]).toMatchObject({ normal: 'creme', grams: expect.arrayContaining(['cr', 'em']) })
  expect(areas?.[0]).toMatchObject({ normal: '서울x', grams: expect.arrayContaining(['울x']) })
  // Words around a place are found by two characters, not by one.
  expect(places?.[0]).toMatchObject({
    normal: "mom'stouch\n카페\n서울",
    grams: expect.arrayContaining(['m', 'st', '카페']),
  })
  expect(places?.[0]?.grams).not.toContain('카')
  expect((await site.api.getSearchPosts({ keyword: 'ＣＡＦＥ B1' })).data).toHaveLength(3)
  // A finished run does not read the rows again.
  await sql`update collections set normal = 'crème'`.execute(site.db)
  expect(await remakeSearchTexts(site.db)).toBe(true)
  expect((await normals())[1]?.[0]?.normal).toBe('crème')
})

test('only texts that were outdated are told of', async () => {
  const told: object[] = []
  const log = { info: (details: object) => told.push(details) }
  const batches = async () => {
    for (let turns = 1; ; turns++) if (await remakeSearchTexts(site.db, log, 0)) return turns
  }
  await sql`delete from search_forms`.execute(site.db)
  // A turn begins with a table, and the next one reads its rows, which have the form of today.
  expect(await batches()).toBe(tables.length + 1)
  expect(told).toEqual([])
  await sql`
    insert into collections (account_id, key, name, about, visibility, normal, grams)
    select account_id, left(md5(random()::text), 22), 'x', '', 'private', 'crème', '{}' from collections, generate_series(1, 501)`.execute(
    site.db,
  )
  await sql`delete from search_forms`.execute(site.db)
  await batches()
  expect(told).toEqual([{ table: 'collections', left: expect.any(Number) }])
})

test('a text that somebody is writing is left alone, and nobody waits for it', async () => {
  await asBefore()
  await site.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      post_id: number
    }>`select post_id from post_search order by post_id limit 1 for update`.execute(tx)
    expect(await remakeSearchTexts(site.db)).toBe(true)
    await sql`update post_search set normal = 'new' where post_id = ${rows[0]?.post_id}`.execute(tx)
  })
  expect((await normals())[0]?.map(({ normal }) => normal).toSorted()).toEqual(['cafeb1\n국밥', 'cafeb1\n국밥', 'new'])
})

test('the normal form in SQL is that of the rules', async () => {
  const texts = [
    'Ｂ１ 층',
    'Café',
    'CRÈME',
    'smørrebrød',
    'Œuf',
    'Straße',
    'T‑bone',
    '12–3',
    '1 – 2',
    'Mom’s',
    '㈜을밀대',
    'ﬁsh',
    '각',
    '국밥',
    'がん',
    'Đà',
  ]
  for (const text of texts) {
    const { rows } = await sql<{ form: string }>`select ${normalFormSql(sql`${text}::text`)} as form`.execute(site.db)
    expect(rows[0]?.form).toBe(normalForm(text))
  }
})
