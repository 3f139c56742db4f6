import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, makeSchemaOf, type TestDatabase } from '#tests/database.ts'
import { migrateToLatest } from './prepare-database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

test('the migration fills the hours of older posts in every table that lists use', async () => {
  const { db } = database
  await makeSchemaOf(db, '0091-landmarks')
  await sql`insert into accounts (handle, email, email_key, username, password_hash, question_index, answer_sealed)
    values (${'h'.repeat(22)}, 'hana@naver.com', 'hana@naver.com', '김하나', '', 0, '')`.execute(db)
  await sql`insert into posts (account_id, title, contents, lat, lng, start_time, end_time)
    select id, '을밀대', '냉면', lat, lng, opens, closes
    from accounts, (values (37.5, 127, '22:00', '02:00'), (null, null, '00:00', '23:55'), (37.5, 127, '09:00', null)) as
      of(lat, lng, opens, closes)`.execute(db)
  await sql`insert into post_stats (post_id) select id from posts`.execute(db)
  await migrateToLatest(db)
  const { rows } = await sql`
    select p.open_hours as post, s.open_hours as stats, m.open_hours as position from posts p
    join post_stats s on s.post_id = p.id left join post_positions m on m.post_id = p.id order by p.id`.execute(db)
  const late = 288 * 22 * 12 + 2 * 12
  expect(rows).toEqual([
    { post: late, stats: late, position: late },
    { post: 287, stats: 287, position: null },
    { post: null, stats: null, position: null },
  ])
})

test('a database that is up to date is not kept waiting by another instance that migrates', async () => {
  const { db } = database
  await db.transaction().execute(async (tx) => {
    // As Kysely's PostgresAdapter does while it migrates.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx)
    await migrateToLatest(db)
  })
})

test('data of a newer application are refused with a sentence', async () => {
  const { db } = database
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(/^The data were made by a newer version of this application: /)
})
