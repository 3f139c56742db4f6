import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { product } from '#server/product/product.ts'
import { freshDatabase } from '#tests/database.ts'
import { insertAccount } from '#tests/insert-account.ts'
import { type Config, loadConfig } from '../config.ts'
import { prepareDatabaseAndSecrets } from '../database/prepare-database.ts'
import { createLog } from '../log.ts'
import { checkBackup, readLastCheckTime } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { FolderPlace } from './place.ts'
import { scheduleBackups } from './schedule.ts'
import { watchBackupAges } from './watch-ages.ts'

const DAY_MS = 86_400_000
const log = createLog('silent')

let folder: string
let dataDir: string
let good: Buffer
let backups: string
let number = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-check-'))
  dataDir = path.join(folder, 'site')
  const database = await freshDatabase()
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.connectionString })
  await prepareDatabaseAndSecrets(database.db, config, product.sealed, { seconds: 0, log })
  await insertAccount(database.db)
  const file = path.join(folder, 'good.tar.zst')
  await makeBackup({ config, databaseUrl: database.connectionString, file })
  good = await readFile(file)
  await database.drop()
  return () => rm(folder, { recursive: true })
})

beforeEach(async () => {
  backups = path.join(folder, `backups-${++number}`)
  await mkdir(backups)
})

const configOf = (env: Record<string, string> = {}): Config =>
  loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_DIR: backups, ...env })

const nameOf = (days: number) => {
  const time = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19).replaceAll(':', '-')
  return `matnanum-${time}Z.tar.zst`
}

/** Runs the schedule until it has logged something; no backup is due. */
async function scheduled(env: Record<string, string> = {}) {
  const lines: { level: number; msg: string }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const config = configOf({ BACKUP_EVERY: '365d', ...env })
  const stop = scheduleBackups({ config, databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing', log, lookMs: 20 })
  return { lines, stop }
}

test('a good backup is restored on trial, and nothing of it is left', async () => {
  const file = path.join(backups, 'by-hand.tar.zst')
  await writeFile(file, good)
  const before = await readdir(dataDir)
  await mkdir(path.join(dataDir, `check-of-backup-${2 ** 30}`))
  const others = path.join(dataDir, `check-of-backup-${process.ppid}`)
  await mkdir(others)
  const { end } = await checkBackup({ config: configOf(), file, log })
  expect(end.tables.accounts?.rows).toBe(1)
  await rm(others, { recursive: true })
  expect(await readdir(dataDir)).toEqual(before)
  const little = checkBackup({ config: configOf(), file, log }, async () => 1_000_000)
  await expect(little).rejects.toThrow(/^The backup was not checked: that may need \d+ MB, but .+ has 1 MB\.$/)
  await writeFile(file, good.subarray(0, good.length >> 1))
  await expect(checkBackup({ config: configOf(), file, log })).rejects.toThrow(/ is damaged: /)
  expect(await readdir(dataDir)).toEqual(before)
})

test('a running site tries its newest backup when none was tried for a month, and notes that', async () => {
  const place = new FolderPlace(backups)
  for (const days of [40, 2]) await writeFile(path.join(backups, nameOf(days)), days === 2 ? good : 'an old one')
  const ages = watchBackupAges(configOf())
  expect((await ages?.())?.check).toBeGreaterThan(39 * 86_400)
  const { lines, stop } = await scheduled()
  await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['checked a backup: it can be restored'])
  await stop()
  expect(Date.now() - ((await readLastCheckTime(place))?.getTime() ?? 0)).toBeLessThan(DAY_MS)
  expect((await watchBackupAges(configOf())?.())?.check).toBeLessThan(86_400)
  const again = await scheduled()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await again.stop()
  expect(again.lines).toEqual([])
})

test('one that cannot be restored is a fault of the log, once, and counts for nothing', async () => {
  await writeFile(path.join(backups, nameOf(40)), good.subarray(0, -100))
  const { lines, stop } = await scheduled()
  await expect.poll(() => lines.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await stop()
  expect(lines).toMatchObject([
    { level: 50, msg: expect.stringMatching(/^a backup was tried and could not be restored; .+ is damaged: /) },
  ])
  expect(Date.now() - ((await readLastCheckTime(new FolderPlace(backups)))?.getTime() ?? 0)).toBeGreaterThan(
    39 * DAY_MS,
  )
})

test('none is tried where that is off, and a stop ends a trial and leaves nothing', async () => {
  await writeFile(path.join(backups, nameOf(40)), good)
  const off = await scheduled({ BACKUP_CHECK_EVERY: 'off' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await off.stop()
  expect(off.lines).toEqual([])
  expect(await watchBackupAges(configOf({ BACKUP_CHECK_EVERY: 'off' }))?.()).toMatchObject({ check: null })
  const before = await readdir(dataDir)
  const { lines, stop } = await scheduled()
  await expect.poll(async () => (await readdir(dataDir)).length).toBeGreaterThan(before.length)
  await stop()
  expect(lines).toEqual([])
  expect(await readdir(dataDir)).toEqual(before)
})
