import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { archiveOf, entriesOf } from '#tests/archives.ts'
import { openBackupSite, SECRET_KEY } from '#tests/backup-site.ts'
import { backedUpContentsOf } from '#tests/contents-of.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import { Ledger, NO_DAMAGE } from '#tests/faults/ledger.ts'
import { startLoad } from '#tests/faults/load.ts'
import { formerMigrations } from '#tests/former-migrations.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { insertAccount } from '#tests/insert-account.ts'
import { openClient } from '../database/connect.ts'
import { createLog } from '../log.ts'
import { holdImageDeletions } from '../pictures/delete-images.ts'
import { FolderStore } from '../pictures/store.ts'
import { StartError } from '../start-error.ts'
import { type ArchiveEntry, type BackupHead, END_ENTRY } from './archive.ts'
import { KeptPictures } from './kept-pictures.ts'
import { makeBackup } from './make-backup.ts'
import { FolderPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { RowHasher } from './tables.ts'

const log = createLog('silent')
const { site, folder, databaseUrl, newName, backUp, target } = await openBackupSite()

async function filesIn(dataDir: string): Promise<Map<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /images|legal/.test(entry.parentPath))
  const named = files.map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      named.map(async (file) => [path.relative(dataDir, file), await readFile(file, 'latin1')] as const),
    ),
  )
}

test('a restored backup is the site: every row, waiting job, picture, text and the key, and ids go on', async () => {
  await sql`select graphile_worker.add_job('notify_followers', '{"postId": 1}', job_key := 'kept')`.execute(site.db)
  const before = await backedUpContentsOf(site.db)
  const file = await backUp()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { config, db, dataDir } = await target()
  const { end } = await restoreBackup({ config, file, log })
  expect(end).toMatchObject({ pictures: 1, missing: [] })
  expect(await backedUpContentsOf(db)).toEqual(before)
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(10)
  expect([...(await filesIn(dataDir))].toSorted()).toEqual([...(await filesIn(site.config.dataDir))].toSorted())
  expect((await filesIn(dataDir)).size).toBeGreaterThan(4)
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toBe(`${SECRET_KEY}\n`)
  expect((await insertAccount(db)).id).toBe((await insertAccount(site.db)).id)
})

test('who visits and searches today is in no backup, which would be kept longer than the day', async () => {
  await sql`insert into site_days (day, salt) values (current_date, 'the salt of a day')`.execute(site.db)
  await sql`insert into visitor_marks select day, 'the mark of one' from site_days`.execute(site.db)
  await sql`insert into missed_searches select day, '한 사람이 찾은 말', 'the mark of one' from site_days`.execute(
    site.db,
  )
  const file = await backUp()
  const marks = [Buffer.from('the mark of one').toString('hex'), '한 사람이 찾은 말']
  const text = zstdDecompressSync(await readFile(file)).toString('utf8')
  expect(marks.filter((mark) => text.includes(mark))).toEqual([])
  const { config, db } = await target()
  await restoreBackup({ config, file, log })
  const { rows } = await sql`select (select count(*)::int from site_days) as days,
    (select count(*)::int from visitor_marks) as marks`.execute(db)
  expect(rows).toEqual([{ days: 1, marks: 0 }])
  await sql`delete from site_days`.execute(site.db)
})

test('the settings of the site are in the data folder after a restore, under a name that nothing reads', async () => {
  const file = newName()
  const clone = await mkdtemp(path.join(folder, 'clone-'))
  await writeFile(path.join(clone, '.env'), 'SITE_NAME=옆집\n')
  const env = { ...COMMAND_ENV, DATA_DIR: site.config.dataDir, DATABASE_URL: databaseUrl, SECRET_KEY }
  const child = spawn(process.execPath, [path.resolve('scripts/backup.ts'), file], { env, cwd: clone })
  expect(await once(child, 'exit')).toEqual([0, null])
  const { config, dataDir } = await target()
  await restoreBackup({ config, file, log })
  expect(await readFile(path.join(dataDir, 'restored.env'), 'utf8')).toBe('SITE_NAME=옆집\n')
})

