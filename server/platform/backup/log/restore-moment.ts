import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { prepareDataFolder, UNFINISHED_RESTORE } from '../../data-folder.ts'
import { openClient } from '../../database/connect.ts'
import { type Cluster, giveToPostgresUser, makePrivateFolder } from '../../database/embedded/cluster.ts'
import { recoverySettings } from '../../database/embedded/log-spool.ts'
import { recoverEmbeddedDatabase, startEmbeddedDatabase } from '../../database/embedded.ts'
import { createFile, syncFolder } from '../../lasting-file.ts'
import { requireLongEnoughSecret } from '../../secrets.ts'
import { asStartError, StartError } from '../../start-error.ts'
import { damagedError } from '../archive.ts'
import { openBackupPlaces } from '../backup-file.ts'
import { SharedKey } from '../encryption.ts'
import { makeSchema, requireEmptyFolder, requireSameSecret, writeConfigFiles } from '../restore-backup.ts'
import { COPY_SETTINGS, checksumOf, listTables } from '../tables.ts'
import { readBaseBackup } from './base-backup.ts'
import { type RestoredPictures, restorePictures } from './log-pictures.ts'
import { readSegment } from './log-place.ts'
import {
  exactMomentText,
  latestMomentBefore,
  momentText,
  planRestore,
  type RestorePlan,
  readRestorableSpans,
} from './moments.ts'
import { SEGMENT_BYTES } from './segments.ts'

type From = Readonly<{
  config: Config
  /** null for the latest moment. */
  moment: Date | null
  log: FastifyBaseLogger
  signal?: AbortSignal | undefined
  /** Restores no pictures. */
  skipsPictures?: boolean
  /** Called before anything is written. */
  onChosen?: (plan: RestorePlan) => Promise<void>
}>

/** Result of a restore: the moment that was reached, and what was restored. */
export type RestoredMoment = Readonly<{ until: Date; rows: number; pictures: RestoredPictures; hasSettings: boolean }>

/** Folder of the segments while PostgreSQL replays them. */
const SEGMENTS_FOLDER = 'restored-log'

/** Message of PostgreSQL when the log ends without a commit after the moment. */
const NOTHING_LATER = /recovery ended before configured recovery target was reached/

/**
 * Restores the embedded database as it was at a moment, with the key, the settings and the pictures, into an empty data
 * folder. A file in the folder keeps a site from starting until all is done.
 * @throws {StartError} with the reason; then no site can start there
 */
export async function restoreMoment(from: From): Promise<RestoredMoment> {
  const { config, moment, signal } = from
  if (config.databaseUrl !== null)
    throw new StartError('Only the embedded database can be restored to a moment: leave DATABASE_URL out.')
  const places = openBackupPlaces(config)
  try {
    const plan = planRestore(await readRestorableSpans(places), moment)
    await from.onChosen?.(plan)
    return await asStartError(`${momentText(plan.until)} was not restored`, restore(from, plan))
  } catch (error) {
    if (!signal?.aborted) throw error
    throw new StartError(`It was not restored, but broken off. Empty ${config.dataDir} before you restore again.`)
  } finally {
    for (const place of places) place.close()
  }
}

async function restore(
  { config, moment, log, signal, skipsPictures }: From,
  plan: RestorePlan,
): Promise<RestoredMoment> {
  const { dataDir } = config
  await prepareDataFolder(dataDir)
  await requireEmptyFolder(dataDir)
  const mark = path.join(dataDir, UNFINISHED_RESTORE)
  await createFile(mark, '')
  const breaking = signal ?? new AbortController().signal
  const segments = path.join(dataDir, SEGMENTS_FOLDER)
  let filled: Filled | undefined
  const fill = async (cluster: Cluster) => {
    filled = await writeCluster(plan, config, cluster, breaking)
    await makePrivateFolder(segments, cluster.account)
    await writeSegments(plan, filled.key, segments, breaking)
    for (const folder of [cluster.folder, segments]) await giveToPostgresUser(folder, cluster.account)
  }
  await recover(dataDir, segments, moment, breaking, fill)
  if (!filled) throw new StartError('The base backup could not be read.')
  await writeConfigFiles(config, filled.files)
  await rm(segments, { recursive: true })
  const database = await startEmbeddedDatabase({ dataDir, log })
  try {
    const databaseUrl = database.connectionString
    await makeSchema(databaseUrl, log)
    const rows = await readAllRows(databaseUrl)
    const pictures = skipsPictures
      ? { stored: 0, missing: 0 }
      : await restorePictures({ config, databaseUrl, place: plan.place, key: filled.key })
    await rm(mark)
    await syncFolder(dataDir)
    return { until: plan.until, rows, pictures, hasSettings: filled.files.has('restored.env') }
  } finally {
    await database.stop()
  }
}

