import { type FileHandle, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { openClient } from '../../database/connect.ts'
import { readRelease } from '../../release.ts'
import { asStartError, StartError } from '../../start-error.ts'
import {
  type ArchiveEntry,
  BASE_HEAD_ENTRY,
  createArchive,
  damagedError,
  notABackupError,
  readArchive,
} from '../archive.ts'
import type { BackupFile } from '../backup-file.ts'
import type { SharedKey } from '../encryption.ts'
import { backupFileEnding, fileTime, isNamedEncrypted } from '../list-backups.ts'
import { configEntries } from '../make-backup.ts'
import type { BackupPlace } from '../place.ts'
import { COPY_SETTINGS } from '../tables.ts'
import type { BaseBackup } from './segments.ts'

/**
 * Entries of a base backup, in this order: `base.json`, `files/…` as in a backup, `cluster/PATH` (a file of the
 * database; further parts of a large one follow as `cluster/PATH+OFFSET`), `end.json`.
 */
const BASE_END = 'end.json'
const CLUSTER = 'cluster/'
const FORMAT = 'matnanum base 1'

export type BaseHead = Readonly<{
  format: string
  release: string
  /** Major version of PostgreSQL. */
  major: string
  /** Identity of age that decrypts the log and the pictures beside the base; absent if they are not encrypted. */
  key?: string
  /** Relative paths of all folders of the database. */
  folders: readonly string[]
}>

/** `stop` is the last segment that the base needs; `files` and `bytes` count the files of the database in it. */
export type BaseEnd = Readonly<Record<'stoppedAt' | 'stop', string> & Record<'files' | 'bytes', number>>

const PART = 4 * 1024 * 1024

/**
 * Folders that are copied empty: PostgreSQL makes their contents again, as its chapter on base backups says, and the
 * archive has those of `pg_wal`.
 */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map|pgsql_tmp.*|pg_internal\.init.*|.*\.tmp)$/

/** Arbitrary number, unique among our advisory locks. */
const LOCK = 7_240_617

/** Message of a failure: the former process, which is about to end, is making a base backup. */
export const ANOTHER_BASE_MESSAGE = 'Another base backup of this database is being made.'

/** Most files and folders of a base; a database of this site has some two thousand. */
const MOST_FILES = 50_000

const CONTROL = 'global/pg_control'
const LABEL = 'backup_label'

type Options = Readonly<{
  config: Config
  databaseUrl: string
  place: BackupPlace
  id: string
  key: SharedKey | null
  /** Ships the segments of the log from `start` to `stop` to the place. @throws {StartError} if one is missing */
  shipLog: (start: string, stop: string) => Promise<void>
  signal: AbortSignal
}>

/**
 * Copies the files of the running embedded database into the place, and reads the copy back.
 * @throws {StartError} with the reason; the place then keeps no copy
 */
export async function makeBaseBackup(options: Options): Promise<Omit<BaseBackup, 'note'>> {
  const { config, databaseUrl, place, id, key, shipLog, signal } = options
  const { passphrase } = config.backup
  const startedAt = new Date()
  const file = `matnanum-base-${fileTime(startedAt)}-${id}${backupFileEnding(passphrase)}`
  const client = openClient({ connectionString: databaseUrl, application_name: 'matnanum base backup' })
  let start = ''
  const made = place.create(file, {
    begin: async () => {
      await client.connect()
      await client.query(COPY_SETTINGS)
      const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
      if (!locks[0]?.taken) throw new StartError(ANOTHER_BASE_MESSAGE)
      // `fast` starts a checkpoint at once. It writes 128 MB at most, the size of the shared buffers.
      const { rows } = await client.query<{ start: string }>(
        'select pg_walfile_name(pg_backup_start($1, fast => true)) as start',
        [file],
      )
      start = rows[0]?.start ?? ''
    },
    content: () => createArchive(contents(client, config, key), passphrase),
    verify: async (name) => {
      const { end } = await verifyBase({ place, name, passphrase })
      await shipLog(start, end.stop)
      return end
    },
    signal,
  })
  try {
    const { stop, stoppedAt, bytes } = await asStartError(`The base backup ${place.addressOf(file)} was not made`, made)
    return { file, startedAt, stoppedAt: nextSecond(stoppedAt), start, stop, bytes }
  } finally {
    await client.end().catch(() => {})
  }
}

