import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { archiveOf, backupAt, entriesOf, headChanger } from '#tests/archives.ts'
import { openBackupSite } from '#tests/backup-site.ts'
import { formerMigrations } from '#tests/former-migrations.ts'
import type { Config } from '../config.ts'
import { startDatabase } from '../database/start-database.ts'
import { createLog } from '../log.ts'
import { FolderStore } from '../pictures/store.ts'
import { StartError } from '../start-error.ts'
import { type ArchiveEntry, type BackupHead, readArchive } from './archive.ts'
import { restoreBackup } from './restore-backup.ts'

const log = createLog('silent')
const { databaseUrl, newName, newFolder, backUp, target } = await openBackupSite()

test('no changed, shortened or foreign file is restored, and nothing of it is left', async () => {
  const whole = await backUp()
  const bytes = await readFile(whole)
  const file = newName()
  const { config, db, dataDir } = await target()
  const refusal = async (content: Uint8Array) => {
    await writeFile(file, content)
    const error = await restoreBackup({ config, file, log }).catch((error: Error) => error)
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message.replace(file, 'FILE')
  }
  const DAMAGED = /^FILE is damaged: .+\. Use another backup\.$/
  // The bit is changed before compression: in the compressed file it might have no effect.
  const tar = zstdDecompressSync(bytes)
  let at = 0
  let parts = 0
  for await (const { name, body } of readArchive(backupAt(whole))) {
    at = tar.indexOf(body, at)
    if (body.length === 0 || parts++ % 3 > 0) continue
    const changed = Buffer.from(tar)
    const middle = at + (body.length >> 1)
    changed[middle] = (changed[middle] ?? 0) ^ (1 << (parts % 8))
    expect(await refusal(zstdCompressSync(changed)), name).toMatch(DAMAGED)
  }
  expect(parts).toBeGreaterThan(20)
  for (const left of [bytes.length - 100, bytes.length >> 1, 20]) {
    expect(await refusal(bytes.subarray(0, left)), `${left} bytes`).toMatch(DAMAGED)
  }
  const foreign = 'FILE is not a backup of this application.'
  expect(await refusal(Buffer.from('PK\x03\x04 and so on'))).toBe(foreign)
  expect(await refusal(zstdCompressSync('no tar'))).toMatch(/^FILE is /)
  expect(await refusal(await archiveOf([{ name: 'a.txt', body: Buffer.from('a') }]))).toBe(foreign)
  expect(await refusal(Buffer.alloc(0))).toMatch(/^FILE is /)
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
  expect(rows).toEqual([])
})

test('whole archives with other contents are refused: parts left out, doubled, or of another release', async () => {
  const entries = await entriesOf(await backUp())
  const { config, dataDir } = await target()
  const file = newName()
  const refusal = async (change: (entries: ArchiveEntry[]) => ArchiveEntry[]) => {
    await writeFile(file, await archiveOf(change([...entries])))
    return restoreBackup({ config, file, log }).then(
      () => 'restored',
      (error: Error) => error.message.replace(file, 'FILE'),
    )
  }
  const without = (start: string) => (all: ArchiveEntry[]) => all.filter(({ name }) => !name.startsWith(start))
  expect(await refusal(without('end.json'))).toBe('FILE is damaged: it ends too early. Use another backup.')
  expect(await refusal(without('tables/likes/'))).toBe('FILE is damaged: rows of likes differ. Use another backup.')
  expect(await refusal(without('images/'))).toMatch(/^FILE is damaged: it has 0 pictures instead of \d/)
  expect(await refusal((all) => [...all, ...all])).toMatch(/^FILE is damaged: something follows its end/)
  for (const name of [
    'files/../../evil',
    'files/..',
    'files/legal/..',
    '../evil',
    '/evil',
    'files/legal/a/b',
    'images/../evil',
  ]) {
    const evil = { name, body: Buffer.from('') }
    const refused = await refusal(([head = evil, ...rest]) => [head, evil, ...rest])
    expect(refused, name).toMatch(/^FILE is damaged: it has a part/)
  }
  expect(await refusal(headChanger((head) => ({ ...head, format: 'matnanum backup 9', release: '9.0.0' })))).toBe(
    'FILE was made by a newer version of this application (9.0.0): restore it with that one.',
  )
  const future = (head: BackupHead) => ({ ...head, migrations: [...head.migrations, '9999-later'] })
  expect(await refusal(headChanger(future))).toMatch(/^FILE was made by a newer version .+ Nothing was changed\.$/)
  const older = (head: BackupHead) => ({ ...head, migrations: formerMigrations.slice(0, -1) })
  expect(await refusal(headChanger(older))).toMatch(
    /^FILE was made by an older version .+ commit f71113f9, .+ Nothing was/,
  )
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

test('a restore notices rows and pictures that are stored otherwise; no site starts from what is left', async () => {
  const file = await backUp()
  const rows = await target()
  await sql`create function spoil() returns trigger language plpgsql as
    $$ begin new.answer := '"other"'; return new; end $$`.execute(rows.db)
  await sql`create function on_table() returns event_trigger language plpgsql as
    $$ begin if to_regclass('place_lookups') is not null then
      create or replace trigger spoil before insert on place_lookups for each row execute function spoil(); end if; end $$`.execute(
    rows.db,
  )
  await sql`create event trigger spoil on ddl_command_end when tag in ('CREATE TABLE') execute function on_table()`.execute(
    rows.db,
  )
  await expect(restoreBackup({ config: rows.config, file, log })).rejects.toThrow(
    `${file} was not restored: the 150 rows of place_lookups differ from those in the backup.`,
  )
  expect((await sql`select from accounts`.execute(rows.db)).rows).toEqual([])
  await expect(startDatabase(rows.config, log, new AsyncDisposableStack())).rejects.toThrow(
    `A restore into the data folder ${rows.dataDir} is not complete: unless it is still running, empty the folder`,
  )

  const { config, db } = await target()
  const { put } = FolderStore.prototype
  vi.spyOn(FolderStore.prototype, 'put').mockImplementation(function (this: FolderStore, name, content) {
    return put.call(this, name, content.subarray(1))
  })
  await expect(restoreBackup({ config, file, log })).rejects.toThrow(
    /the picture .+ differs from the one in the backup\.$/,
  )
  expect((await sql`select from accounts`.execute(db)).rows).toEqual([])
})

test('a restore goes into an empty folder and an empty database only, with the same key', async () => {
  const file = await backUp()
  const { config, dataDir } = await target()
  await mkdir(dataDir)
  await writeFile(path.join(dataDir, 'mine'), '')
  const restore = (changed: Partial<Config>) => restoreBackup({ config: { ...config, ...changed }, file, log })
  await expect(restore({})).rejects.toThrow(`A restore needs an empty data folder, but ${dataDir} has mine: `)
  const free = { dataDir: newFolder() }
  await expect(restore({ ...free, databaseUrl })).rejects.toThrow(
    /^A restore needs an empty database, but \w+ has rows: set another DATABASE_URL\.$/,
  )
  await expect(restore({ ...free, secretKey: 'x'.repeat(32) })).rejects.toThrow('made with another SECRET_KEY')
  await expect(restoreBackup({ config, file: '/nowhere', log })).rejects.toThrow(
    '/nowhere cannot be read: there is no such file.',
  )
})
