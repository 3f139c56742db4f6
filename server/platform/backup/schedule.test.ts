import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { type Config, loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { holdImageDeletions } from '../pictures/delete-images.ts'
import { readLastCheckTime, recordCheck } from './check-backup.ts'
import { listHandMadeBackups } from './hand-made.ts'
import { listBackups } from './list-backups.ts'
import { makeBackup } from './make-backup.ts'
import { FolderPlace } from './place.ts'
import { scheduleBackups } from './schedule.ts'

let database: TestDatabase
let databaseUrl: string
let folder: string
let lines: { level: number; msg: string }[]
let stop: () => Promise<void>

beforeEach(async () => {
  database = await freshDatabase()
  databaseUrl = database.connectionString
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-schedule-'))
  lines = []
  stop = async () => {}
})
afterEach(async () => {
  vi.useRealTimers()
  await stop()
  await database.drop()
  await rm(folder, { recursive: true })
})

/** `meanwhile` runs after the settings are read. */
function start(env: Record<string, string>, meanwhile = () => {}): Config {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: path.join(folder, 'data'),
    SECRET_KEY: 'x'.repeat(32),
    ...env,
  })
  meanwhile()
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  stop = scheduleBackups({ config, databaseUrl, log, lookMs: 20, retryMs: 40 })
  return config
}

const at = (time: number) => `matnanum-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`
const HOUR = 3_600_000

test('a backup is made when one is due, old ones beyond the number to keep go, and other files stay', async () => {
  const backups = path.join(folder, 'backups')
  await mkdir(backups)
  const old = [5, 4, 3, 2].map((hours) => at(Date.now() - hours * HOUR))
  const others = ['mine.tar.zst', 'matnanum-notes.txt']
  const leftover = `${at(Date.now() - HOUR)}.unfinished`
  // Unfinished backup of another running instance.
  const running = `${at(Date.now() - HOUR / 2)}.unfinished`
  for (const name of [...old, ...others, leftover, running]) await writeFile(path.join(backups, name), '')
  const lately = new Date(Date.now() - 25 * HOUR)
  await utimes(path.join(backups, leftover), lately, lately)
  const ofNewest = { BACKUP_KEEP_WEEKS: '0', BACKUP_KEEP_MONTHS: '0' }
  start({ BACKUP_DIR: backups, BACKUP_EVERY: '1h', BACKUP_KEEP: '3', ...ofNewest })
  await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['made a backup'])
  await stop()
  const kept = (await listBackups(new FolderPlace(backups))).map(({ name }) => name)
  expect(kept).toEqual([...old.slice(2), expect.stringMatching(/^matnanum-/)])
  expect((await readdir(backups)).toSorted()).toEqual([...kept, ...others, running, 'first.json'].toSorted())
})

test.each([
  ['only a removed backup has shown', 'off', ['newest', 'oldest']],
  ['no moment of the archived log shows', '1h', ['newest', 'oldest']],
  ['no moment of the archived log shows, which are kept longer', '9h', ['newest', 'oldest', 'remove']],
])('copies of pictures go that %s', async (_, BACKUP_LOG_KEEP, staying) => {
  const backups = path.join(folder, 'backups')
  const shelf = path.join(backups, 'pictures', 'ab')
  await mkdir(shelf, { recursive: true })
  const made = [5, 4, 3].map((hours) => new Date(new Date(Date.now() - hours * HOUR).setMilliseconds(0)))
  for (const time of made) await writeFile(path.join(backups, at(time.getTime())), '')
  const keyOf = (name: string) => `ab${name}`.padEnd(22, '-')
  for (const name of ['removed', 'oldest', 'newest'])
    await writeFile(path.join(shelf, `${keyOf(name)}.jpg.${'0'.repeat(64)}`), '')
  const lastShown = { [keyOf('removed')]: made[0]?.getTime(), [keyOf('oldest')]: made[1]?.getTime() }
  await writeFile(path.join(backups, 'pictures', 'unused.json'), JSON.stringify(lastShown))
  const ofNewest = { BACKUP_KEEP_WEEKS: '0', BACKUP_KEEP_MONTHS: '0' }
  start({ BACKUP_DIR: backups, BACKUP_EVERY: '1h', BACKUP_KEEP: '3', BACKUP_LOG_KEEP, ...ofNewest })
  await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['made a backup'])
  const left = async () => (await readdir(shelf)).map((name) => name.slice(2, 8)).toSorted()
  await stop()
  expect(await left()).toEqual(staying)
})