test('with writes going on, a backup has all that were acknowledged before it, and none in part', async () => {
  const ledger = new Ledger(path.join(folder, 'ledger'))
  const people = await Promise.all([1, 2, 3, 4].map(() => site.person()))
  const load = startLoad(site, people, ledger)
  await expect.poll(() => ledger.sizes.posts).toBeGreaterThan(8)
  await copyFile(path.join(folder, 'ledger'), path.join(folder, 'ledger-before'))
  const file = await backUp()
  const after = ledger.sizes.posts
  expect((await load.stop()).other).toEqual([])
  const before = new Ledger(path.join(folder, 'ledger-before'))
  expect(before.sizes.posts).toBeLessThan(after)

  const { config, db } = await target()
  await restoreBackup({ config, file, log })
  expect(await before.findDamage(db)).toEqual(NO_DAMAGE)
})

test('a picture that is deleted during a backup is in it, and goes afterwards', async () => {
  const author = await site.person()
  const { answer } = await uploadPicture(author.client, await smallPhoto())
  const id = await site.post({ author, image: answer.url })
  const open = vi.spyOn(FolderStore.prototype, 'open')
  const file = newName()
  open.mockImplementationOnce(async function (this: FolderStore, name) {
    open.mockRestore()
    await site.api.as(author).deletePost({ id })
    await site.mails()
    await site.services.images.purgePending()
    return this.open(name)
  })
  const { end } = await makeBackup({ config: site.config, databaseUrl, file })
  expect(end).toMatchObject({ pictures: 2, missing: [] })
  const { config, dataDir } = await target()
  await restoreBackup({ config, file, log })
  const isThere = async (folder: string) =>
    [...(await filesIn(folder)).keys()].some((name) => name.includes(answer.public_id))
  expect([await isThere(dataDir), await isThere(site.config.dataDir)]).toEqual([true, true])
  await site.services.images.purgePending()
  await sql`update images set created_at = now() - interval '2 hours' where claimed_at is null`.execute(site.db)
  await site.services.images.purgePending()
  expect(await isThere(site.config.dataDir)).toBe(false)
})

