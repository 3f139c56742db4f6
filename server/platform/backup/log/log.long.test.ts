import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backupAt } from '#tests/archives.ts'
import { archivedFiles, LogSites, waitForNextSecond } from '#tests/log-site.ts'
import { startObjectStorage } from '#tests/object-storage.ts'
import { type Config, loadConfig } from '../../config.ts'
import { checkBackups } from '../../doctor/check-backups.ts'
import { createLog } from '../../log.ts'
import { readArchive } from '../archive.ts'
import { checkArchivedLog } from '../check-backup.ts'
import { FolderPlace } from '../place.ts'
import { verifyBackup } from '../read-backup.ts'
import { scheduleBackups } from '../schedule.ts'
import { LOOK_MS, openLogArchive } from './archive-log.ts'
import { momentText, parseMoment } from './moments.ts'

const BACKUP_PASSPHRASE = 'four words that rhyme'
const HOUR_MS = 3_600_000

let sites: LogSites

beforeAll(async () => {
  sites = await LogSites.create()
  return () => sites.close()
})
afterEach(() => {
  vi.useRealTimers()
})

const urlOf = ({ dataDir }: Config) =>
  `postgres:///matnanum?host=${encodeURIComponent(path.join(dataDir, 'socket'))}&user=matnanum&sslmode=disable`
const backupsOf = ({ BACKUP_DIR = '' }: Record<string, string>) => BACKUP_DIR
const basesIn = async (folder: string) => (await readdir(folder)).filter((name) => /^matnanum-base-.+\.zst$/.test(name))

test('a site whose folder is gone comes back as it was last archived, and as it was at a moment', async () => {
  const env = sites.env()
  const site = await sites.open(env)
  await site.write('처음')
  const early = await site.addPicture('early')
  await site.startArchive()
  await site.write('사이')
  await site.ship()
  const moment = await waitForNextSecond()
  await site.write('나중')
  const late = await site.addPicture('late')
  await site.ship()
  // In no place yet.
  await site.stopArchive()
  await site.write('아직')
  await site.stop()
  await rm(site.config.dataDir, { recursive: true })

  const latest = await sites.restore(env)
  expect(latest.members).toEqual(['처음', '사이', '나중'])
  expect(latest.pictures).toEqual({ stored: 2, missing: 0 })
  const pictures = path.join(latest.config.dataDir, 'images')
  expect(await readFile(path.join(pictures, early.slice(0, 2), `${early}.jpg`), 'utf8')).toBe('early')
  expect(await readFile(path.join(pictures, late.slice(0, 2), `${late}.jpg`), 'utf8')).toBe('late')
  expect(await readdir(latest.config.dataDir)).toEqual(expect.arrayContaining(['postgres', 'secret.key', 'images']))
  expect(await readdir(latest.config.dataDir)).not.toContain('restore.unfinished')

  const then = await sites.restore(env, moment)
  expect(then.members).toEqual(['처음', '사이'])
  expect(then.pictures).toEqual({ stored: 1, missing: 0 })
  expect(Math.abs(then.until.getTime() - moment.getTime())).toBeLessThan(1)

  await expect(sites.restore(env, new Date(Date.now() + HOUR_MS))).rejects.toThrow(
    /cannot be restored\. Moments from .+ to .+ \(Seoul\) can be restored\.$/,
  )
})