test('backups made by hand count when old ones go, and stay themselves', async () => {
  const backups = path.join(folder, 'backups')
  await mkdir(backups)
  const old = [4, 3, 2].map((days) => at(Date.now() - days * 24 * HOUR))
  for (const name of old) await writeFile(path.join(backups, name), '')
  const byHand = ['before-the-update.tar.zst', 'another']
  const config = start({})
  for (const name of byHand)
    await makeBackup({ config, databaseUrl, file: path.join(backups, name), pictures: 'without' })
  // Other files with such a name do not count.
  await writeFile(path.join(backups, 'no-backup.tar.zst'), 'text')
  const ofNewest = { BACKUP_KEEP_WEEKS: '0', BACKUP_KEEP_MONTHS: '0' }
  start({ BACKUP_DIR: backups, BACKUP_KEEP: '3', ...ofNewest })
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('made a backup')
  await stop()
  const left = await readdir(backups)
  expect(left).toEqual(expect.arrayContaining([...byHand, 'no-backup.tar.zst']))
  // The new one, one of today's by hand, and one more.
  const own = (await listBackups(new FolderPlace(backups))).map(({ name }) => name)
  expect(own).toEqual([old.at(-1), expect.stringMatching(/^matnanum-/)])
})

test.each([
  'matnanum-2026-11-30.tar.zst',
  'matnanum-20261130.tar.zst',
  'matnanum-2026-11-30T12-00.tar.zst',
  'matnanum-base-of-2026.tar.zst',
  'matnanum-before-migration-to-0.3.tar.zst',
])('one made by hand counts also as %s, and beside a hundred other files', async (name) => {
  const backups = path.join(folder, 'backups')
  await mkdir(backups)
  const place = new FolderPlace(backups)
  for (let number = 0; number < 110; number++) {
    const earlier = new Date(Date.now() - HOUR)
    for (const file of [`${number}.txt`, `x-${number}.txt`].map((file) => path.join(backups, file))) {
      await writeFile(file, '')
      await utimes(file, earlier, earlier)
    }
  }
  for (const name of [at(1), at(2).replace('matnanum-', 'matnanum-before-migration-')])
    await writeFile(path.join(backups, name), '')
  await makeBackup({ config: start({}), databaseUrl, file: path.join(backups, name), pictures: 'without' })
  expect((await listHandMadeBackups(place, null)).map(({ name }) => name)).toEqual([name])
})

test('a month without a check is counted from the first backup, although that has gone', async () => {
  const backups = path.join(folder, 'backups')
  await mkdir(backups)
  const old = [8, 7, 6, 5, 4, 3, 2].map((days) => at(Date.now() - days * 24 * HOUR))
  for (const name of old) await writeFile(path.join(backups, name), '')
  const ofNewest = { BACKUP_KEEP: '7', BACKUP_KEEP_WEEKS: '0', BACKUP_KEEP_MONTHS: '0' }
  const env = { BACKUP_DIR: backups, BACKUP_CHECK_EVERY: '365d', ...ofNewest }
  const place = new FolderPlace(backups)
  const [first] = await listBackups(place)
  for (const days of [0, 20, 40]) {
    vi.useFakeTimers({ now: Date.now() + days * 24 * HOUR, toFake: ['Date'] })
    lines = []
    start(env)
    await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['made a backup'])
    await stop()
    vi.useRealTimers()
  }
  const left = await listBackups(place)
  expect(left).toHaveLength(7)
  expect(left).not.toContainEqual(first)
  expect(await readLastCheckTime(place)).toEqual(first?.madeAt)
  await recordCheck(place, left.at(-1)?.name ?? '')
  expect(Date.now() - ((await readLastCheckTime(place))?.getTime() ?? 0)).toBeLessThan(HOUR)
})

test('none is made before it is due, and none without BACKUP_DIR', async () => {
  const backups = path.join(folder, 'backups')
  await mkdir(backups)
  await writeFile(path.join(backups, at(Date.now() - HOUR)), '')
  start({ BACKUP_DIR: backups, BACKUP_EVERY: '2h' })
  await stop()
  start({})
  await stop()
  expect((await readdir(backups)).length).toBe(1)
  expect(lines).toEqual([])
})

test('a failure is told once with its reason, the old ones stay, and the next try goes on', async () => {
  const backups = path.join(folder, 'backups')
  start({ BACKUP_DIR: backups }, () => writeFileSync(backups, ''))
  await expect.poll(() => lines.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: expect.stringMatching(
        /^no backup could be made; tried again .+: BACKUP_DIR .+ cannot be used: a file is where/,
      ),
    },
  ])
  await rm(backups)
  // An attempt during the removal may fail for another reason first.
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('made a backup')
})

test('a failure is told once although each try has a file of its own', async () => {
  databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing'
  start({ BACKUP_DIR: path.join(folder, 'backups') })
  await expect.poll(() => lines.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/The backup .+Z\.tar\.zst was not made: .+1:1\.$/),
  ])
})

test('one that somebody makes at the same moment is waited for, and is no fault', async () => {
  const byHand = new pg.Client(database.connectionString)
  await byHand.connect()
  await holdImageDeletions(byHand)
  start({ BACKUP_DIR: path.join(folder, 'backups') })
  const waiting = async () => {
    const { rows } = await byHand.query("select from pg_locks where locktype = 'advisory' and not granted")
    return rows.length
  }
  await expect.poll(waiting).toBe(1)
  await expect.poll(waiting).toBe(0)
  await byHand.end()
  await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['made a backup'])
})
