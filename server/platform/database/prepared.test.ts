import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { arrayOf, prepared } from './prepared.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase(1)
})

afterAll(async () => {
  await database.drop()
})

test('a marked statement is prepared once per connection, with any values; others are not', async () => {
  const { db } = database
  for (const id of [1, 2, 3]) {
    await sql`${prepared} select id from posts where id = ${id}`.execute(db)
    await db.selectFrom('accounts').modifyFront(prepared).select('id').where('id', '=', id).execute()
    await sql`select id from images where id = ${id}`.execute(db)
  }
  const { rows } = await sql<{ statement: string; runs: number }>`
    select statement, generic_plans + custom_plans as runs from pg_prepared_statements order by statement desc`.execute(
    db,
  )
  expect(rows).toEqual([
    { statement: 'select /* prepared */ "id" from "accounts" where "id" = $1', runs: 3 },
    { statement: '/* prepared */ select id from posts where id = $1', runs: 3 },
  ])
})

test('an error in a marked statement reaches the caller, and the connection still works', async () => {
  const failing = sql`${prepared} select 1 / ${0}::int`
  for (let run = 0; run < 2; run++) await expect(failing.execute(database.db)).rejects.toThrow('division by zero')
  expect((await sql<{ one: number }>`${prepared} select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a statement with an array is planned once, however few elements its arrays have', async () => {
  const { db } = database
  await sql`insert into accounts (handle, email, email_key, username, password_hash, question_index, answer_sealed)
    select left(md5(n::text), 22), n || '@example.kr', n || '@example.kr', '맛객' || n, 'none', 0, ''
    from generate_series(1, 1000) n`.execute(db)
  await sql`analyze accounts`.execute(db)
  const runs = 10
  for (let id = 1; id <= runs; id++) {
    const { rows } =
      await sql`${prepared} select username from accounts where id = any(${arrayOf('bigint', [id])})`.execute(db)
    expect(rows).toEqual([{ username: `맛객${id}` }])
  }
  const { rows: plans } = await sql`select custom_plans::int as separate, generic_plans::int as shared
    from pg_prepared_statements where statement like '%select username%'`.execute(db)
  // PostgreSQL compares the first five executions with a shared plan.
  expect(plans).toEqual([{ separate: 5, shared: runs - 5 }])
})
