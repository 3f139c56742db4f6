import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { refuseUnfinishedRestore, UNFINISHED_RESTORE } from '../data-folder.ts'
import { connect, openClient } from '../database/connect.ts'
import { currentMigrationNames, FORMER_COMMIT, prepareDatabase, schemaMismatch } from '../database/prepare-database.ts'
import { startDatabase } from '../database/start-database.ts'
import { migrateJobQueue } from '../jobs/jobs.ts'
import { createFile, syncFolder } from '../lasting-file.ts'
import { openImageStore } from '../pictures/images.ts'
import type { ImageStore } from '../pictures/store.ts'
import { FORMER_KEY_FILE, KEY_FILE, requireLongEnoughSecret } from '../secrets.ts'
import { asStartError, StartError } from '../start-error.ts'
import { type BackupHead, damagedError } from './archive.ts'
import { addressOf, type BackupFile, openBackupFile } from './backup-file.ts'
import { type BackupPart, readBackup, type VerifiedBackup, verifyBackup } from './read-backup.ts'
import {
  COPY_SETTINGS,
  checksumOf,
  listTables,
  RowWriter,
  setSequences,
  type TableCopy,
  WAITING_JOBS,
} from './tables.ts'

type From = Readonly<{
  config: Config
  /** Path or URL. */
  file: string
  /** Compares the pictures without storing them. */
  skipsPictures?: boolean
  /** Called with what is in the backup, before anything is written. */
  onVerified?: (backup: VerifiedBackup) => Promise<void>
  /** Cancels the restore, until all rows are loaded; an abort after that has no effect. */
  signal?: AbortSignal | undefined
}>

/**
 * Restores a backup into an empty data folder and an empty database, and verifies every row and picture. A file in the
 * folder keeps a site from starting until all is done.
 * @throws {StartError} with the reason; then no site can start there
 */
export async function restoreBackup({
  file: given,
  log,
  ...from
}: From & { log: FastifyBaseLogger }): Promise<VerifiedBackup> {
  const { config, signal } = from
  const cleanup = new AsyncDisposableStack()
  let hasBegun = false
  const source = openBackupFile(config, given)
  const file = addressOf(source)
  const restore = async () => {
    const backup = await verifyBackup(source, { signal })
    requireKnown(file, backup)
    await from.onVerified?.(backup)
    requireLongEnoughSecret(backup.files.get('secret.key')?.toString() ?? '', `the backup ${file}`)
    requireSameSecret(config, backup)
    await refuseUnfinishedRestore(config.dataDir)
    await requireEmptyFolder(config.dataDir)
    hasBegun = true
    const databaseUrl = await startDatabase(withoutArchive(config), log, cleanup)
    await requireEmptyDatabase(databaseUrl)
    const mark = path.join(config.dataDir, UNFINISHED_RESTORE)
    await createFile(mark, '')
    await makeSchema(databaseUrl, log, currentMigrationNames(backup.head.migrations).at(-1))
    await writeConfigFiles(config, backup.files)
    await loadBackup(databaseUrl, backup, { ...from, file, source })
    await makeSchema(databaseUrl, log)
    await rm(mark)
    await syncFolder(config.dataDir)
    return backup
  }
  try {
    return await asStartError(`${file} was not restored`, restore())
  } catch (error) {
    if (!signal?.aborted) throw error
    const next = hasBegun ? ` Empty ${config.dataDir} before you restore again.` : ''
    throw new StartError(`${file} was not restored: it was broken off.${next}`)
  } finally {
    source.place.close()
    await cleanup.disposeAsync()
  }
}

/** Settings without those of the log archive: the log of a restore itself is not archived. */
function withoutArchive({ databaseUrl, databaseWait, dataDir }: Config) {
  return { databaseUrl, databaseWait, dataDir }
}

function requireKnown(file: string, { head }: VerifiedBackup): void {
  const misfit = schemaMismatch(head.migrations)
  if (misfit === null) return
  throw new StartError(
    `${file} was made by ${misfit === 'newer' ? 'a newer' : 'an older'} version of this application ` +
      `(${head.release}, ${head.migrations.at(-1)}), whose data this one does not know: restore it with ` +
      `${misfit === 'newer' ? 'that version' : `the version of commit ${FORMER_COMMIT}, then start this one on them`}. ` +
      'Nothing was changed.',
  )
}

export function requireSameSecret({ secretKey, dataDir }: Config, { files }: Pick<VerifiedBackup, 'files'>): void {
  if (secretKey === null || secretKey === files.get('secret.key')?.toString().trim()) return
  throw new StartError(
    `The data of this backup were made with another SECRET_KEY: leave it out, then the restore writes ${dataDir}/secret.key.`,
  )
}