test('a write is archived within five minutes: its segment ends, and is looked for, early enough', async () => {
  const site = await sites.open(sites.env())
  const { rows } = await sql<{ seconds: number }>`
    select setting::int as seconds from pg_settings where name = 'archive_timeout' and unit = 's'`.execute(site.db)
  await site.stop()
  const seconds = (rows[0]?.seconds ?? 0) + LOOK_MS / 1000
  // PostgreSQL never ends a segment early with 0.
  expect(rows[0]?.seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(300)
})

test('a moment after the last write is the same as the latest one', async () => {
  const { env, site } = await sites.openArchived()
  await site.write('하나')
  const moment = await waitForNextSecond()
  // Its segment is closed after the moment, and holds no commit after it.
  await site.ship()
  await site.stop()
  expect((await sites.restore(env, moment)).members).toEqual(['하나'])
})

test('what was restored is archived beside what was before, and both can be restored', async () => {
  const { env, site } = await sites.openArchived()
  await site.write('하나')
  await site.ship()
  const moment = await waitForNextSecond()
  await site.write('둘')
  await site.ship()
  await site.stop()

  const { config } = await sites.restore(env, moment)
  const second = await sites.open(env, config.dataDir)
  await second.startArchive()
  await second.write('셋')
  await second.ship()
  await second.stop()
  expect((await readdir(path.join(backupsOf(env), 'log'))).length).toBe(2)
  expect((await sites.restore(env)).members).toEqual(['하나', '셋'])
  expect((await sites.restore(env, moment)).members).toEqual(['하나'])
})

test('a copy of a data folder, or one that was put back, archives by itself', async () => {
  const { env, site } = await sites.openArchived()
  await site.stopArchive()
  await site.stop()
  const copy = sites.inFolder('copy')
  await cp(site.config.dataDir, copy, { recursive: true })

  const first = await sites.open(env, copy)
  // It goes on where the site ended.
  await first.startArchive(false)
  await first.write('하나')
  await first.ship()
  await first.stop()
  const second = await sites.open(env, copy)
  await second.startArchive()
  await second.write('둘')
  await second.ship()
  await second.stop()
  expect((await readdir(path.join(backupsOf(env), 'log'))).length).toBe(2)
  expect((await sites.restore(env)).members).toEqual(['둘'])
})

test('in a store all of it is encrypted, and only its passphrase opens it', async () => {
  const storage = await startObjectStorage({ allowMismatchedSignatures: true })
  onTestFinished(() => storage.close())
  const { env, site } = await sites.openArchived({ BACKUP_URL: storage.url(), BACKUP_PASSPHRASE })
  await site.write('unmistakable')
  await site.addPicture('visible')
  await site.ship()
  await site.stop()
  for (const { name, bytes } of await storage.objects()) {
    if (!/base-[^/]+\.json$|\.verified$/.test(name))
      expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.toString('latin1')).not.toMatch(/unmistakable|visible/)
  }
  const { members, pictures } = await sites.restore(env)
  expect([members, pictures]).toEqual([['unmistakable'], { stored: 1, missing: 0 }])
  const wrong = { ...env, BACKUP_PASSPHRASE: 'four words that do not' }
  await expect(sites.restore(wrong)).rejects.toThrow(
    /is encrypted with another passphrase than that of BACKUP_PASSPHRASE/,
  )
  const { BACKUP_PASSPHRASE: _, ...none } = env
  await expect(sites.restore(none)).rejects.toThrow(/is encrypted: set BACKUP_PASSPHRASE/)
})

test('with the first passphrase comes a base that is encrypted, and the one before needs none', async () => {
  const { env, site: before } = await sites.openArchived()
  await before.write('하나')
  const picture = await before.addPicture('one')
  await before.ship()
  await before.stop()
  const sealed = { ...env, BACKUP_PASSPHRASE }
  await expect(sites.restore(sealed)).rejects.toThrow(
    /is not encrypted, although BACKUP_PASSPHRASE is set: leave that out/,
  )
  expect((await sites.restore(env)).members).toEqual(['하나'])
  vi.useFakeTimers({ now: Date.now() + 2 * HOUR_MS, toFake: ['Date'] })
  const after = await sites.open(sealed, before.config.dataDir)
  await after.startArchive()
  await after.write('둘')
  await after.ship()
  await after.stop()
  vi.useRealTimers()
  // Of the same database, whose base is not a day old.
  expect(await readdir(path.join(backupsOf(env), 'log'))).toHaveLength(1)
  const restored = await sites.restore(sealed)
  expect([restored.members, restored.pictures]).toEqual([['하나', '둘'], { stored: 1, missing: 0 }])
  // A stranger who can write into the place, without the passphrase, can put another picture there.
  const backups = backupsOf(env)
  for (const name of await readdir(backups))
    if (name.startsWith('pictures-')) await rm(path.join(backups, name), { recursive: true })
  expect(await readdir(path.join(backups, 'pictures', picture.slice(0, 2)))).toHaveLength(1)
  expect((await sites.restore(sealed)).pictures).toEqual({ stored: 0, missing: 1 })
})