async function recover(
  dataDir: string,
  segments: string,
  moment: Date | null,
  signal: AbortSignal,
  fill: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  try {
    await recoverEmbeddedDatabase(dataDir, recoverySettings(segments, moment), signal, fill)
  } catch (error) {
    if (moment === null || !(error instanceof StartError) || !NOTHING_LATER.test(error.message)) throw error
    await recoverEmbeddedDatabase(dataDir, recoverySettings(segments, null), signal, async () => {})
  }
}

type Filled = Readonly<{ key: SharedKey | null; files: ReadonlyMap<string, Buffer> }>

async function writeCluster(
  { place, span }: RestorePlan,
  config: Config,
  { folder, binaries }: Cluster,
  signal: AbortSignal,
): Promise<Filled> {
  const { passphrase } = config.backup
  const files = new Map<string, Buffer>()
  const address = place.addressOf(span.base.file)
  let key: SharedKey | null = null
  // Somebody else who may write into the place can make a larger file than its note says, so the bytes are counted.
  let left = span.base.bytes + UNCOUNTED
  await mkdir(folder, { mode: 0o700 })
  for await (const part of readBaseBackup({ place, name: span.base.file, passphrase })) {
    signal.throwIfAborted()
    if (part.kind === 'head') {
      const { major, folders } = part.head
      if (major !== binaries.major)
        throw new StartError(
          `${address} was made by PostgreSQL ${major}, but this one is ${binaries.major}: restore it with the release that made it.`,
        )
      key = part.head.key === undefined ? null : await SharedKey.of(part.head.key)
      for (const name of folders) await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 })
    }
    if (part.kind === 'file') files.set(part.name, part.body)
    if (part.kind !== 'part') continue
    left -= part.body.length
    if (left < 0) throw damagedError(address, 'it is larger than its note says')
    await writePart(path.join(folder, part.name), part.offset, part.body)
  }
  requireLongEnoughSecret(files.get('secret.key')?.toString() ?? '', `the base backup ${address}`)
  requireSameSecret(config, { files })
  await mkdir(path.join(folder, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, 'recovery.signal'), '', { mode: 0o600 })
  return { key, files }
}

/** Bytes of the two files of a base that its note does not count. */
const UNCOUNTED = 1024 * 1024

async function writePart(file: string, offset: number, body: Buffer): Promise<void> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600)
  try {
    for (let done = 0; done < body.length; ) {
      const { bytesWritten } = await handle.write(body, done, body.length - done, offset + done)
      done += bytesWritten
    }
  } finally {
    await handle.close()
  }
}

const BLOCK = 64 * 1024
const ZEROS = Buffer.alloc(BLOCK)

async function writeSegments(
  plan: RestorePlan,
  key: SharedKey | null,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  for (const segment of plan.segments) {
    signal.throwIfAborted()
    const bytes = await readSegment(plan.place, segment, key).catch((error: Error) => {
      throw new StartError(`${error.message} ${reachable(latestMomentBefore(plan, segment))}`)
    })
    await writeSegment(path.join(folder, segment.name), bytes)
  }
  // A failure is ignored, because the moment can be restored without the next segment.
  const next = plan.next && (await readSegment(plan.place, plan.next, key).catch(() => null))
  if (plan.next && next) await writeSegment(path.join(folder, plan.next.name), next)
}

/** Writes a sparse file, because a segment of a quiet time is nearly all zeros. */
async function writeSegment(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.truncate(SEGMENT_BYTES)
    for (let at = 0; at < bytes.length; at += BLOCK) {
      const block = bytes.subarray(at, at + BLOCK)
      if (!block.equals(ZEROS)) await handle.write(block, 0, block.length, at)
    }
  } finally {
    await handle.close()
  }
}

function reachable(moment: Date | null): string {
  if (moment === null) return 'Choose a moment before it, or restore a FILE.'
  return `What came before it can be restored: --to '${exactMomentText(moment)}'.`
}

/** Reads all rows once, so that a damaged table is found now. */
async function readAllRows(connectionString: string): Promise<number> {
  const client = openClient({ connectionString, application_name: 'matnanum restore' })
  try {
    await client.connect()
    await client.query(COPY_SETTINGS)
    let rows = 0
    for (const table of await listTables(client, 'all')) rows += (await checksumOf(client, table)).rows
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
