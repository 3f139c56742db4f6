import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyBackup } from '#server/platform/backup/read-backup.ts'
import { lastMigration, migrateToLatest } from '#server/platform/database/prepare-database.ts'
import { backupAt } from '#tests/archives.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '#tests/database.ts'
import { runScript } from '#tests/faults/application.ts'
import { insertAccount } from '#tests/insert-account.ts'

const FORMER = '0620-search-forms'

let database: TestDatabase
let folder: string
let dataDir: string

beforeEach(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-command-'))
  dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  await writeFile(path.join(folder, 'places.json'), '[]')
  await emptyDatabase(database.db)
  await migrateToLatest(database.db, { last: FORMER })
  await insertAccount(database.db)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const run = (name: string, args: readonly string[], env: Record<string, string> = {}) =>
  runScript(name, args, { DATA_DIR: dataDir, DATABASE_URL: database.connectionString, DATABASE_WAIT: '0', ...env })
    .ended

const done = async () => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(database.db)
  return rows[0]?.name
}
const backups = () => readdir(path.join(dataDir, 'backups')).catch(() => [])

test.each([
  ['admin', ['list']],
  ['explain', ['성수 카페']],
  ['places-import', ['places.json']],
])('%s backs data of an older release up before it migrates them', async (name, args) => {
  await run(
    name,
    args.map((arg) => (arg.endsWith('.json') ? path.join(folder, arg) : arg)),
    { SECRET_KEY: 'x'.repeat(32) },
  )
  expect(await done()).toBe(lastMigration())
  const [file = '', ...others] = await backups()
  expect([file, others]).toEqual([expect.stringMatching(/^matnanum-before-migration-.+\.tar\.zst$/), []])
  const { head, end } = await verifyBackup(backupAt(path.join(dataDir, 'backups', file)))
  expect([head.migrations.at(-1), end.tables.accounts?.rows]).toEqual([FORMER, 1])
})

test('without the key of the data a command changes nothing, unless it is told to do without a backup', async () => {
  const { code, errors } = await run('admin', ['list'])
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/ has no secret\.key, .+ start the site first, .+ not changed\.$/m),
  ])
  expect([await done(), await backups()]).toEqual([FORMER, []])
  expect(await run('admin', ['list'], { MIGRATE_WITHOUT_BACKUP: '1' })).toMatchObject({ code: 0 })
  expect([await done(), await backups()]).toEqual([lastMigration(), []])
})
