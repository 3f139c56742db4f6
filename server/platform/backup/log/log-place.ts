import { promisify } from 'node:util'
import { constants, gunzip, zstdCompress, zstdDecompress } from 'node:zlib'
import * as v from 'valibot'
import { StartError } from '../../start-error.ts'
import type { SharedKey } from '../encryption.ts'
import { fileTime, isNamedEncrypted } from '../list-backups.ts'
import { type BackupPlace, MOST_NOTE_BYTES, readBounded } from '../place.ts'
import { type BaseBackup, type LogHistory, SEGMENT_BYTES, type Segment } from './segments.ts'

/**
 * Folder of the log archive. It has a subfolder for each data folder, so that the log of a restored database never
 * mixes with that of the former one.
 */
const LOG_FOLDER = 'log'

const SEGMENT = /^([0-9A-F]{24})\.(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.zst(?:\.age)?$/

const NOTE = /^base-.+Z\.json$/

const HISTORY = /^([0-9a-f]{12})\/$/

/**
 * Bounds, because others may write into the place, and all that is listed is kept in memory. Base backups are made once
 * an hour at most.
 */
const MOST_HISTORIES = 100
const MOST_SEGMENTS = 200_000
const MOST_BASES = 1000

const time = v.pipe(v.string(), v.isoTimestamp(), v.toDate())
const segmentName = v.pipe(v.string(), v.regex(/^[0-9A-F]{24}$/))

/** Strict, because others may write into the place, and what a note names is read and removed. */
const noteSchema = v.object({
  file: v.pipe(v.string(), v.regex(/^matnanum-base-[\w.-]{1,100}$/)),
  startedAt: time,
  stoppedAt: time,
  start: segmentName,
  stop: segmentName,
  bytes: v.pipe(v.number(), v.safeInteger()),
})

/** Histories that a place has, one for each data folder; a base counts once its note is there. */
export async function readHistories(place: BackupPlace): Promise<LogHistory[]> {
  const ids = (await place.listFolder(LOG_FOLDER)).flatMap((name) => HISTORY.exec(name)?.[1] ?? [])
  const histories: LogHistory[] = []
  let segments = 0
  for (const id of ids) {
    const history = await readHistory(place, id)
    segments += history.segments.length
    histories.push(history)
    if (histories.length > MOST_HISTORIES || segments > MOST_SEGMENTS)
      throw new StartError(`${place.addressOf(LOG_FOLDER)} has more than a site ever archives.`)
  }
  return histories
}

export async function readHistory(place: BackupPlace, id: string): Promise<LogHistory> {
  const names = await place.listFolder(folderOf(id))
  const notes = names
    .filter((name) => NOTE.test(name))
    .sort()
    .slice(-MOST_BASES)
  const bases = await Promise.all(notes.map((name) => readNote(place, `${folderOf(id)}/${name}`)))
  const segments = new Map<string, Segment>()
  for (const entry of names.sort()) {
    const [, name, ...time] = SEGMENT.exec(entry) ?? []
    const closedAt = new Date(time.join(':'))
    if (name === undefined || Number.isNaN(closedAt.getTime()) || segments.has(name)) continue
    segments.set(name, { name, closedAt, file: `${folderOf(id)}/${entry}` })
  }
  return { id, bases: bases.flat(), segments: [...segments.values()] }
}

/** Reads a note; an empty list unless it has the form of one. Who wrote it is not checked. */
async function readNote(place: BackupPlace, note: string): Promise<BaseBackup[]> {
  const text = (await readBounded(place, note, MOST_NOTE_BYTES)).toString()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), noteSchema), text)
  return parsed.success ? [{ ...parsed.output, note }] : []
}

/** Writes the note of a base backup, with which the base counts, and returns the base with the name of the note. */
export async function recordBaseBackup(
  place: BackupPlace,
  id: string,
  base: Omit<BaseBackup, 'note'>,
): Promise<BaseBackup> {
  const note = `${folderOf(id)}/base-${fileTime(base.startedAt)}.json`
  await place.put(note, JSON.stringify(base, null, 1), true)
  return { ...base, note }
}

/** Removes the note first, because a base without a note does not count. */
export async function removeBaseBackup(place: BackupPlace, base: BaseBackup): Promise<void> {
  await place.remove(base.note)
  await place.remove(base.file)
}

/**
 * Stores a segment of the spool in the place; returns null, and stores nothing, if the spooled file is damaged.
 * @param key encrypts the segment, unless null
 */
export async function putSegment(
  place: BackupPlace,
  id: string,
  { name, closedAt, bytes }: Readonly<{ name: string; closedAt: Date; bytes: Buffer }>,
  key: SharedKey | null,
): Promise<Segment | null> {
  const file = `${folderOf(id)}/${name}.${closedAt.toISOString().replaceAll(':', '-')}.zst${key === null ? '' : '.age'}`
  const plain = await gunzipped(bytes, BOUND).catch(() => null)
  if (plain?.length !== SEGMENT_BYTES) return null
  // Compressed again, because zstd makes a nearly empty segment fifty times smaller than gzip does.
  const content = await zip(plain, zstd)
  await place.put(file, key === null ? content : await key.encrypt(content))
  return { name, closedAt, file }
}

/** The segment as PostgreSQL wrote it. @throws {StartError} unless it is whole and unchanged */
export async function readSegment(place: BackupPlace, { file }: Segment, key: SharedKey | null): Promise<Buffer> {
  const address = place.addressOf(file)
  const stored = await readBounded(place, file, MOST_OF_SEGMENT).catch((error: Error) => {
    throw error instanceof StartError ? error : new StartError(`${address} cannot be read: ${error.message}.`)
  })
  if (isNamedEncrypted(file) && key === null) throw new StartError(`${address} is encrypted, but its base has no key.`)
  if (key !== null && !isNamedEncrypted(file)) throw new StartError(`${address} is not encrypted, unlike its base.`)
  const plain = async () => (key === null ? stored : Buffer.from(await key.decrypt(stored)))
  const bytes = await plain()
    .then((compressed) => unzip(compressed, BOUND))
    .catch(() => null)
  if (bytes?.length !== SEGMENT_BYTES) throw new StartError(`${address} is damaged.`)
  return bytes
}

const MOST_OF_SEGMENT = SEGMENT_BYTES + 1024 * 1024

const BOUND = { maxOutputLength: SEGMENT_BYTES }

const zstd = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const zip = promisify<Buffer, typeof zstd, Buffer>(zstdCompress)
const unzip = promisify<Buffer, typeof BOUND, Buffer>(zstdDecompress)
const gunzipped = promisify<Buffer, typeof BOUND, Buffer>(gunzip)

function folderOf(id: string): string {
  return `${LOG_FOLDER}/${id}`
}
