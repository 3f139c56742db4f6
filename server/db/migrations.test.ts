import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { readableSchema, schemaOf } from '#tests/schema-of.ts'
import { waiting } from '#tests/uncommitted.ts'
import { listenForChanges } from './changes.ts'
import { connect, openClient } from './connect.ts'
import { migrateToLatest, migrationNames, prepareDatabase } from './prepare-database.ts'

/** The last migration that did so. `docs/changing.md` says what later ones do instead. */
const LAST_REWRITE = '0381-weekly-top'

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
  const refused = () =>
    expect(migrateToLatest(db)).rejects.toThrow(/^The data were made by a newer version of this application: /)
  await refused()
  // Also beside an instance of that release, which is not the one to stop.
  const newer = await runningInstance('matnanum listen 9999-later')
  await refused()
  await newer.kill()
})

test('a release that waited while a newer one migrated is refused with the same sentence', async () => {
  await oldData()
  const { db } = database
  const older = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx)
    const refused = expect(migrateToLatest(db)).rejects.toThrow(/^The data were made by a newer version /)
    await waiting(db, 1)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`.execute(tx)
    return { refused }
  })
  await older.refused
})

test("a database that is not its user's own is refused with the way out", async () => {
  await oldData()
  const role = `guest_${process.pid}`
  await sql`create role ${sql.id(role)} login`.execute(database.db)
  await sql`grant usage on schema public to ${sql.id(role)}`.execute(database.db)
  const url = new URL(database.connectionString)
  url.searchParams.set('user', role)
  const guest = connect(url.href, 1)
  const log = { info: () => {}, warn: () => {} }
  await expect(prepareDatabase(guest.db, { seconds: 0, log })).rejects.toThrow(
    /^The database .+ cannot be used: permission denied for schema public\. Make the database its user's own: alter database /,
  )
  await guest.db.destroy()
  await sql`revoke usage on schema public from ${sql.id(role)}`.execute(database.db)
  await sql`drop role ${sql.id(role)}`.execute(database.db)
})

test('schema.gen.sql shows what all migrations have made; with `--update` this test writes it', async () => {
  const head =
    '-- What all migrations together have made. Written by `npm test -- integration migrations.test --update`.\n\n'
  await expect(head + (await readableSchema(database.db))).toMatchFileSnapshot('schema.gen.sql')
})

/** Data that this release has to migrate. */
async function oldData(): Promise<void> {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
}

/** A process of another release: its connection bears the name that it gave it. */
async function runningInstance(application_name: string): Promise<{ kill(): Promise<void> }> {
  const client = openClient({ connectionString: database.connectionString, application_name })
  await client.connect()
  return { kill: () => client.end() }
}

const migrationsDone = async () => {
  const { rows } = await sql<{ there: string | null }>`select to_regclass('kysely_migration') as there`.execute(
    database.db,
  )
  return rows[0]?.there !== null
}

test.each(['matnanum listen', 'matnanum listen 0300-schema'])(
  'data are not migrated while an older instance (%s) uses them, but as soon as it is gone',
  async (name) => {
    await oldData()
    const older = await runningInstance(name)
    await expect(migrateToLatest(database.db)).rejects.toThrow(
      /^The data have to be migrated, but an older release of the site still uses them \(from this machine\): stop it there/,
    )
    const warned: string[] = []
    const told: string[] = []
    const log = {
      warn: (message: string) => void warned.push(message),
      info: (message: string) => void told.push(message),
    }
    const starting = migrateToLatest(database.db, { seconds: 60, log })
    await expect.poll(() => warned).toEqual([expect.stringMatching(/waiting until it is stopped, 60 s at most$/)])
    expect([await migrationsDone(), told]).toEqual([false, []])
    await older.kill()
    await starting
    expect([await migrationsDone(), told]).toEqual([true, []])
  },
)

test('instances of the same release do not wait for each other', async () => {
  await oldData()
  const stop = await listenForChanges(database.connectionString, {}, pino({ level: 'silent' }))
  await migrateToLatest(database.db)
  await stop()
})

test('a later migration rewrites no table, which would keep visitors away while it runs', async () => {
  const files = async () => {
    const { rows } = await sql<{ name: string; file: number }>`
      select relname as name, relfilenode::int as file from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(database.db)
    return new Map(rows.map(({ name, file }) => [name, file]))
  }
  await oldData()
  await migrateToLatest(database.db, undefined, LAST_REWRITE)
  const before = await files()
  await migrateToLatest(database.db)
  const after = await files()
  expect([...before].filter(([name, file]) => after.has(name) && after.get(name) !== file)).toEqual([])
})

test('data whose migration to the facts of posts ran in two steps get the same schema', async () => {
  const fresh = await schemaOf(database.db)
  await oldData()
  await migrateToLatest(database.db, undefined, '0370-facts')
  await sql`alter table posts drop column facts`.execute(database.db)
  await sql`create index posts_title on posts (title collate "ko-x-icu", id desc) include (open_hours)`.execute(
    database.db,
  )
  await sql`create index posts_open_latest on posts (id desc) include (open_hours) where open_hours is not null`.execute(
    database.db,
  )
  const told: string[] = []
  const log = { warn: () => {}, info: (message: string) => void told.push(message) }
  await migrateToLatest(database.db, { seconds: 0, log })
  expect(await schemaOf(database.db)).toEqual(fresh)
  const count = migrationNames().length
  expect(told.slice(0, 2)).toEqual([
    `migrating 12 of ${count}: 0380-list-facts`,
    `migrating 13 of ${count}: 0381-weekly-top`,
  ])
  expect(told.length).toBe(count - 11)
})
