import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('no class of hours misses an open place, and classes of half hours have no other places', async () => {
  const { rows } = await sql`
    with hours as (
      select h as hours, hour_class(h) as class, h / 288 % 6 = 0 and h % 288 % 6 = 0 and abs(h / 288 - h % 288) <> 6 as is_even
      from generate_series(0, 288 * 288 - 1) h
    )
    select count(distinct class) as classes,
      count(*) filter (where is_open(hours, step) and not may_be_open(class, step)) as missed,
      count(*) filter (where is_even and may_be_open(class, step) and not is_open(hours, step)) as in_vain
    from hours, unnest(array[0, 1, 5, 6, 7, 60, 143, 144, 149, 282, 286, 287]) step`.execute(database.db)
  expect(rows).toEqual([{ classes: 2352, missed: 0, in_vain: 0 }])
})
