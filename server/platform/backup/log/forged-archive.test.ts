import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
import { type ArchiveEntry, createArchive } from '../archive.ts'
import { openBackupPlaces } from '../backup-file.ts'
import { reasonAgainstLogTrial } from '../check-backup.ts'
import { SharedKey } from '../encryption.ts'
import { KeptPictures } from '../kept-pictures.ts'
import { FolderPlace } from '../place.ts'
import { readBaseBackup } from './base-backup.ts'
import { putSegment, readHistories, readHistory, readSegment, recordBaseBackup } from './log-place.ts'
import { restoreMoment } from './restore-moment.ts'
import { SEGMENT_BYTES } from './segments.ts'
import { removeUnneeded } from './thin-log.ts'

// Attacks by somebody with write access to the place of backups, without the passphrase.

const passphrase = 'four words that rhyme'
const ID = '0123456789ab'
const START = '000000010000000000000001'

let folder: string
let place: FolderPlace

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-forged-'))
  place = new FolderPlace(path.join(folder, 'backups'))
  await mkdir(path.join(folder, 'backups/log', ID), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const json = (content: object) => Buffer.from(JSON.stringify(content))

async function* entriesOf(folders: string[]): AsyncGenerator<ArchiveEntry> {
  yield { name: 'base.json', body: json({ format: 'matnanum base 1', release: '', major: '18', folders }) }
  yield { name: 'cluster/PG_VERSION', body: Buffer.from('18\n') }
  yield { name: 'end.json', body: json({ stop: START, stoppedAt: new Date().toISOString(), files: 1, bytes: 3 }) }
}

const good = {
  file: 'matnanum-base-2026-11-30T00-00-00Z-0123456789ab.tar.zst',
  startedAt: new Date(),
  stoppedAt: new Date(),
  start: START,
  stop: START,
  bytes: 1,
}

/** Writes a base that is encrypted as asked, and reads it with the passphrase that is set. */
async function read(name: string, written: string | null, set: string | null, folders = ['base']) {
  await writeFile(place.addressOf(name), createArchive(entriesOf(folders), written))
  const kinds: string[] = []
  for await (const { kind } of readBaseBackup({ place, name, passphrase: set })) kinds.push(kind)
  return kinds
}

test('with a passphrase no base counts that was made without one, whatever its name says', async () => {
  expect(await read('matnanum-base-1.tar.zst.age', passphrase, passphrase)).toEqual(['head', 'part', 'end'])
  expect(await read('matnanum-base-2.tar.zst', null, null)).toEqual(['head', 'part', 'end'])
  await expect(read('matnanum-base-3.tar.zst', null, passphrase)).rejects.toThrow(
    /is not encrypted, although BACKUP_PASSPHRASE is set/,
  )
  await expect(read('matnanum-base-4.tar.zst.age', null, passphrase)).rejects.toThrow(/is not encrypted/)
  await expect(read('matnanum-base-5.tar.zst.age', null, null)).rejects.toThrow(/is not encrypted/)
})

test.each(['..', '../outside', '/outside', 'base/../../outside', ''])(
  'a base with a folder "%s" is refused',
  async (name) => {
    await expect(read('matnanum-base-1.tar.zst', null, null, ['base', name])).rejects.toThrow(/is damaged/)
  },
)

test('a base with more files than any database of a site is refused', async () => {
  const folders = Array.from({ length: 50_000 }, (_, n) => `base/${n}`)
  expect(await read('matnanum-base-1.tar.zst', null, null, folders.slice(1))).toEqual(['head', 'part', 'end'])
  await expect(read('matnanum-base-2.tar.zst', null, null, folders)).rejects.toThrow(/has more files than a database/)
})

test('a base that is larger than its note says is written no further', async () => {
  const backups = path.join(folder, 'backups')
  const file = 'matnanum-base-2026-11-30T00-00-00Z-0123456789ab.tar.zst'
  const large = async function* (): AsyncGenerator<ArchiveEntry> {
    yield { name: 'base.json', body: json({ format: 'matnanum base 1', release: '', major: '18', folders: ['base'] }) }
    for (let n = 0; n < 40; n++) yield { name: `cluster/base/${n}`, body: Buffer.alloc(1024 * 1024, n) }
    yield { name: 'end.json', body: json({ stop: START, stoppedAt: new Date().toISOString(), files: 40, bytes: 1 }) }
  }
  await writeFile(place.addressOf(file), createArchive(large(), null))
  await recordBaseBackup(place, ID, { ...good, file })
  await putSegment(place, ID, { name: START, closedAt: new Date(), bytes: gzipSync(Buffer.alloc(SEGMENT_BYTES)) }, null)
  const dataDir = path.join(folder, 'restored')
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_DIR: backups })
  await expect(restoreMoment({ config, moment: null, log: createLog('silent') })).rejects.toThrow(
    /is damaged: it is larger than its note says/,
  )
  expect((await readdir(path.join(dataDir, 'postgres/base'))).length).toBeLessThan(3)
})

