import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { jpegFileName, WEBP_VARIANTS, webpFileName } from '#rules/images.ts'
import { type Config, ENV_FILE } from '../config.ts'
import { openClient } from '../database/connect.ts'
import { holdImageDeletions } from '../pictures/delete-images.ts'
import { openImageStore } from '../pictures/images.ts'
import type { ImageStore } from '../pictures/store.ts'
import { readRelease } from '../release.ts'
import { FORMER_KEY_FILE, KEY_FILE, readSecretTexts } from '../secrets.ts'
import { asStartError, StartError } from '../start-error.ts'
import {
  type ArchiveEntry,
  BACKUP_FORMAT,
  BACKUP_FORMAT_PICTURES_BESIDE,
  type BackupEnd,
  type BackupHead,
  createArchive,
  END_ENTRY,
  FILES_PREFIX,
  HEAD_ENTRY,
  IMAGES_PREFIX,
  KEPT_PICTURES_PREFIX,
  TABLES_PREFIX,
} from './archive.ts'
import { openBackupFile } from './backup-file.ts'
import type { KeptPicture, KeptPictures } from './kept-pictures.ts'
import { type VerifiedBackup, verifyBackup } from './read-backup.ts'
import {
  BACKED_UP_PICTURES_SQL,
  COPY_SETTINGS,
  listTables,
  type RowChecksum,
  RowHasher,
  readRows,
  readSequences,
  type TableCopy,
  WAITING_JOBS,
} from './tables.ts'

type Options = Readonly<{
  config: Config
  databaseUrl: string
  /** Path or URL. */
  file: string
  /**
   * Where the pictures go: 'within' the file, which is the default; beside it (`KeptPictures`); or nowhere ('without'),
   * so that a restored site has only those that its store still has.
   */
  pictures?: Pictures
  signal?: AbortSignal
}>

type Pictures = 'within' | 'without' | KeptPictures

/**
 * Writes a snapshot of the running site, and reads the file back before it gets its name.
 * @throws {StartError} with the reason; then there is no such file
 */
export async function makeBackup({
  config,
  databaseUrl,
  file,
  pictures = 'within',
  signal,
}: Options): Promise<VerifiedBackup> {
  const { place, name, passphrase } = openBackupFile(config, file)
  const address = place.addressOf(name)
  const client = openClient({ connectionString: databaseUrl, application_name: 'matnanum backup' })
  let tables: readonly TableCopy[] = []
  const made = place.create(name, {
    begin: async () => {
      await client.connect()
      tables = await openSnapshot(client)
    },
    content: () => createArchive(contents(client, { config, tables, pictures }), passphrase),
    verify: (name) => verifyBackup({ place, name, passphrase }, { signal, skipsPictures: !place.readsCopies }),
    signal,
  })
  try {
    return await asStartError(`The backup ${address} was not made`, made)
  } catch (error) {
    throw signal?.aborted ? new StartError(`The backup ${address} was not made: it was broken off.`) : error
  } finally {
    place.close()
    await client.end().catch(() => {})
  }
}

/** The locks keep migrations away; they come before the first query, which takes the snapshot. */
async function openSnapshot(client: pg.Client): Promise<TableCopy[]> {
  await client.query(COPY_SETTINGS)
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('secret_check')`)
  if (rows.length === 0) throw new StartError('There is nothing to back up: the site was never started.')
  await holdImageDeletions(client)
  const tables = await listTables(client, 'kept')
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${tables.map(({ name }) => name).join()} in access share mode`)
  const { rows: jobs } = await client.query(`select to_regclass('graphile_worker._private_jobs') as found`)
  return jobs[0].found === null ? tables : [...tables, WAITING_JOBS]
}

type Content = Readonly<{ config: Config; tables: readonly TableCopy[]; pictures: Pictures }>