test('backups of one folder have each picture once, beside them, and a restore compares it', async () => {
  const beside = await mkdtemp(path.join(folder, 'beside-'))
  const backUpBeside = async (name: string) => {
    const file = path.join(beside, name)
    return {
      file,
      ...(await makeBackup({
        config: site.config,
        databaseUrl,
        file,
        pictures: new KeptPictures(new FolderPlace(beside), null),
      })),
    }
  }
  const copies = async () => {
    const entries = await readdir(path.join(beside, 'pictures'), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    return Promise.all(files.toSorted().map(async (file) => ({ file, ...(await stat(file)) })))
  }
  const first = await backUpBeside('first.tar.zst')
  const former = await copies()
  expect(former.length).toBeGreaterThanOrEqual(2 * first.end.pictures)
  expect(first.end.pictures).toBeGreaterThan(0)
  const author = await site.person()
  const { answer } = await uploadPicture(author.client, await smallPhoto())
  await site.post({ author, image: answer.url })

  const second = await backUpBeside('second.tar.zst')
  const later = await copies()
  const inodes = (found: Awaited<ReturnType<typeof copies>>) => found.map(({ ino }) => ino)
  expect(inodes(later)).toEqual(expect.arrayContaining(inodes(former)))
  expect(later.length).toBeGreaterThan(former.length)
  for (const copy of later) expect(copy.mode & 0o077).toBe(0)
  expect((await entriesOf(second.file)).filter(({ name }) => name.startsWith('images/'))).toEqual([])
  const restored = async (file: string) => {
    const { config, dataDir } = await target()
    const { end } = await restoreBackup({ config, file, log })
    const pictures = [...(await filesIn(dataDir))].filter(([name]) => name.startsWith('images'))
    return { pictures, missing: end.missing }
  }
  const shown = await restored(await backUp())
  expect(await restored(second.file)).toEqual(shown)
  expect((await restored(first.file)).pictures.length).toBeLessThan(shown.pictures.length)

  const [changed] = later as [(typeof later)[number]]
  await writeFile(changed.file, 'another picture')
  const refusal = async () => {
    const { config } = await target()
    return restoreBackup({ config, file: second.file, log }).catch(({ message }: Error) => message)
  }
  expect(await refusal()).toContain('is not what was written')
  // The next backup mends the copy.
  await backUpBeside('third.tar.zst')
  expect(await restored(second.file)).toEqual(shown)
  await rm(changed.file)
  expect(await refusal()).toContain('is missing')
})

/** Tables that later migrations made, and columns that they added. */
const later: Readonly<Record<string, readonly string[] | 'all'>> = {
  search_forms: 'all',
  secret_check: ['next'],
  shop_words: 'all',
  shop_decisions: 'all',
  visits: 'all',
  saves: ['from_shop', 'category', 'facts'],
  open_weeks: 'all',
  passkeys: 'all',
  used_challenges: 'all',
  address_files: 'all',
  address_streets: 'all',
  address_entrances: 'all',
  address_names: 'all',
  address_towns: 'all',
  address_lots: 'all',
  sessions: ['by_passkey', 'two_step', 'by_provider', 'way'],
  linked_logins: 'all',
  two_steps: 'all',
  recovery_codes: 'all',
  hour_words: 'all',
  collection_hearts: 'all',
  comment_threads: 'all',
  comment_addressees: 'all',
  comments: ['thread_id'],
  collections: ['plan_at', 'from_name', 'from_lat', 'from_lng', 'members_add'],
  collection_entries: ['added_by', 'from_shop', 'category'],
  notifications: ['collection_id'],
  member_imports: 'all',
  member_import_rows: 'all',
  site_look: 'all',
  site_pages: 'all',
  invitations: 'all',
  invited_accounts: 'all',
  asked_erasures: 'all',
  site_days: 'all',
  visitor_marks: 'all',
  missed_searches: 'all',
  missed_keywords: 'all',
  webhooks: 'all',
  webhook_deliveries: 'all',
  returned_mails: 'all',
  mails: ['asked'],
  image_uses: ['look_id'],
  taste_matches: 'all',
  taste_runs: 'all',
  accounts: ['tastes', 'role_since', 'matches_tastes', 'sign_outs'],
  places: ['register'],
  post_stats: ['again_score'],
  posts: ['open_hours', 'week_hours', 'week_id', 'telephone', 'menus'],
}

/** The entries as a backup of commit f71113f9 has them. */
function formerEntries(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const head = JSON.parse(entries[0]?.body.toString() ?? '') as BackupHead
  const isKept = (table: string, column: string) => !later[table]?.includes(column)
  const tables = head.tables.filter(({ name }) => later[name] !== 'all')
  const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.columns ?? []
  const sums = new Map<string, RowHasher>()
  const rowsWithout = (table: string, body: Buffer) => {
    const columns = columnsOf(table)
    const lines = body.toString().split('\n')
    const row = (line: string) =>
      line
        .split('\t')
        .filter((_, at) => isKept(table, columns[at] ?? ''))
        .join('\t')
    const rows = Buffer.from(lines.map(row).join('\n'))
    const sum = sums.get(table) ?? new RowHasher()
    sums.set(table, sum)
    sum.add(rows)
    return rows
  }
  const described = tables.map(({ name, columns }) => ({ name, columns: columns.filter((one) => isKept(name, one)) }))
  return entries.flatMap(({ name, body }) => {
    const table = name.split('/')[1] ?? ''
    if (name === 'backup.json')
      return { name, body: Buffer.from(JSON.stringify({ ...head, tables: described, migrations: formerMigrations })) }
    if (name === END_ENTRY) {
      const end = JSON.parse(body.toString())
      for (const [changed, sum] of sums) end.tables[changed] = sum.end()
      end.sequences = end.sequences.filter(({ table }: { table: string }) => later[table] !== 'all')
      return { name, body: Buffer.from(JSON.stringify(end)) }
    }
    if (later[table] === 'all') return []
    return { name, body: later[table] ? rowsWithout(table, body) : body }
  })
}

test('a backup of commit f71113f9 is restored as the data of this release', async () => {
  const file = newName()
  await writeFile(file, await archiveOf(formerEntries(await entriesOf(await backUp()))))
  const { config, db } = await target()
  await restoreBackup({ config, file, log })
  // Sessions of before do not tell how their person signed in.
  await sql`update sessions set way = null`.execute(site.db)
  expect(await backedUpContentsOf(db)).toEqual(await backedUpContentsOf(site.db))
})

test('a backup that cannot be made leaves nothing, and none is overwritten', async () => {
  const file = await backUp()
  await expect(backUp(file)).rejects.toThrow(`${file} exists already: `)
  const nowhere = path.join(folder, 'nowhere/1.tar.zst')
  const noFolder = `The backup ${nowhere} was not made: there is no folder ${path.dirname(nowhere)}.`
  await expect(backUp(nowhere)).rejects.toThrow(new StartError(noFolder))
  const below = path.join(file, '1.tar.zst')
  await expect(backUp(below)).rejects.toThrow(`The backup ${below} was not made: ${file} is no folder.`)
  const taken = newName()
  await mkdir(`${taken}.unfinished`)
  await expect(backUp(taken)).rejects.toThrow(`The backup ${taken} was not made: `)
  await rm(`${taken}.unfinished`, { recursive: true })
  const lost = newName()
  vi.spyOn(FolderStore.prototype, 'open').mockRejectedValue(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
  await expect(backUp(lost)).rejects.toThrow(`The backup ${lost} was not made: EIO: i/o error.`)
  vi.restoreAllMocks()
  const client = openClient({ connectionString: databaseUrl })
  await client.connect()
  await holdImageDeletions(client)
  const half = `${lost}.unfinished`
  await writeFile(half, 'of the other one')
  await expect(backUp(lost)).rejects.toThrow('Another backup of this site is running: wait until it ends.')
  expect(await readFile(half, 'utf8')).toBe('of the other one')
  await client.end()
  await rm(half)
  expect((await readdir(folder)).filter((name) => name.includes(path.basename(lost)))).toEqual([])
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  await backUp(lost)
})

test('a backup that is broken off leaves nothing', async () => {
  const stopping = new AbortController()
  const { signal } = stopping
  const file = newName()
  vi.spyOn(FolderStore.prototype, 'open').mockImplementation(async () => {
    stopping.abort()
    return null
  })
  const made = makeBackup({ config: site.config, databaseUrl, file, signal })
  await expect(made).rejects.toThrow(new StartError(`The backup ${file} was not made: it was broken off.`))
  const again = makeBackup({ config: site.config, databaseUrl, file, signal })
  await expect(again).rejects.toThrow('it was broken off.')
  vi.restoreAllMocks()
  expect((await readdir(folder)).filter((name) => name.includes(path.basename(file)))).toEqual([])
})

test('Ctrl-C ends npm run backup with a sentence, and leaves nothing', async () => {
  await sql`insert into place_lookups (provider, query, answer)
    select 'kakao', 'long ' || n, to_jsonb(repeat(md5(n::text), 300)) from generate_series(1, 4000) n`.execute(site.db)
  const file = newName()
  const env = { ...COMMAND_ENV, DATA_DIR: site.config.dataDir, DATABASE_URL: databaseUrl, SECRET_KEY }
  const child = spawn(process.execPath, [path.resolve('scripts/backup.ts'), file], { env, cwd: folder })
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  await expect.poll(() => existsSync(`${file}.unfinished`), { interval: 2 }).toBe(true)
  child.kill('SIGINT')
  const [[code], errors] = await ended
  expect(errors).toBe(`The backup ${file} was not made: it was broken off.\n`)
  expect(code).toBe(1)
  expect((await readdir(folder)).filter((name) => name.includes(path.basename(file)))).toEqual([])
  await sql`delete from place_lookups where query like 'long %'`.execute(site.db)
})

test('Ctrl-C ends npm run restore with a sentence, and another one works when the folder is empty again', async () => {
  const { db, dataDir, config } = await target()
  const file = await backUp()
  const env = { ...COMMAND_ENV, DATA_DIR: dataDir, DATABASE_URL: config.databaseUrl ?? '' }
  const child = spawn(process.execPath, [path.resolve('scripts/restore.ts'), file], { env, cwd: folder })
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  await expect.poll(() => existsSync(path.join(dataDir, 'restore.unfinished')), { interval: 2 }).toBe(true)
  child.kill('SIGINT')
  const [[code], errors] = await ended
  const sentence = `${file} was not restored: it was broken off. Empty ${dataDir} before you restore again.\n`
  expect([code, errors]).toEqual([1, sentence])
  await expect(restoreBackup({ config, file, log })).rejects.toThrow(`A restore into the data folder ${dataDir} is not`)
  await rm(dataDir, { recursive: true })
  await restoreBackup({ config, file, log })
  expect(await backedUpContentsOf(db)).toEqual(await backedUpContentsOf(site.db))
})
