import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backupAt } from '#tests/archives.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#tests/database.ts'
import { insertAccount } from '#tests/insert-account.ts'
import { startObjectStorage } from '#tests/object-storage.ts'
import { loadConfig } from '../config.ts'
import { lastMigration, migrateToLatest } from '../database/prepare-database.ts'
import { createLog } from '../log.ts'
import { backUpBeforeMigration } from './before-migration.ts'
import { verifyBackup } from './read-backup.ts'

const FORMER = '0620-search-forms'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-before-'))
  await emptyDatabase(database.db)
  await migrateToLatest(database.db, { last: FORMER })
  await insertAccount(database.db)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const log = createLog('silent')
const configOf = (env: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: path.join(folder, 'data'), SECRET_KEY: 'x'.repeat(32), ...env })

/** Migrates as a start of the site does. */
function migrate(env: Record<string, string> = {}, free?: number): Promise<void> {
  const site = { config: configOf(env), databaseUrl: database.connectionString, log }
  const backUp = () => backUpBeforeMigration(site, ...(free === undefined ? [] : [async () => free]))
  return migrateToLatest(database.db, { patience: { seconds: 0, log, backUp } })
}

const done = async () => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(database.db)
  return rows[0]?.name
}
const madeIn = (name: string) => readdir(path.join(folder, name)).catch(() => [])

test('data are backed up before they are migrated, with the schema of the former release', async () => {
  await migrate()
  expect(await done()).toBe(lastMigration())
  const [file = '', ...others] = await madeIn('data/backups')
  expect([file, others]).toEqual([expect.stringMatching(/^matnanum-before-migration-2\d{3}-.+Z\.tar\.zst$/), []])
  const { head, end } = await verifyBackup(backupAt(path.join(folder, 'data/backups', file)))
  expect(head.migrations.at(-1)).toBe(FORMER)
  expect(end.tables.accounts?.rows).toBe(1)
  // Nothing is left to migrate, so nothing is backed up.
  await migrate()
  expect(await madeIn('data/backups')).toEqual([file])
})

test('it goes where backups go, of which two stay, and others remain', async () => {
  const kept = 'matnanum-before-migration-2026-03-01T00-00-00Z.tar.zst'
  await migrate({ BACKUP_DIR: path.join(folder, 'disk') })
  const [made = ''] = await madeIn('disk')
  const others = [
    'matnanum-2026-01-01T00-00-00Z.tar.zst',
    'matnanum-before-migration.txt',
    'matnanum-before-migration-to-Z.tar.zst',
  ]
  const former = kept.replace('03', '02')
  for (const name of [...others, kept, former, `${former}.unfinished`])
    await writeFile(path.join(folder, 'disk', name), '')
  const config = configOf({ BACKUP_DIR: path.join(folder, 'disk') })
  vi.useFakeTimers({ now: Date.now() + 5000, toFake: ['Date'] })
  await backUpBeforeMigration({ config, databaseUrl: database.connectionString, log })
  vi.useRealTimers()
  const now = await madeIn('disk')
  expect(now).toEqual(expect.arrayContaining([...others, made]))
  expect(now).toHaveLength(5)
})

test('without room nothing is migrated, and the sentence says what to do', async () => {
  await expect(migrate({}, 1_000_000)).rejects.toThrow(
    /^The data have to be migrated, and a backup before it may need \d+ MB, but .+backups has 1 MB: make room, .+ The data were not changed\.$/,
  )
  expect([await done(), await madeIn('data/backups')]).toEqual([FORMER, []])
  await migrate({ MIGRATE_WITHOUT_BACKUP: '1' }, 1_000_000)
  expect([await done(), await madeIn('data/backups')]).toEqual([lastMigration(), []])
})

test('what a killed first start has left goes on without a backup', async () => {
  await emptyDatabase(database.db)
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    database.db,
  )
  await migrate()
  expect([await done(), await madeIn('data/backups')]).toEqual([lastMigration(), []])
})

test('a backup that fails leaves the data as they were', async () => {
  await writeFile(path.join(folder, 'file'), '')
  await expect(migrate({ DATA_DIR: path.join(folder, 'file') })).rejects.toThrow(/before the migration/)
  expect(await done()).toBe(FORMER)
})

test('of instances that start together one backs up and migrates', async () => {
  await Promise.all([migrate(), migrate(), migrate()])
  expect(await done()).toBe(lastMigration())
  expect(await madeIn('data/backups')).toHaveLength(1)
})

test('a copy goes to the store, where two stay', async () => {
  const storage = await startObjectStorage({ allowMismatchedSignatures: true })
  onTestFinished(() => storage.close())
  const env = { BACKUP_URL: storage.url(), BACKUP_PASSPHRASE: 'four words that rhyme' }
  await migrate(env)
  const [made = '', ...others] = await madeIn('data/backups')
  expect([made, others]).toEqual([expect.stringMatching(/\.tar\.zst\.age$/), []])
  expect(await storage.names()).toEqual([`site/${made}`, `site/${made}.verified`])
  const [copy] = await storage.objects()
  expect(copy?.bytes).toEqual(await readFile(path.join(folder, 'data/backups', made)))
  for (const seconds of [5, 10]) {
    vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
    await backUpBeforeMigration({ config: configOf(env), databaseUrl: database.connectionString, log })
  }
  vi.useRealTimers()
  const kept = (await storage.names()).filter((name) => !name.endsWith('.verified'))
  expect(kept).toEqual((await madeIn('data/backups')).map((name) => `site/${name}`))
  expect(kept).toHaveLength(2)
  expect(kept).not.toContain(`site/${made}`)
})

test('while the store is away nothing is migrated, the sentence says what to do, and the disk does not fill', async () => {
  const storage = await startObjectStorage()
  await storage.close()
  const env = { BACKUP_URL: storage.url() }
  for (const seconds of [0, 5, 10]) {
    vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
    await expect(migrate(env)).rejects.toThrow(
      /^The data have to be migrated, but the backup before it, .+ could not be copied to BACKUP_URL: .+MIGRATE_WITHOUT_BACKUP=1\. The data were not changed\.$/,
    )
  }
  vi.useRealTimers()
  expect([await done(), (await madeIn('data/backups')).length]).toEqual([FORMER, 2])
  await migrate({ ...env, MIGRATE_WITHOUT_BACKUP: '1' })
  expect(await done()).toBe(lastMigration())
})
