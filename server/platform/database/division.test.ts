import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'

// Columns by which `docs/scaling.md` divides tables by hash.
const COLUMNS: Record<string, string> = {
  likes: 'post_id',
  saves: 'account_id',
  collection_entries: 'collection_id',
  notification_actors: 'notification_id',
  idempotency_keys: 'account_id',
  post_stats: 'post_id',
  post_search: 'post_id',
  post_areas: 'post_id',
  post_positions: 'post_id',
  venue_posts: 'post_id',
}

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase(1)
})
afterAll(() => database.drop())

test.each(Object.entries(COLUMNS))('%s can be divided by %s', async (table, column) => {
  const { rows } = await sql<{ obstacle: string }>`
    select 'unique without the column: ' || indexrelid::regclass as obstacle from pg_index
    where indrelid = ${table}::regclass and indisunique and not exists (
      select from pg_attribute where attrelid = indrelid and attname = ${column} and attnum = any(indkey[:indnkeyatts - 1]))
    union all
    select 'referred to without the column by ' || conrelid::regclass from pg_constraint
    where contype = 'f' and confrelid = ${table}::regclass and not exists (
      select from pg_attribute where attrelid = confrelid and attname = ${column} and attnum = any(confkey))
    union all
    select 'trigger ' || tgname from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal
    union all
    select 'excludes: ' || conname from pg_constraint where conrelid = ${table}::regclass and contype = 'x'`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})
