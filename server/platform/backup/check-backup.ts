import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { isAlive } from '../database/embedded/cluster.ts'
import { StartError } from '../start-error.ts'
import { listBackups } from './list-backups.ts'
import type { RestorePlan } from './log/moments.ts'
import { type RestoredMoment, restoreMoment } from './log/restore-moment.ts'
import { SEGMENT_BYTES } from './log/segments.ts'
import { type BackupPlace, MOST_NOTE_BYTES, readBounded } from './place.ts'
import type { VerifiedBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'

type Options = Readonly<{
  config: Config
  /** Path or URL. */
  file: string
  log: FastifyBaseLogger
  signal?: AbortSignal | undefined
}>

/** A database takes up to three times the text of its rows, and PostgreSQL's log a gigabyte more. */
const ROWS_ON_DISK = 3
const LOG_BYTES = 1024 ** 3

/** Prefix of a check's folder; the process id follows. */
const FOLDER = 'check-of-backup-'

/** The disk has no room for a check; the backup may be good. */
export class NoRoomError extends StartError {
  override readonly name = 'NoRoomError'
}

/**
 * Restores a backup into an empty database of its own below the data folder, compares every row and picture, and
 * removes that database. Pictures are not stored.
 * @throws {StartError} with what is wrong with the backup, or if the disk has no room for it
 */
export async function checkBackup({ config, file, log, signal }: Options, freeIn = freeBytes): Promise<VerifiedBackup> {
  return withTrial(config, (into) => {
    const onVerified = ({ rowBytes }: VerifiedBackup) =>
      requireRoom('The backup', rowBytes * ROWS_ON_DISK + LOG_BYTES, config, freeIn)
    return restoreBackup({ config: into, file, log, signal, onVerified, skipsPictures: true })
  })
}

/**
 * Returns why the log archived in a place must not be restored on trial; null if it may. A restored database runs the
 * commands that it contains: without a passphrase, anybody who can write into the store could put such a database
 * there.
 */
export function reasonAgainstLogTrial(place: BackupPlace, { backup }: Pick<Config, 'backup'>): string | null {
  if (place.setting === 'BACKUP_DIR' || backup.passphrase !== null) return null
  return (
    `The log in ${place.addressOf('')} is not restored on trial without BACKUP_PASSPHRASE: ` +
    'whoever may write there could run a database of their own here.'
  )
}

/**
 * Restores the latest moment of the log archived in one place on trial, as `checkBackup` restores a backup.
 * @throws {StartError}
 */
export async function checkArchivedLog(
  { config, place, log, signal }: Omit<Options, 'file'> & { place: BackupPlace },
  freeIn = freeBytes,
): Promise<RestoredMoment> {
  const others = place.setting === 'BACKUP_DIR' ? { bucket: null } : { folder: null }
  return withTrial({ ...config, backup: { ...config.backup, ...others } }, (into) => {
    const onChosen = ({ span, segments }: RestorePlan) =>
      requireRoom('The log', span.base.bytes + segments.length * SEGMENT_BYTES + LOG_BYTES, config, freeIn)
    return restoreMoment({ config: into, moment: null, log, signal, onChosen, skipsPictures: true })
  })
}

/** Runs a restore with an empty folder of its own below the data folder, and removes it. */
async function withTrial<T>(config: Config, restore: (into: Config) => Promise<T>): Promise<T> {
  const { dataDir } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeAbandoned(dataDir)
  const folder = path.join(dataDir, `${FOLDER}${process.pid}`)
  try {
    const nothing = { databaseUrl: null, databaseReadUrls: [], secretKey: null, secretKeyOld: null, objectStore: null }
    return await restore({ ...config, ...nothing, dataDir: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function requireRoom(what: string, needed: number, { dataDir }: Config, freeIn: typeof freeBytes): Promise<void> {
  const free = await freeIn(dataDir)
  if (free >= needed) return
  throw new NoRoomError(
    `${what} was not checked: that may need ${megabytes(needed)}, but ${dataDir} has ${megabytes(free)}.`,
  )
}

/**
 * Removes folders that killed checks left. A folder may carry the id of this process, because the system reuses ids.
 */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(name.slice(FOLDER.length))
    if (!name.startsWith(FOLDER) || (isAlive(pid) && pid !== process.pid)) continue
    await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`
}

/** File in a place of backups that says which one last passed a check, and when. */
const NOTE = 'checked.json'

type Note = Readonly<{ name: string; checkedAt: string }>

/** Records in the place that this backup has passed a check now. */
export async function recordCheck(place: BackupPlace, name: string): Promise<void> {
  await place.put(NOTE, JSON.stringify({ name, checkedAt: new Date().toISOString() } satisfies Note), true)
}

/** File in a place of backups with the time of its first backup, which may be gone before any is checked. */
const FIRST_NOTE = 'first.json'

type FirstNote = Readonly<{ madeAt: string }>

/** Records the time of the oldest backup of the place, unless that of an earlier one is recorded. */
export async function recordFirstBackup(place: BackupPlace): Promise<void> {
  const [oldest] = await listBackups(place)
  if (!oldest || (await place.listFolder('')).includes(FIRST_NOTE)) return
  await place.put(FIRST_NOTE, JSON.stringify({ madeAt: oldest.madeAt.toISOString() } satisfies FirstNote), true)
}

/**
 * Time when a backup of the place last passed a check. Until one has, the time of its first backup; null without
 * backups.
 */
export async function readLastCheckTime(place: BackupPlace): Promise<Date | null> {
  const names = await place.listFolder('')
  const read = async (name: string) => JSON.parse((await readBounded(place, name, MOST_NOTE_BYTES)).toString())
  if (names.includes(NOTE)) return new Date(((await read(NOTE)) as Note).checkedAt)
  if (names.includes(FIRST_NOTE)) return new Date(((await read(FIRST_NOTE)) as FirstNote).madeAt)
  return (await listBackups(place))[0]?.madeAt ?? null
}