/** The next whole second, because people name moments in seconds and must be able to restore this one. */
function nextSecond(time: string): Date {
  return new Date(Math.ceil(new Date(time).getTime() / 1000) * 1000)
}

async function* contents(client: pg.Client, config: Config, key: SharedKey | null): AsyncGenerator<ArchiveEntry> {
  const cluster = path.join(config.dataDir, 'postgres')
  const { folders, files } = await listCluster(cluster)
  const major = await readMajor(client)
  const head = { format: FORMAT, release: readRelease().version, major, folders, ...(key && { key: key.identity }) }
  yield entry(BASE_HEAD_ENTRY, head satisfies BaseHead)
  yield* configEntries(config)
  let [count, bytes] = [0, 0]
  for (const file of files) {
    let offset = 0
    for await (const body of readParts(path.join(cluster, file))) {
      yield { name: `${CLUSTER}${file}${offset === 0 ? '' : `+${offset}`}`, body }
      if (offset === 0) count++
      bytes += body.length
      offset += body.length
    }
  }
  yield { name: CLUSTER + CONTROL, body: await readControl(path.join(cluster, CONTROL)) }
  await client.query(`set statement_timeout = '10min'`)
  const { rows } = await client.query<{ label: string; stop: string; stoppedAt: Date }>(`
    select labelfile as label, pg_walfile_name(lsn) as stop, clock_timestamp() as "stoppedAt" from pg_backup_stop()`)
  const [stopped] = rows
  if (!stopped) throw new StartError('PostgreSQL did not end the base backup.')
  yield { name: CLUSTER + LABEL, body: Buffer.from(stopped.label) }
  const end = { stop: stopped.stop, stoppedAt: stopped.stoppedAt.toISOString(), files: count + 2, bytes }
  yield entry(BASE_END, end satisfies BaseEnd)
}

async function readMajor(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ major: string }>(
    `select (current_setting('server_version_num')::int / 10000)::text as major`,
  )
  return rows[0]?.major ?? ''
}

function entry(name: string, content: object): ArchiveEntry {
  return { name, body: Buffer.from(`${JSON.stringify(content, null, 1)}\n`) }
}

/**
 * Lists the folders and files of the database except its control file. Unlogged tables hold short-lived data and are
 * left out.
 */
async function listCluster(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = []
  const files: string[] = []
  const list = async (folder: string) => {
    const entries = await readdir(path.join(cluster, folder), { withFileTypes: true }).catch(ifGone)
    const unlogged = new Set(entries.flatMap(({ name }) => /^(\d+)_init$/.exec(name)?.[1] ?? []))
    for (const found of entries) {
      const name = folder === '' ? found.name : `${folder}/${found.name}`
      if (LEFT_OUT.test(found.name) || name === CONTROL) continue
      const [, relation = '', fork] = /^(\d+)(_[a-z]+)?(?:\.\d+)?$/.exec(found.name) ?? []
      if (unlogged.has(relation) && fork !== '_init') continue
      if (found.isDirectory()) {
        folders.push(name)
        if (!EMPTIED.has(name)) await list(name)
      } else if (found.isFile()) files.push(name)
      else throw new StartError(`${path.join(cluster, name)} is neither a file nor a folder, so it has no base backup.`)
    }
  }
  await list('')
  return { folders, files }
}

