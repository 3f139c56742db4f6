import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { product } from '#server/product/product.ts'
import { archiveOf, entriesOf } from '#tests/archives.ts'
import { freshDatabase } from '#tests/database.ts'
import { watchFlushes } from '#tests/flushes.ts'
import { type Config, loadConfig } from '../config.ts'
import { prepareDatabaseAndSecrets } from '../database/prepare-database.ts'
import { createLog } from '../log.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const log = createLog('silent')

let folder: string
let config: Config
let number = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-on-disk-'))
  const database = await freshDatabase()
  config = configOf(path.join(folder, 'site'), database.connectionString)
  await prepareDatabaseAndSecrets(database.db, config, product.sealed, { seconds: 0, log })
  return async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  }
})

const configOf = (dataDir: string, databaseUrl: string): Config =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })

const newName = () => path.join(folder, `${++number}.tar.zst`)

async function backUp(): Promise<string> {
  const file = newName()
  await makeBackup({ config, databaseUrl: String(config.databaseUrl), file })
  return file
}

async function target() {
  const database = await freshDatabase()
  await sql`drop schema graphile_worker, public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  onTestFinished(() => database.drop())
  const dataDir = path.join(folder, `data-${++number}`)
  return { config: configOf(dataDir, database.connectionString), dataDir }
}

test('a backup is on the disk before it has its name, and for its user alone', async () => {
  const flushed = await watchFlushes()
  const file = await backUp()
  expect(flushed).toEqual([`${file}.unfinished`, path.dirname(file)])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('until a restore is complete a mark on the disk says so, and its key is as good as one that is made', async () => {
  const file = await backUp()
  const entries = await entriesOf(file)
  const { config, dataDir } = await target()
  for (const key of ['', 'k', ' '.repeat(50), 'k'.repeat(31), '\0'.repeat(44)]) {
    const changed = newName()
    const body = Buffer.from(key)
    const others = entries.map((one) => (one.name === 'files/secret.key' ? { ...one, body } : one))
    await writeFile(changed, await archiveOf(others))
    await expect(restoreBackup({ config, file: changed, log })).rejects.toThrow(
      `The key in the backup ${changed} has fewer`,
    )
  }
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  const flushed = await watchFlushes()
  await restoreBackup({ config, file, log })
  const [first = '', second, ...others] = flushed.map((name) => name.replace(/\.new-[0-9a-f]+$/, ''))
  expect([first, second]).toEqual([path.join(dataDir, 'restore.unfinished'), dataDir])
  expect(others).toContain(path.join(dataDir, 'secret.key'))
  expect(others.at(-1)).toBe(dataDir)
  expect((await stat(path.join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
})

test('while the key of the site is changed, a backup has both keys, and a restored site too', async () => {
  const file = newName()
  const secretKeyOld = 'the key before, of more than 32 characters'
  await makeBackup({ config: { ...config, secretKeyOld }, databaseUrl: String(config.databaseUrl), file })
  const { config: into, dataDir } = await target()
  await restoreBackup({ config: into, file, log })
  expect(await readFile(path.join(dataDir, 'secret.key.old'), 'utf8')).toBe(`${secretKeyOld}\n`)
  expect((await stat(path.join(dataDir, 'secret.key.old'))).mode & 0o777).toBe(0o600)
})