export async function requireEmptyFolder(folder: string): Promise<void> {
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

/** Runs the migrations of the site, up to the one named `last` if given, and those of the job queue. */
export async function makeSchema(databaseUrl: string, log: FastifyBaseLogger, last?: string): Promise<void> {
  const { db } = connect(databaseUrl, 2)
  await prepareDatabase(db, { seconds: 0, log }, last).finally(() => db.destroy())
  await migrateJobQueue(databaseUrl, log)
}

/** Writes the secret keys, unless settings have them, the legal texts and the settings into the data folder. */
export async function writeConfigFiles(
  { dataDir, secretKey, secretKeyOld }: Config,
  files: VerifiedBackup['files'],
): Promise<void> {
  for (const [name, body] of files) {
    if (name === KEY_FILE && secretKey !== null) continue
    if (name === FORMER_KEY_FILE && secretKeyOld !== null) continue
    const file = path.join(dataDir, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await createFile(file, body)
  }
}

/** Tables without rows are allowed: a failed attempt may have made them. @throws {StartError} */
async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const { name } of await listTables(client, 'all')) {
      const { rowCount } = await client.query(`select from ${name} limit 1`)
      if (rowCount === 0) continue
      throw new StartError(`A restore needs an empty database, but ${name} has rows: set another DATABASE_URL.`)
    }
  })
}

type Loading = From & Readonly<{ source: BackupFile }>

/**
 * Loads all rows in one transaction, and compares rows and pictures with the backup before it commits.
 * @throws {StartError}
 */
async function loadBackup(databaseUrl: string, { head, end }: VerifiedBackup, loading: Loading): Promise<void> {
  const { config, file, source, signal, skipsPictures } = loading
  const store = skipsPictures ? null : openImageStore(config)
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    const tables = await targets(client, file, head)
    await writeParts(client, store, readBackup(source, { signal }), file, tables)
    for (const [name, table] of tables) {
      signal?.throwIfAborted()
      const { rows, sha256 } = await checksumOf(client, table)
      if (sha256 === end.tables[name]?.sha256) continue
      throw new StartError(`${file} was not restored: the ${rows} rows of ${name} differ from those in the backup.`)
    }
    await setSequences(client, end.sequences)
    if (tables.has(WAITING_JOBS.name)) await queueJobs(client)
    await client.query('commit')
    await client.query('analyze')
  }).finally(() => store?.close())
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = openClient({ connectionString, application_name: 'matnanum restore' })
  try {
    await client.connect()
    await client.query(COPY_SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Tables to fill. @throws {StartError} unless their columns match the backup */
async function targets(client: pg.Client, file: string, head: BackupHead): Promise<Map<string, TableCopy>> {
  await client.query(`create temporary table ${WAITING_JOBS.name} (identifier text, job_key text, max_attempts integer,
    payload json, place bigint, priority integer, queue_name text, run_at timestamptz) on commit drop`)
  const jobs = {
    ...WAITING_JOBS,
    query: `select ${WAITING_JOBS.columns.join()} from ${WAITING_JOBS.name} order by place`,
  }
  const tables = new Map([...(await listTables(client, 'all')), jobs].map((table) => [table.name, table]))
  for (const { name, columns } of head.tables) {
    if (tables.get(name)?.columns.join() !== columns.join()) throw damagedError(file, `its table ${name} is not known`)
  }
  const isInBackup = new Set(head.tables.map(({ name }) => name))
  return new Map([...tables].filter(([name]) => isInBackup.has(name)))
}

async function writeParts(
  client: pg.Client,
  store: ImageStore | null,
  parts: AsyncIterable<BackupPart>,
  file: string,
  tables: ReadonlyMap<string, TableCopy>,
): Promise<void> {
  let writer: RowWriter | undefined
  for await (const part of parts) {
    if (part.kind === 'rows') {
      const table = tables.get(part.table)
      if (!table) throw damagedError(file, `its table ${part.table} is not known`)
      if (writer?.table !== table) {
        await writer?.end()
        writer = new RowWriter(client, table)
      }
      await writer.write(part.body)
    }
    if (part.kind === 'picture' && store !== null) {
      await store.put(part.name, part.body)
      const stored = await (await store.open(part.name))?.bytes()
      if (!stored || part.body.compare(stored) !== 0) {
        throw new StartError(`${file} was not restored: the picture ${part.name} differs from the one in the backup.`)
      }
    }
  }
  await writer?.end()
}

async function queueJobs(client: pg.Client): Promise<void> {
  await client.query(`select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority)
    from ${WAITING_JOBS.name} order by place`)
}
