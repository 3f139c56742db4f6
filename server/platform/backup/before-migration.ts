import { createReadStream } from 'node:fs'
import { readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { makeFolder } from '../data-folder.ts'
import { openClient } from '../database/connect.ts'
import { readSecretTexts } from '../secrets.ts'
import { asStartError, StartError } from '../start-error.ts'
import { BucketPlace } from './bucket-place.ts'
import { backupFileEnding, fileTime, isNamedBeforeMigration } from './list-backups.ts'
import { makeBackup } from './make-backup.ts'
import { UNFINISHED_ENDING } from './place.ts'
import { verifyBackup } from './read-backup.ts'

type Log = { info(details: object, message: string): void; warn(message: string): void }

type Site = Readonly<{ config: Config; databaseUrl: string; log: Log }>

/**
 * Number of backups before migrations that are kept, besides the scheduled ones; several, because a failed update may
 * be tried again.
 */
const KEPT = 2

/**
 * Backs up the rows before a migration changes them, so that the former release can go on with them. Pictures stay where
 * they are, because no migration changes their files.
 * @throws {StartError} without room for it, or if it could not be made; then nothing has been migrated
 */
export async function backUpBeforeMigration({ config, databaseUrl, log }: Site, freeIn = freeBytes): Promise<void> {
  if (config.backup.skipsMigrationBackup) {
    log.warn('no backup is made before the migration: MIGRATE_WITHOUT_BACKUP=1')
    return
  }
  // Without a secret key the site has never run on these data, so there is nothing to back up.
  if ((await readSecretTexts(config)).secret === null) return
  const folder = config.backup.folder ?? path.join(config.dataDir, 'backups')
  await asStartError(`No backup could be made in ${folder} before the migration`, makeFolder(folder))
  const [needed, free] = [await databaseBytes(databaseUrl), await freeIn(folder)]
  if (free < needed) {
    throw new StartError(
      `The data have to be migrated, and a backup before it may need ${megabytes(needed)}, but ${folder} has ${megabytes(free)}: ` +
        'make room, set BACKUP_DIR to another disk, or start once with MIGRATE_WITHOUT_BACKUP=1. The data were not changed.',
    )
  }
  const file = path.join(
    folder,
    `matnanum-before-migration-${fileTime(new Date())}${backupFileEnding(config.backup.passphrase)}`,
  )
  await makeBackup({ config, databaseUrl, file, pictures: 'without' })
  log.info({ file }, 'made a backup of the rows before the migration')
  const names = (await readdir(folder))
    .filter((name) => isNamedBeforeMigration(name.replace(UNFINISHED_ENDING, '')))
    .sort()
  const former = names.filter((name) => name.endsWith(UNFINISHED_ENDING))
  const finished = names.filter((name) => !name.endsWith(UNFINISHED_ENDING)).slice(0, -KEPT)
  for (const name of [...former, ...finished]) await rm(path.join(folder, name), { force: true })
  // After the removal, because a start that fails here is tried again and again, each time with another backup.
  await copyToStore(config, file, log)
}

/** Copies the backup to the store, so that it outlives this machine. @throws {StartError} if the store cannot take it */
async function copyToStore({ backup }: Config, file: string, log: Log): Promise<void> {
  if (backup.bucket === null) return
  const { passphrase } = backup
  const place = new BucketPlace(backup.bucket)
  const name = path.basename(file)
  try {
    await place.create(name, {
      begin: async () => {},
      content: () => createReadStream(file),
      verify: (name) => verifyBackup({ place, name, passphrase }),
    })
    log.info({ file: place.addressOf(name) }, 'copied the backup before the migration')
    const names = (await place.names()).filter(isNamedBeforeMigration).sort()
    for (const former of names.slice(0, -KEPT)) await place.remove(former)
  } catch (error) {
    throw new StartError(
      `The data have to be migrated, but the backup before it, ${file}, could not be copied to BACKUP_URL: ${messageOf(error)} ` +
        'Try again when the store answers, or start once with MIGRATE_WITHOUT_BACKUP=1. The data were not changed.',
    )
  } finally {
    place.close()
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.endsWith('.') ? text : `${text}.`
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Bytes of the database on disk, more than the compressed rows ever need. */
async function databaseBytes(databaseUrl: string): Promise<number> {
  const client = openClient({ connectionString: databaseUrl, application_name: 'matnanum backup' })
  try {
    await client.connect()
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    return Number(rows[0]?.bytes)
  } finally {
    await client.end().catch(() => {})
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`
}
