import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { isAlive } from '../database/embedded/cluster.ts'
import { StartError } from '../start-error.ts'
import { listBackups } from './list-backups.ts'
import type { Way } from './log/moments.ts'
import { type Restored, restoreMoment } from './log/restore-moment.ts'
import { SEGMENT_BYTES } from './log/segments.ts'
import { type BackupPlace, MOST_OF_NOTE, readWithin } from './place.ts'
import type { Backup } from './read-backup.ts'
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

/** Folder of a check, followed by the number of its process. */
const FOLDER = 'check-of-backup-'

export class NoRoomError extends StartError {
  override readonly name = 'NoRoomError'
}

/**
 * Restores a backup into an empty database of its own below the data folder, compares every row and picture, and
 * removes it again. Pictures are not stored.
 * @throws {StartError} with what is wrong with the backup, or if the disk has no room for it
 */
export async function checkBackup({ config, file, log, signal }: Options, freeIn = freeBytes): Promise<Backup> {
  return withTrial(config, (into) => {
    const onVerified = ({ rowBytes }: Backup) =>
      requireRoom('The backup', rowBytes * ROWS_ON_DISK + LOG_BYTES, config, freeIn)
    return restoreBackup({ config: into, file, log, signal, onVerified, skipsPictures: true })
  })
}

/**
 * Why the archived log of a place is not restored on trial; null if it may be. A restored
 * database runs the commands in it, and without a passphrase anybody who can write into the store could put one there.
 */
export function whyNotTried(place: BackupPlace, { backup }: Pick<Config, 'backup'>): string | null {
  if (place.setting === 'BACKUP_DIR' || backup.passphrase !== null) return null
  return (
    `The log in ${place.addressOf('')} is not restored on trial without BACKUP_PASSPHRASE: ` +
    'whoever may write there could run a database of their own here.'
  )
}

/** Restores the latest moment of the archived log of one place in the same way. @throws {StartError} */
export async function checkLog(
  { config, place, log, signal }: Omit<Options, 'file'> & { place: BackupPlace },
  freeIn = freeBytes,
): Promise<Restored> {
  const others = place.setting === 'BACKUP_DIR' ? { bucket: null } : { folder: null }
  return withTrial({ ...config, backup: { ...config.backup, ...others } }, (into) => {
    const onChosen = ({ reach, segments }: Way) =>
      requireRoom('The log', reach.base.bytes + segments.length * SEGMENT_BYTES + LOG_BYTES, config, freeIn)
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

/** Removes what killed checks have left; the number of this process may be that of one. */
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

/** Note in a place of backups about the last one that was found good. */
const NOTE = 'checked.json'

type Note = Readonly<{ name: string; checkedAt: string }>

export async function noteCheck(place: BackupPlace, name: string): Promise<void> {
  await place.put(NOTE, JSON.stringify({ name, checkedAt: new Date().toISOString() } satisfies Note), true)
}

/** When a backup of the place was last found good; its oldest backup counts until one is, null without any. */
export async function lastCheck(place: BackupPlace): Promise<Date | null> {
  const names = await place.listFolder('')
  if (!names.includes(NOTE)) return (await listBackups(place))[0]?.madeAt ?? null
  const { checkedAt } = JSON.parse((await readWithin(place, NOTE, MOST_OF_NOTE)).toString()) as Note
  return new Date(checkedAt)
}
