import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { migrateToLatest } from './prepare-database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

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
