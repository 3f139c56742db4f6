import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import { migrationNames, prepareDatabase } from '../db/prepare-database.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { startDatabase, UNFINISHED_RESTORE } from '../start-database.ts'
import { asStartError, StartError } from '../start-error.ts'
import { loadBackup, requireEmptyDatabase } from './load-backup.ts'
import { type Backup, verifyBackup } from './read-backup.ts'

type Options = Readonly<{ config: Config; file: string; log: FastifyBaseLogger }>

/**
 * Puts a backup into an empty data folder and an empty database, and compares every row and picture with what it noted.
 * Until all is done, a file in the folder keeps a site from starting there.
 * @throws {StartError} with the reason; then no site can start from what is there
 */
export async function restoreBackup({ config, file, log }: Options): Promise<Backup> {
  const backup = await verifyBackup(file)
  requireKnown(file, backup)
  requireSameSecret(config, backup)
  await requireEmptyFolder(config.dataDir)
  const cleanup = new AsyncDisposableStack()
  const restore = async () => {
    const databaseUrl = await startDatabase(config, log, cleanup)
    await requireEmptyDatabase(databaseUrl)
    const mark = path.join(config.dataDir, UNFINISHED_RESTORE)
    await writeFile(mark, '')
    await makeSchema(databaseUrl, log, backup.head.migrations.at(-1))
    await writeFiles(config, backup.files)
    await loadBackup(databaseUrl, config, file, backup)
    // A backup of an older release becomes one of this release.
    await makeSchema(databaseUrl, log)
    await rm(mark)
    return backup
  }
  try {
    return await asStartError(`${file} was not restored`, restore())
  } finally {
    await cleanup.disposeAsync()
  }
}

function requireKnown(file: string, { head }: Backup): void {
  const known = migrationNames()
  if (head.migrations.every((name, index) => name === known[index])) return
  throw new StartError(
    `${file} was made by another version of this application (${head.release}, ${head.migrations.at(-1)}), ` +
      'whose data this one does not know: restore it with that version or a newer one. Nothing was changed.',
  )
}

function requireSameSecret({ secretKey, dataDir }: Config, { files }: Backup): void {
  if (secretKey === null || secretKey === files.get('secret.key')?.toString().trim()) return
  throw new StartError(
    `The data of this backup were made with another SECRET_KEY: leave it out, then the restore writes ${dataDir}/secret.key.`,
  )
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  throw new StartError(
    `A restore needs an empty data folder, but ${folder} has ${names.slice(0, 3).join(', ')}` +
      `${names.length > 3 ? ' and more' : ''}: set another DATA_DIR, or move these away.`,
  )
}

async function makeSchema(databaseUrl: string, log: FastifyBaseLogger, last?: string): Promise<void> {
  const { db } = connect(databaseUrl, 2)
  await prepareDatabase(db, { seconds: 0, log }, last).finally(() => db.destroy())
  await migrateJobs(databaseUrl, log)
}

async function writeFiles({ dataDir, secretKey }: Config, files: Backup['files']): Promise<void> {
  for (const [name, body] of files) {
    if (name === 'secret.key' && secretKey !== null) continue
    const file = path.join(dataDir, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, body, { mode: 0o600, flush: true })
  }
}