test('a full spool stops no write and is told; it makes a gap, which the next base backup closes', async () => {
  const { env, site } = await sites.openArchived()
  await site.write('하나')
  await site.ship()
  await site.stopArchive()
  const doctor = async () =>
    (await checkBackups(site.config)).map(({ mark, sentence }) => `${mark} ${sentence}`).join(' ')
  expect(await doctor()).not.toContain('log-spool')
  const spool = path.join(site.config.dataDir, 'log-spool')
  const fill = (size: string) => promisify(execFile)('fallocate', ['--length', size, path.join(spool, size)])
  await fill('1GiB')
  const dropped = async () => {
    const said = await readFile(path.join(site.config.dataDir, 'postgres.log'), 'utf8')
    return said.match(/log-spool is full: [0-9A-F]{24} is dropped/g)?.length ?? 0
  }
  for (const [n, name] of ['둘', '셋'].entries()) {
    await site.write(name)
    await site.endSegment()
    await expect.poll(dropped).toBe(n + 1)
  }
  const kept = () =>
    sql`select failed_count::int as failed, (select count(*)::int from pg_ls_archive_statusdir() where name ~ 'ready$') as waiting
      from pg_stat_archiver`.execute(site.db)
  await expect.poll(async () => (await kept()).rows).toEqual([{ failed: 0, waiting: 0 }])
  expect(await doctor()).toMatch(
    /✗ 102\d MB of the log wait in .+log-spool, which is full: what is written now cannot be/,
  )
  const archive = openLogArchive({ config: site.config, databaseUrl: '', log: createLog('silent') })
  expect(await archive?.waiting()).toBeGreaterThanOrEqual(1024 ** 3)
  await rm(path.join(spool, '1GiB'))
  await fill('300MiB')
  expect(await doctor()).toMatch(
    /! 30\d MB of the log wait in .+log-spool, because a place of backups does not take it/,
  )
  await rm(path.join(spool, '300MiB'))

  const gap = await waitForNextSecond()
  await site.write('넷')
  await site.startArchive(false)
  await site.ship()
  await expect(sites.restore(env)).rejects.toThrow(/has a gap after .+, and goes on at .+: the latest moment is --to '/)
  await expect(sites.restore(env, gap)).rejects.toThrow('cannot be restored. Moments from')
  // A base is made for it, but not twice in an hour.
  expect(await basesIn(backupsOf(env))).toHaveLength(1)
  vi.useFakeTimers({ now: Date.now() + 2 * HOUR_MS, toFake: ['Date'] })
  await expect.poll(() => site.said().filter((said) => said.startsWith('made a base'))).toHaveLength(2)
  await site.stop()
  vi.useRealTimers()
  expect((await sites.restore(env)).members).toEqual(['하나', '둘', '셋', '넷'])
})

test('while a store is away the log waits in the spool, is told once, and comes when it is back; it is not tried without a passphrase', async () => {
  const storage = await startObjectStorage({ allowMismatchedSignatures: true })
  onTestFinished(() => storage.close())
  const { env, site } = await sites.openArchived({ BACKUP_URL: storage.url(), BACKUP_CHECK_EVERY: '1s' })
  await storage.stop()
  for (const name of ['하나', '둘', '셋']) {
    await site.write(name)
    await site.endSegment()
  }
  const failures = () => site.lines.filter(({ level }) => level === 50)
  await expect.poll(async () => (await site.spooled()).length).toBe(3)
  await expect.poll(() => failures().length).toBe(1)
  expect(failures()[0]?.msg).toMatch(/^the log of the database is not archived; tried again until it is: .+BACKUP_URL/)
  // The next attempt comes after a minute.
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  await storage.start()
  await expect.poll(() => site.said()).toContain('the log of the database is archived again')
  await expect.poll(() => site.spooled()).toEqual([])
  expect(failures().length).toBe(1)
  vi.useRealTimers()

  // A stranger who can write there could have a database of their own tried here.
  const said: string[] = []
  const log = createLog('info', { write: (line: string) => void said.push(JSON.parse(line).msg) })
  const stop = scheduleBackups({ config: site.config, databaseUrl: urlOf(site.config), log, lookMs: 20 })
  await expect.poll(() => said).toContain('checked a backup: it can be restored')
  await stop()
  const reason = expect.stringMatching(/^The log in s3\+http:.+ is not restored on trial without BACKUP_PASSPHRASE: /)
  expect(said).toContainEqual(reason)
  expect((await checkBackups(site.config)).map(({ sentence }) => sentence)).toContainEqual(reason)
  await site.stop()
  expect((await sites.restore(env)).members).toEqual(['하나', '둘', '셋'])
})

test('a damaged segment is told with the latest moment before it, which can be restored', async () => {
  const { env, site } = await sites.openArchived()
  await waitForNextSecond()
  await site.write('하나')
  await site.ship()
  await waitForNextSecond()
  await site.write('둘')
  await site.ship()
  await site.stop()
  const last = path.join(backupsOf(env), 'log', (await archivedFiles(backupsOf(env))).at(-1) ?? '')
  const bytes = await readFile(last)
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(255, middle, middle + 8)
  await rm(last)
  await writeFile(last, bytes)
  const failure = await sites.restore(env).then(String, (error: Error) => error.message)
  expect(failure).toMatch(/ is damaged\. What came before it can be restored: --to '.+'\.$/)
  const [, moment = ''] = /--to '(.+)'/.exec(failure) ?? []
  expect((await sites.restore(env, parseMoment(moment))).members).toEqual(['하나'])
})

test('a segment that is damaged in the spool is dropped with a warning, and those after it come', async () => {
  const { site } = await sites.openArchived()
  await site.stopArchive()
  for (const name of ['하나', '둘']) {
    await site.write(name)
    await site.endSegment()
  }
  await expect.poll(async () => (await site.spooled()).length).toBe(2)
  const [first = ''] = await site.spooled()
  await writeFile(path.join(site.config.dataDir, 'log-spool', `${first}.gz`), 'damaged')
  await site.startArchive(false)
  await expect.poll(() => site.spooled()).toEqual([])
  expect(site.said()).toContain(`the segment ${first} of the log is damaged, so it is dropped`)
})

test('a damaged base backup is refused', async () => {
  const { env, site } = await sites.openArchived()
  await site.stop()
  const file = path.join(backupsOf(env), (await basesIn(backupsOf(env)))[0] ?? '')
  await expect(verifyBackup(backupAt(file))).rejects.toThrow(
    'has the files of the database, for npm run restore -- --to',
  )
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length - 1000))
  await expect(sites.restore(env)).rejects.toThrow('is damaged: it ends too early')
})