function ifGone(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/**
 * Yields as many bytes as the file has when it is opened, zeros for those truncated meanwhile; nothing if the file is
 * gone.
 */
async function* readParts(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r').catch(ifGone)
  if (Array.isArray(handle)) return
  try {
    const { size } = await handle.stat()
    let left = size
    do {
      const part = Buffer.alloc(Math.min(left, PART))
      await readFully(handle, part, size - left)
      left -= part.length
      yield part
    } while (left > 0)
  } finally {
    await handle.close()
  }
}

async function readFully(handle: FileHandle, part: Buffer, start: number): Promise<void> {
  for (let done = 0; done < part.length; ) {
    const { bytesRead } = await handle.read(part, done, part.length - done, start + done)
    if (bytesRead === 0) return
    done += bytesRead
  }
}

/** Reads until two reads in a row agree, because PostgreSQL may write the file meanwhile. */
async function readControl(file: string): Promise<Buffer> {
  let before: Buffer | undefined
  for (;;) {
    const parts: Buffer[] = []
    for await (const part of readParts(file)) parts.push(part)
    const now = Buffer.concat(parts)
    if (before?.equals(now)) return now
    before = now
  }
}

export type BasePart =
  | Readonly<{ kind: 'head'; head: BaseHead }>
  | Readonly<{ kind: 'file'; name: string; body: Buffer }>
  | Readonly<{ kind: 'part'; name: string; offset: number; body: Buffer }>
  | Readonly<{ kind: 'end'; end: BaseEnd }>

/** Yields the parts, whose checksums are verified. @throws {StartError} unless the file is complete and unchanged */
export async function* readBaseBackup(given: BackupFile): AsyncGenerator<BasePart> {
  const file = given.place.addressOf(given.name)
  // A restored database runs the commands that it contains, so it has to come from a machine that knows the passphrase.
  if (given.passphrase !== null && !isNamedEncrypted(given.name))
    throw new StartError(
      `${file} is not encrypted, although BACKUP_PASSPHRASE is set: leave that out to restore what was archived before.`,
    )
  let isFirst = true
  let end: BaseEnd | undefined
  let folders = 0
  let files = 0
  for await (const { name, body } of readArchive(given)) {
    if (end) throw damagedError(file, 'something follows its end')
    if (isFirst) {
      if (name !== BASE_HEAD_ENTRY) throw notABackupError(file)
      const head = JSON.parse(body.toString()) as BaseHead
      if (head.format !== FORMAT)
        throw new StartError(`${file} was made by a newer version of this application (${head.release}).`)
      if (!head.folders.every(isPlain)) throw damagedError(file, 'it has a folder that is not known')
      folders = head.folders.length
      yield { kind: 'head', head }
      isFirst = false
    } else if (name === BASE_END) {
      end = JSON.parse(body.toString()) as BaseEnd
      yield { kind: 'end', end }
    } else if (name.startsWith(CLUSTER)) {
      const [, relative = '', offset = '0'] = /^cluster\/([^+]+)(?:\+(\d+))?$/.exec(name) ?? []
      if (!isPlain(relative)) throw damagedError(file, `it has a part that is not known, ${name}`)
      if (offset === '0') files++
      if (folders + files > MOST_FILES) throw damagedError(file, 'it has more files than a database of this site')
      yield { kind: 'part', name: relative, offset: Number(offset), body }
    } else {
      const relative = name.replace(/^files\//, '')
      if (!name.startsWith('files/') || !isPlain(relative))
        throw damagedError(file, `it has a part that is not known, ${name}`)
      yield { kind: 'file', name: relative, body }
    }
  }
  if (!end || files !== end.files) throw damagedError(file, 'it ends too early')
}

function isPlain(name: string): boolean {
  return name !== '' && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

async function verifyBase(file: BackupFile): Promise<{ head: BaseHead; end: BaseEnd }> {
  let head: BaseHead | undefined
  let end: BaseEnd | undefined
  for await (const part of readBaseBackup(file)) {
    if (part.kind === 'head') head = part.head
    if (part.kind === 'end') end = part.end
  }
  if (!head || !end) throw notABackupError(file.place.addressOf(file.name))
  return { head, end }
}
