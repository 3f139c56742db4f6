import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#tests/database.ts'
import { formerMigrations } from '#tests/former-migrations.ts'
import { readableSchema, schemaOf } from '#tests/schema-of.ts'
import { untilStatementsWait } from '#tests/uncommitted.ts'
import { listenForChanges } from './changes.ts'
import { connect, openClient } from './connect.ts'
import { type MigrationWait, migrateToLatest, migrationNames, prepareDatabase } from './prepare-database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

test('a database that is up to date is not kept waiting by another instance that migrates', async () => {
  const { db } = database
  await db.transaction().execute(async (tx) => {
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
  // A newer instance need not stop.
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
    await untilStatementsWait(db, 1)
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

/** Makes data that this release has to migrate. */
async function oldData(): Promise<void> {
  await emptyDatabase(database.db)
}

/** Connection named like that of a process of another release. */
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

test.each(['matnanum listen', 'matnanum listen 0520-read-notifications'])(
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
    const starting = migrateToLatest(database.db, { patience: { seconds: 60, log } })
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
  const { db } = database
  const files = async () => {
    const { rows } = await sql<{ name: string; file: number }>`
      select relname as name, relfilenode::int as file from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(db)
    return new Map(rows.map(({ name, file }) => [name, file]))
  }
  const rewrittenBy = async (migrate: () => Promise<unknown>) => {
    const before = await files()
    await migrate()
    const after = await files()
    return [...before].filter(([name, file]) => after.has(name) && after.get(name) !== file).map(([name]) => name)
  }
  await oldData()
  await migrateToLatest(db, { last: migrationNames()[0] })
  expect(await rewrittenBy(() => migrateToLatest(db))).toEqual([])
  const added = sql`alter table posts add column parking text generated always as (title || contents) stored`
  expect(await rewrittenBy(() => added.execute(db))).toEqual(['posts'])
})

/** Folder with this release's migrations and one more. */
async function nextRelease(): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(new URL('migrations', import.meta.url), folder, { recursive: true })
  await writeFile(path.join(folder, '9999-later.sql'), 'alter table posts add column later text;')
  return pathToFileURL(`${folder}/`)
}

/** Records what a start reports. */
function listening(): { patience: MigrationWait; told: string[] } {
  const told: string[] = []
  const log = { warn: () => {}, info: (message: string) => void told.push(message) }
  return { patience: { seconds: 0, log }, told }
}

test('several instances that start at once run a later migration once, and say so', async () => {
  const folder = await nextRelease()
  const { patience, told } = listening()
  await Promise.all([1, 2, 3].map(() => migrateToLatest(database.db, { patience, folder })))
  const count = migrationNames().length + 1
  expect(told).toEqual([`migrating ${count} of ${count}: 9999-later`])
  expect(await recorded()).toEqual([...migrationNames(), '9999-later'])
  await expect(migrateToLatest(database.db)).rejects.toThrow(/^The data were made by a newer version /)
})

async function recorded(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(database.db)
  return rows.map(({ name }) => name)
}

/** Tables of commit f71113f9, with these names in their record of migrations. */
async function dataWith(names: readonly string[]): Promise<void> {
  await oldData()
  await migrateToLatest(database.db, { last: migrationNames()[0] })
  await sql`delete from kysely_migration`.execute(database.db)
  await sql`insert into kysely_migration select unnest(${names}::text[]), now()::text`.execute(database.db)
}

test('data of commit f71113f9 get the later migrations alone, also when several instances start at once', async () => {
  const { db } = database
  const fresh = await schemaOf(db)
  await dataWith(formerMigrations)
  const { patience, told } = listening()
  await Promise.all([1, 2, 3].map(() => migrateToLatest(db, { patience })))
  const names = migrationNames()
  expect([await recorded(), await schemaOf(db)]).toEqual([names, fresh])
  expect(told).toEqual(names.map((name, at) => `migrating ${at + 1} of ${names.length}: ${name}`).slice(1))
})

test('data of commit f71113f9 wait until its last instance is gone, and then get a later migration too', async () => {
  const folder = await nextRelease()
  await dataWith(formerMigrations)
  const older = await runningInstance(`matnanum listen ${formerMigrations.at(-1)}`)
  const { patience, told } = listening()
  await expect(migrateToLatest(database.db, { patience, folder })).rejects.toThrow(/an older release of the site still/)
  expect(await recorded()).toEqual(formerMigrations)
  await older.kill()
  await migrateToLatest(database.db, { patience, folder })
  expect(await recorded()).toEqual([...migrationNames(), '9999-later'])
  expect(told.at(-1)).toMatch(/: 9999-later$/)
})

test.each([
  ['before its last migration', formerMigrations.slice(0, -1)],
  ['long before', ['0001-first', '0232-contents-of-keyed-requests']],
])(
  'data %s are refused with a sentence that says which version comes first, and stay as they are',
  async (_, names) => {
    await dataWith(names)
    const schema = await schemaOf(database.db)
    await expect(prepareDatabase(database.db, listening().patience)).rejects.toThrow(
      /^The data were made by an older version of this application: start the version of commit f71113f9 on them first /,
    )
    expect([await recorded(), await schemaOf(database.db)]).toEqual([names, schema])
  },
)