test('two archives of one site at once do no harm', async () => {
  const env = sites.env()
  const site = await sites.open(env)
  const databaseUrl = urlOf(site.config)
  const lines: { level: number; msg: string }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const stop = openLogArchive({ config: site.config, databaseUrl, log, lookMs: 20 })?.start()
  await site.startArchive(false)
  // Either of the two makes the base.
  const said = () => [...lines, ...site.lines].map(({ msg }) => msg)
  await expect.poll(said).toContain('made a base backup, from which the log leads on')
  for (const name of ['하나', '둘', '셋']) {
    await site.write(name)
    await site.ship()
  }
  await stop?.()
  await site.stop()
  expect([...lines, ...site.lines].filter(({ level }) => level > 30)).toEqual([])
  expect((await sites.restore(env)).members).toEqual(['하나', '둘', '셋'])
})

test('what is unlogged is in no base backup', async () => {
  const env = sites.env()
  const site = await sites.open(env)
  await sql`insert into visitor_marks select * from visitor_marks`.execute(site.db)
  const { rows } = await sql<{ file: string }>`
    select pg_relation_filepath(oid) as file from pg_class where relpersistence = 'u' and relkind in ('r', 'i')`.execute(
    site.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  await site.startArchive()
  await site.stop()
  const names: string[] = []
  const [base = ''] = await basesIn(backupsOf(env))
  for await (const { name } of readArchive(backupAt(path.join(backupsOf(env), base)))) names.push(name)
  expect(names).toContain('cluster/global/pg_control')
  for (const { file } of rows) {
    expect(names).not.toContain(`cluster/${file}`)
    expect(names).toContain(`cluster/${file}_init`)
  }
  const left = /^cluster\/(?:postmaster\.pid|pg_wal\/|pg_notify\/|pg_replslot\/)/
  expect(names.filter((name) => left.test(name))).toEqual([])
})

test('a site without writes archives after a while, which shows that the archive works', async () => {
  const { env } = await sites.openArchived()
  const before = (await archivedFiles(backupsOf(env))).length
  vi.useFakeTimers({ now: Date.now() + 1_801_000, toFake: ['Date'] })
  await expect.poll(async () => (await archivedFiles(backupsOf(env))).length).toBe(before + 1)
})

test('the trial restores the latest moment below the data folder, and removes it', async () => {
  const { env, site } = await sites.openArchived()
  await site.write('하나')
  await site.ship()
  await site.stopArchive()
  const place = new FolderPlace(backupsOf(env))
  const log = createLog('silent')
  const told = async () =>
    (await checkBackups(site.config)).map(({ mark, sentence }) => `${mark} ${sentence}`).join(' ')
  expect(await told()).toMatch(/✓ The log of the database in .+ leads to .+ \(Seoul\), \d+ min ago\./)
  vi.useFakeTimers({ now: Date.now() + 2 * HOUR_MS, toFake: ['Date'] })
  expect(await told()).toMatch(
    /✗ The log of the database in .+, 1\d\d min ago: the log of the site says why it ends there\./,
  )
  vi.useRealTimers()
  const { rows, until } = await checkArchivedLog({ config: site.config, place, log })
  expect(rows).toBeGreaterThan(0)
  expect(momentText(until)).toMatch(/^\d{4}-/)
  expect((await readdir(site.config.dataDir)).filter((name) => name.startsWith('check-'))).toEqual([])
  await expect(checkArchivedLog({ config: site.config, place, log }, async () => 1_000_000)).rejects.toThrow(
    /^The log was not checked: that may need \d+ MB/,
  )
})

test('only the embedded database of a site with a place is archived', async () => {
  const config = (env: Record<string, string>) => loadConfig({ NODE_ENV: 'test', DATA_DIR: sites.folder, ...env })
  const archive = (env: Record<string, string>) =>
    openLogArchive({ config: config(env), databaseUrl: 'postgres:///', log: createLog('silent') })
  const BACKUP_DIR = sites.inFolder('nowhere')
  await mkdir(BACKUP_DIR)
  expect(archive({ BACKUP_DIR })).not.toBeNull()
  expect(archive({})).toBeNull()
  expect(archive({ BACKUP_DIR, BACKUP_LOG_KEEP: 'off' })).toBeNull()
  expect(archive({ BACKUP_DIR, DATABASE_URL: 'postgres://a@b/c' })).toBeNull()
  await expect(sites.restore({ ...sites.env(), DATABASE_URL: 'postgres://a@b/c' })).rejects.toThrow(
    'leave DATABASE_URL out',
  )
})
