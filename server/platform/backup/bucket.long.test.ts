import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backedUpContentsOf } from '#tests/contents-of.ts'
import { freshDatabase } from '#tests/database.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { type ObjectStorage, startObjectStorage } from '#tests/object-storage.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { Bucket } from '../bucket.ts'
import { type Config, loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { openBackupPlaces } from './backup-file.ts'
import { BucketPlace } from './bucket-place.ts'
import { listBackups } from './list-backups.ts'
import { makeBackup } from './make-backup.ts'
import type { BackupPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { scheduleBackups } from './schedule.ts'

const SECRET_KEY = 'a secret of at least thirty-two characters'
const BACKUP_PASSPHRASE = 'four words that rhyme'
const DAY_MS = 86_400_000
const log = createLog('silent')

let site: PostSite
let folder: string
let databaseUrl: string
let storage: ObjectStorage
let number = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-bucket-'))
  const database = await freshDatabase()
  databaseUrl = database.connectionString
  const dataDir = path.join(folder, 'site')
  site = await startPostSite({ env: { SECRET_KEY }, instanceOf: { connectionString: databaseUrl, dataDir } })
  const author = await site.person()
  const picture = (await uploadPicture(author.client, await smallPhoto())).answer.url
  await site.post({ author, image: picture, contents: '줄\n바꿈 🍜' })
  return async () => {
    await site.close()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})

beforeEach(async () => {
  storage = await startObjectStorage({ allowMismatchedSignatures: true })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await storage.close()
})

const env = () => ({ BACKUP_URL: storage.url(), BACKUP_PASSPHRASE })

/** The site with these settings of its backups. */
function configWith(settings: Record<string, string>): Config {
  const { backup } = loadConfig({ NODE_ENV: 'test', ...settings })
  return { ...site.config, backup }
}

async function target(settings: Record<string, string> = env()) {
  const database = await freshDatabase()
  await sql`drop schema graphile_worker, public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  onTestFinished(() => database.drop())
  const dataDir = path.join(folder, `data-${++number}`)
  const given = { NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.connectionString, ...settings }
  return { config: loadConfig(given), db: database.db, dataDir }
}

function placeOf(config: Config): BackupPlace {
  const [place] = openBackupPlaces(config)
  if (!place) throw new Error('no place')
  onTestFinished(() => place.close())
  return place
}

/** Runs the schedule until something is logged. */
async function scheduled(settings: Record<string, string> = env()) {
  const lines: { level: number; msg: string; file?: string }[] = []
  const written: string[] = []
  const write = (line: string) => {
    written.push(line)
    lines.push(JSON.parse(line))
  }
  const config = configWith(settings)
  const stop = scheduleBackups({ config, databaseUrl, log: createLog('info', { write }), lookMs: 20 })
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await stop()
  return { lines, written: written.join('') }
}

const picturesIn = async (dataDir: string) => {
  const names = await readdir(path.join(dataDir, 'images'), { recursive: true })
  const files = names.filter((name) => /\.(?:jpg|webp)$/.test(name)).toSorted()
  return Promise.all(files.map(async (name) => [name, await readFile(path.join(dataDir, 'images', name), 'latin1')]))
}

test('a site makes backups in a store, encrypted, and one of them is the site again', async () => {
  const before = await backedUpContentsOf(site.db)
  const { lines, written } = await scheduled()
  expect(lines.map(({ msg }) => msg)).toEqual(['made a backup'])
  expect(written).not.toMatch(/S3RVER|four words/)
  const [first] = await listBackups(placeOf(configWith(env())))
  expect(first?.name).toMatch(/\.tar\.zst\.age$/)
  for (const { bytes } of await storage.objects()) expect(bytes.toString('latin1')).not.toMatch(/backup\.json|JFIF/)

  const { config, db, dataDir } = await target()
  const file = placeOf(config).addressOf(first?.name ?? '')
  expect(file).not.toContain('S3RVER')
  const { end } = await restoreBackup({ config, file, log })
  expect(end).toMatchObject({ pictures: 1, missing: [] })
  expect(await backedUpContentsOf(db)).toEqual(before)
  expect(await picturesIn(dataDir)).toEqual(await picturesIn(site.config.dataDir))
  expect((await picturesIn(dataDir)).length).toBeGreaterThan(1)
})

test('a picture is sent once for all backups, and goes with the last one that shows it', async () => {
  await scheduled()
  const put = vi.spyOn(Bucket.prototype, 'put')
  const read = vi.spyOn(Bucket.prototype, 'read')
  vi.useFakeTimers({ now: Date.now() + 2 * DAY_MS, toFake: ['Date'] })
  const ofNewest = { BACKUP_KEEP: '1', BACKUP_KEEP_WEEKS: '0', BACKUP_KEEP_MONTHS: '0', BACKUP_LOG_KEEP: 'off' }
  await scheduled({ ...env(), ...ofNewest })
  const isPicture = ([name]: [string, ...unknown[]]) => /\/[^/]+\.[0-9a-f]{64}$/.test(name)
  expect(put.mock.calls.length).toBeGreaterThan(0)
  expect([...put.mock.calls, ...read.mock.calls].filter((call) => isPicture(call as [string]))).toEqual([])
  const shown = async () => (await storage.names()).filter((name) => isPicture([name])).length
  expect(await shown()).toBeGreaterThan(1)
  expect(await listBackups(placeOf(configWith(env())))).toHaveLength(1)

  await sql`create table kept_uses as select * from image_uses`.execute(site.db)
  await sql`delete from image_uses`.execute(site.db)
  await sql`update images set claimed_at = null`.execute(site.db)
  onTestFinished(async () => {
    await sql`insert into image_uses select * from kept_uses`.execute(site.db)
    await sql`drop table kept_uses`.execute(site.db)
    await sql`update images set claimed_at = now()`.execute(site.db)
  })
  vi.setSystemTime(Date.now() + 2 * DAY_MS)
  await scheduled({ ...env(), ...ofNewest, BACKUP_KEEP: '2' })
  expect(await shown()).toBeGreaterThan(1)
  vi.setSystemTime(Date.now() + 2 * DAY_MS)
  await scheduled({ ...env(), ...ofNewest, BACKUP_KEEP: '2' })
  expect(await shown()).toBe(0)
})

test('without or with another passphrase a sentence says so, and a changed backup is refused', async () => {
  await scheduled()
  const [made] = await listBackups(placeOf(configWith(env())))
  const refusal = async (settings: Record<string, string>) => {
    const { config, dataDir } = await target(settings)
    const file = `${storage.url().replace('S3RVER:S3RVER@', '')}/${made?.name}`
    const message = await restoreBackup({ config, file, log }).catch((error: Error) => error.message)
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
    return message
  }
  expect(await refusal({ BACKUP_URL: storage.url() })).toMatch(/ is encrypted: set BACKUP_PASSPHRASE to /)
  expect(await refusal({ ...env(), BACKUP_PASSPHRASE: 'another passphrase' })).toMatch(/with another passphrase than/)
  expect(await refusal({ BACKUP_PASSPHRASE, BACKUP_URL: storage.url({ secret: 'wrong', key: 'STRANGER' }) })).toMatch(
    /^s3\+http:.+ cannot be read: it does not know the access key\.$/,
  )
  const objects = await storage.objects()
  const archive = objects.find(({ name }) => name.endsWith(`${made?.name}`))
  const bytes = Buffer.from(archive?.bytes ?? '')
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  const { config } = await target()
  const place = placeOf(config)
  await place.put(made?.name ?? '', bytes)
  expect(await refusal(env())).toMatch(/ is damaged: /)
  await place.put(made?.name ?? '', archive?.bytes.subarray(0, -100) ?? '')
  expect(await refusal(env())).toMatch(/ is damaged: /)
})

test('a backup that is broken off, fails, or is not what was sent counts for nothing, and nothing of it is left', async () => {
  const config = configWith(env())
  const place = placeOf(config)
  // Three parts that compression does not make smaller.
  for (let row = 1; row <= 24; row++) {
    const answer = JSON.stringify(randomBytes(1024 * 1024).toString('base64'))
    await sql`insert into place_lookups (provider, query, answer) values ('kakao', ${`long ${row}`}, ${answer}::jsonb)`.execute(
      site.db,
    )
  }
  onTestFinished(async () => void (await sql`delete from place_lookups where query like 'long %'`.execute(site.db)))
  const attempt = (name: string, signal?: AbortSignal) => {
    const file = place.addressOf(name)
    return makeBackup({ config, databaseUrl, file, ...(signal && { signal }) }).catch((error: Error) => error.message)
  }
  const left = async () => (await storage.names()).filter((name) => name.includes('matnanum-'))

  const stopping = new AbortController()
  const name = 'matnanum-2026-11-29T00-00-00Z.tar.zst.age'
  const going = attempt(name, stopping.signal)
  await expect.poll(() => storage.parts()).toBeGreaterThan(0)
  stopping.abort()
  expect(await going).toBe(`The backup ${place.addressOf(name)} was not made: it was broken off.`)
  expect([await left(), await storage.parts()]).toEqual([[], 0])

  const open = vi.spyOn(Bucket.prototype, 'read').mockImplementationOnce(async function* () {
    yield Buffer.from('something else')
  })
  expect(await attempt(name)).toMatch(/ is not encrypted, although its name says so\.$/)
  open.mockRestore()
  expect([await left(), await listBackups(place)]).toEqual([[], []])

  const running = spawn(process.execPath, [path.resolve('scripts/backup.ts'), place.addressOf(name)], {
    env: { ...COMMAND_ENV, DATA_DIR: site.config.dataDir, DATABASE_URL: databaseUrl, SECRET_KEY, ...env() },
    cwd: folder,
  })
  await expect.poll(() => storage.parts()).toBeGreaterThan(0)
  running.kill('SIGKILL')
  await once(running, 'exit')
  expect(await listBackups(place)).toEqual([])
  await place.prepare()
  expect(await storage.parts()).toBeGreaterThan(0)
  vi.useFakeTimers({ now: Date.now() + 1.1 * DAY_MS, toFake: ['Date'] })
  await place.prepare()
  vi.useRealTimers()
  expect(await storage.parts()).toBe(0)
  expect(await attempt(name)).toMatchObject({ end: { missing: [] } })
  expect(await listBackups(place)).toHaveLength(1)
  expect(await attempt(name)).toBe(`${place.addressOf(name)} exists already: choose another name, or remove it.`)
})

test('a file of the site without its mark does not count, and goes after a day; one that somebody put there stays', async () => {
  const place = placeOf(configWith(env()))
  const name = 'matnanum-2026-11-29T00-00-00Z.tar.zst.age'
  await place.put(name, 'half')
  const others = ['matnanum-2026-11-30.tar.zst', 'mine.tar.zst']
  for (const other of others) await place.put(other, 'kept')
  expect(await listBackups(place)).toEqual([])
  await place.prepare()
  expect(await storage.names()).toEqual([name, ...others].map((name) => `site/${name}`))
  vi.useFakeTimers({ now: Date.now() + 1.1 * DAY_MS, toFake: ['Date'] })
  await place.prepare()
  expect(await storage.names()).toEqual(others.map((name) => `site/${name}`))
})

test('a store that is away or refuses is told once, without its key, and the folder gets its backup all the same', async () => {
  const backups = await mkdtemp(path.join(folder, 'backups-'))
  const url = storage.url()
  await storage.stop()
  const { lines, written } = await scheduled({ BACKUP_URL: url, BACKUP_DIR: backups, BACKUP_PASSPHRASE })
  expect(lines[0]?.msg).toBe('made a backup')
  const after = await scheduled({ BACKUP_URL: url, BACKUP_DIR: backups, BACKUP_PASSPHRASE })
  expect(after.lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^no backup could be made; .+\(BACKUP_URL\) cannot be used: .*ECONNREFUSED/),
  ])
  expect(written + after.written).not.toMatch(/S3RVER|four words/)
  await storage.start()
})

test('npm run restore lists the backups, and tries the newest without touching the site', async () => {
  await scheduled()
  const place = placeOf(configWith(env()))
  const [made] = await listBackups(place)
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [path.resolve('scripts/restore.ts'), ...args], {
      env: { ...COMMAND_ENV, DATA_DIR: path.join(folder, `check-${++number}`), ...env() },
      cwd: folder,
    })
    const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
    return { code, output, errors }
  }
  const address = place.addressOf(made?.name ?? '')
  expect(await run('--list')).toEqual({ code: 0, output: `${address}\n`, errors: '' })
  const checked = await run('--check')
  expect(checked).toMatchObject({ code: 0, errors: '' })
  expect(checked.output).toMatch(/\nGood: \d+ rows and 1 pictures of .+, all compared\.\n$/)
  expect(await readdir(path.join(folder, `check-${number}`))).toEqual([])
  const [picture = ''] = (await storage.names()).filter((name) => /\.[0-9a-f]{64}$/.test(name))
  await place.put(picture.replace('site/', ''), 'changed')
  expect(await run('--check')).toMatchObject({ code: 1, errors: expect.stringMatching(/ is not what was written/) })
  expect(await run()).toMatchObject({ code: 1, errors: expect.stringMatching(/^No archived log is there/) })
})

test('the place of a bucket is told by its address without its key', () => {
  const { bucket } = configWith(env()).backup
  const place = bucket && new BucketPlace(bucket)
  expect(place?.addressOf('x')).toMatch(/^s3\+http:\/\/127\.0\.0\.1:\d+\/pictures\/site\/x$/)
  place?.close()
})
