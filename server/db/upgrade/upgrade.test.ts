import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { schemaOf } from '#tests/schema-of.ts'
import { migrateToLatest } from '../prepare-database.ts'

let database: TestDatabase
/** The schema of a fresh install. */
let fresh: string[]

/** A database as the application of commit b518846 left it. */
beforeEach(async () => {
  database = await freshDatabase()
  const { db } = database
  fresh = await schemaOf(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  for (const name of ['schema', 'rows']) {
    const file = new URL(`../../../tests/fixtures/${name}-of-b518846.sql`, import.meta.url)
    await sql.raw(await readFile(file, 'utf8')).execute(db)
  }
})
afterEach(() => database.drop())

/** The rows of every table, as JSON without the columns that moved. */
async function rowsOfAll(): Promise<Map<string, unknown>> {
  const { db } = database
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const all = new Map<string, unknown>()
  for (const { name } of tables) {
    const { rows } = await sql`
      select to_jsonb(t) - 'image_id' - 'image_url' as row from ${sql.table(name)} t order by 1`.execute(db)
    all.set(name, rows)
  }
  return all
}

async function migrations(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by 1`.execute(database.db)
  return rows.map(({ name }) => name)
}

/** Tables that are gone, and those whose rows are told elsewhere. */
const GONE = ['hour_classes', 'list_changes', 'unchecked_centres']
const ELSEWHERE = ['kysely_migration', 'kysely_migration_lock']

test('data of b518846 get the schema of a fresh install, and keep every row', async () => {
  const before = await rowsOfAll()
  expect([...before].filter(([name, rows]) => (rows as []).length === 0 && !ELSEWHERE.includes(name))).toEqual([])
  await migrateToLatest(database.db)
  expect(await schemaOf(database.db)).toEqual(fresh)
  const after = await rowsOfAll()
  for (const [name, rows] of before) {
    if (GONE.includes(name)) expect(after.has(name)).toBe(false)
    else if (!ELSEWHERE.includes(name)) expect([name, after.get(name)]).toMatchObject([name, rows])
  }
})

test('pictures of posts and accounts stay, those on other hosts too', async () => {
  const { db } = database
  const shown = sql`
    select id, image_id, case when image_id is null then image_url end as url from posts where coalesce(image_id::text, image_url) is not null
    union all select -id, image_id, case when image_id is null then image_url end from accounts
    where coalesce(image_id::text, image_url) is not null order by 1`
  const { rows: before } = await shown.execute(db)
  await migrateToLatest(db)
  const { rows: after } =
    await sql`select coalesce(post_id, -account_id) as id, image_id, url from image_uses where position = 0 order by 1`.execute(
      db,
    )
  expect(after).toEqual(before)
  expect(after.length).toBeGreaterThan(4)
})

test('several instances that start at once upgrade once', async () => {
  await Promise.all([1, 2, 3].map(() => migrateToLatest(database.db)))
  expect(await schemaOf(database.db)).toEqual(fresh)
  expect((await migrations())[0]).toBe('0300-schema')
})

test('lists go on from what was stored: an edited post moves on the map and between areas', async () => {
  const { db } = database
  await migrateToLatest(db)
  await sql`update posts set lat = 35.1, lng = 129.03 where id = 1`.execute(db)
  await sql`select write_lists('{1}', '{null}')`.execute(db)
  const { rows } = await sql`
    select (select count(*)::int from post_areas where post_id = 1) as areas, (select sum(count)::int from post_cells where level = 12) as cells,
      (select count(*)::int from post_positions) as positions,
      (select count(*)::int from (select from post_cells group by level, x, y having sum(count) < 0) wrong) as wrong`.execute(
    db,
  )
  expect(rows).toEqual([{ areas: 0, cells: 6, positions: 6, wrong: 0 }])
})

test.each([
  ['an older version', sql`delete from kysely_migration where name = '0232-contents-of-keyed-requests'`],
  ['a version in between', sql`insert into kysely_migration values ('0240-no-list-changes', now()::text)`],
])(
  'data of %s are refused with a sentence that says which version comes first, and stay as they are',
  async (_, make) => {
    await make.execute(database.db)
    const before = [await schemaOf(database.db), await migrations()]
    await expect(migrateToLatest(database.db)).rejects.toThrow(
      /^The data were made by a former version .* commit b518846 /,
    )
    expect([await schemaOf(database.db), await migrations()]).toEqual(before)
  },
)