async function* contents(client: pg.Client, { config, tables, pictures }: Content): AsyncGenerator<ArchiveEntry> {
  const kept = typeof pictures === 'string' ? null : pictures
  const key = kept?.key && { pictureKey: kept.key.identity }
  yield entry(HEAD_ENTRY, {
    ...(await readHead(client, tables, kept ? BACKUP_FORMAT_PICTURES_BESIDE : BACKUP_FORMAT)),
    ...key,
  } satisfies BackupHead)
  yield* configEntries(config)
  const sums: Record<string, RowChecksum> = {}
  for (const table of tables) {
    const sum = new RowHasher()
    let number = 0
    for await (const body of readRows(client, table)) {
      sum.add(body)
      yield { name: `${TABLES_PREFIX}${table.name}/${String(++number).padStart(6, '0')}`, body }
    }
    sums[table.name] = sum.end()
  }
  const sequences = await readSequences(client)
  const found: Found = { pictures: 0, missing: [] }
  const store = openImageStore(config)
  if (pictures === 'within') yield* picturesWithin(client, store, found)
  if (kept) yield* picturesBeside(client, store, found, kept)
  store.close()
  yield entry(END_ENTRY, { tables: sums, sequences, ...found } satisfies BackupEnd)
}

type Found = { pictures: number; missing: string[] }

async function* picturesWithin(client: pg.Client, store: ImageStore, found: Found): AsyncGenerator<ArchiveEntry> {
  for await (const key of pictureKeys(client)) {
    const files = await readPicture(store, key)
    if (files.length === 0) found.missing.push(key)
    else found.pictures++
    yield* files
  }
}

async function* picturesBeside(
  client: pg.Client,
  store: ImageStore,
  found: Found,
  kept: KeptPictures,
): AsyncGenerator<ArchiveEntry> {
  const list: KeptPicture[] = []
  let number = 0
  const next = () => entry(`${KEPT_PICTURES_PREFIX}${String(++number).padStart(6, '0')}`, list.splice(0))
  for await (const key of pictureKeys(client)) {
    const files = await kept.keep(store, key)
    if (files.length === 0) found.missing.push(key)
    else found.pictures++
    list.push(...files)
    if (list.length >= PAGE) yield next()
  }
  if (list.length > 0) yield next()
}

function entry(name: string, content: object): ArchiveEntry {
  return { name, body: Buffer.from(`${JSON.stringify(content, null, 1)}\n`) }
}

async function readHead(client: pg.Client, tables: readonly TableCopy[], format: string): Promise<BackupHead> {
  const { rows } = await client.query<{ madeAt: Date; migrations: string[] }>(
    `select now() as "madeAt", array(select name from kysely_migration order by name collate "C") as migrations`,
  )
  const { madeAt = new Date(), migrations = [] } = rows[0] ?? {}
  const described = tables.map(({ name, columns }) => ({ name, columns }))
  return { format, release: readRelease().version, madeAt: madeAt.toISOString(), migrations, tables: described }
}

/** Entries `files/…`: the secret key, the legal texts and the settings. */
export async function* configEntries(config: Config): AsyncGenerator<ArchiveEntry> {
  const { secret, former } = await readSecretTexts(config)
  if (secret === null) throw new StartError(`The key of the data, ${config.dataDir}/secret.key, is missing.`)
  yield { name: `${FILES_PREFIX}${KEY_FILE}`, body: Buffer.from(`${secret}\n`) }
  if (former !== null) yield { name: `${FILES_PREFIX}${FORMER_KEY_FILE}`, body: Buffer.from(`${former}\n`) }
  const legal = path.join(config.dataDir, 'legal')
  for (const name of await readdir(legal).catch(() => [])) {
    yield { name: `${FILES_PREFIX}legal/${name}`, body: await readFile(path.join(legal, name)) }
  }
  const settings = await readFile(ENV_FILE).catch(() => null)
  if (settings) yield { name: `${FILES_PREFIX}restored.env`, body: settings }
}

const PAGE = 1000

/** Yields the keys of pictures in their order, so that pictures of one folder of `KeptPictures` follow each other. */
async function* pictureKeys(client: pg.Client): AsyncGenerator<string> {
  await client.query(
    `declare picture_keys no scroll cursor for select key from images where ${BACKED_UP_PICTURES_SQL} order by key collate "C"`,
  )
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${PAGE} from picture_keys`)
    yield* rows.map(({ key }) => key)
    if (rows.length === 0) return
  }
}

async function readPicture(store: ImageStore, key: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for (const name of [jpegFileName(key), ...WEBP_VARIANTS.map((variant) => webpFileName(key, variant))]) {
    const file = await store.open(name)
    if (file) entries.push({ name: `${IMAGES_PREFIX}${name}`, body: Buffer.from(await file.bytes()) })
    else if (entries.length === 0) return []
  }
  return entries
}