test('with a passphrase no copy of a picture counts that is not encrypted', async () => {
  const key = await SharedKey.open(folder)
  const name = `${'p'.repeat(22)}.jpg`
  const sum = createHash('sha256').update('forged').digest('hex')
  for (const shelf of ['pictures', `pictures-${key.id}`]) await place.put(`${shelf}/pp/${name}.${sum}`, 'forged')
  const copies = (given: SharedKey | null) => new KeptPictures(place, given)
  expect((await copies(null).read([name, sum])).toString()).toBe('forged')
  await expect(copies(key).read([name, sum])).rejects.toThrow('is not what was written')
})

test('of a base with a key no segment counts that is not encrypted', async () => {
  const key = await SharedKey.open(folder)
  const bytes = gzipSync(Buffer.alloc(SEGMENT_BYTES))
  const segment = { name: START, closedAt: new Date(), bytes }
  const plain = await putSegment(place, ID, segment, null)
  if (!plain) throw new Error('none')
  const sizeOf = async (...args: Parameters<typeof readSegment>) => (await readSegment(...args)).length
  expect(await sizeOf(place, plain, null)).toBe(SEGMENT_BYTES)
  await expect(sizeOf(place, plain, key)).rejects.toThrow(/is not encrypted, unlike its base/)
  const sealed = await putSegment(place, ID, segment, key)
  if (!sealed) throw new Error('none')
  expect(await sizeOf(place, sealed, key)).toBe(SEGMENT_BYTES)
})

test.each<[string, object | string]>([
  ['leads out of the place', { ...good, file: '../secret.key' }],
  ['names no base', { ...good, file: `log/${ID}` }],
  ['begins nowhere', { ...good, start: '../x' }],
  ['ends at no time', { ...good, stoppedAt: 'x' }],
  ['is no note', 'null'],
  ['is cut off', '{"file"'],
])('a note that %s counts for nothing, and nothing goes by it', async (_, content) => {
  const known = await recordBaseBackup(place, ID, good)
  await writeFile(path.join(folder, 'secret.key'), 'key')
  const note = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(place.addressOf(`log/${ID}/base-2026-11-30T00-00-01Z.json`), note)
  const [history, ...others] = await readHistories(place)
  expect(others).toEqual([])
  expect(history?.bases).toEqual([known])
  for (const { bases, segments } of [await readHistory(place, ID)]) await removeUnneeded(place, { bases, segments })
  expect(await readFile(path.join(folder, 'secret.key'), 'utf8')).toBe('key')
  expect(await readdir(folder)).toEqual(['backups', 'secret.key'])
})

test('an archive of more histories than any site has is refused, and other folders and impossible times count for nothing', async () => {
  const make = (name: string) => mkdir(place.addressOf(`log/${name}`))
  await make('elsewhere')
  await writeFile(place.addressOf(`log/${ID}/${START}.2026-13-41T25-61-61.000Z.zst`), '')
  expect(await readHistories(place)).toEqual([{ id: ID, bases: [], segments: [] }])
  for (let n = 0; n < 100; n++) await make(n.toString(16).padStart(12, '0'))
  await expect(readHistories(place)).rejects.toThrow(/has more than a site ever archives/)
})

test('without a passphrase the log of a store is not restored on trial', () => {
  const settings = { BACKUP_DIR: folder, BACKUP_URL: 's3://KEY:SECRET@host/bucket' }
  const tried = (more: Record<string, string>) => {
    const config = loadConfig({ NODE_ENV: 'test', ...settings, ...more })
    return openBackupPlaces(config).map((one) => reasonAgainstLogTrial(one, config))
  }
  expect(tried({})).toEqual([null, expect.stringMatching(/^The log in s3:\/\/host\/bucket\/ is not restored on trial/)])
  expect(tried({ BACKUP_PASSPHRASE: passphrase })).toEqual([null, null])
})

test('of a note or a segment without an end little is read', async () => {
  const chunk = Buffer.alloc(1024 * 1024)
  let read = 0
  const endless = new (class extends FolderPlace {
    override async *read() {
      // Longer would take the memory of the test.
      for (; read < 64; read++) yield chunk
    }
  })(path.join(folder, 'backups'))
  await writeFile(place.addressOf(`log/${ID}/base-2026-11-30T00-00-01Z.json`), '')
  expect((await readHistory(endless, ID)).bases).toEqual([])
  expect(read).toBe(0)
  const segment = { name: START, closedAt: new Date(), file: `log/${ID}/x.zst` }
  await expect(readSegment(endless, segment, null).then(() => 'read')).rejects.toThrow(/is damaged/)
  expect(read).toBeLessThan(20)
})
