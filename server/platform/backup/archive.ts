import { createHash } from 'node:crypto'
import { pipeline as join, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry, packTar } from 'modern-tar'
import { StartError } from '../start-error.ts'
import { addressOf, type BackupFile } from './backup-file.ts'
import { AGE_HEADER, decrypt, encrypt } from './encryption.ts'
import { isNamedEncrypted } from './list-backups.ts'
import type { RowChecksum, Sequence, TableCopy } from './tables.ts'

export type ArchiveEntry = Readonly<{ name: string; body: Buffer }>

/** Most bytes of an entry that is read, well above the largest that is written. */
const MOST_BYTES = 256 * 1024 * 1024

/** Name of the PAX header with the SHA-256 of an entry's body; other programs ignore it. */
const SUM = 'MATNANUM.sha256'

const zstd = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Two blocks of zeros end a tar file; `packTar` adds them to every entry. */
const END_OF_TAR = 1024

/**
 * Returns the archive of the entries as a stream, which compresses while it is read.
 * @param passphrase encrypts it, unless null
 */
export function createArchive(entries: AsyncIterable<ArchiveEntry>, passphrase: string | null): Readable {
  const compressed = join(Readable.from(tarOf(entries)), createZstdCompress(zstd), ignore)
  return passphrase === null ? compressed : Readable.from(encrypt(compressed, passphrase))
}

/** `join` requires a callback; a failure reaches the reader of the stream anyway. */
const ignore = () => {}

async function* tarOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, body } of entries) {
    const header = { name, size: body.length, mode: 0o600, pax: { [SUM]: sha256(body) } }
    yield (await packTar([{ header, body }])).subarray(0, -END_OF_TAR)
  }
  yield new Uint8Array(END_OF_TAR)
}

/**
 * Yields the entries in their order, each verified against its checksum.
 * @throws {StartError} if the file is damaged or unreadable
 */
export async function* readArchive(given: BackupFile): AsyncGenerator<ArchiveEntry> {
  const file = addressOf(given)
  const { readable, writable } = createTarDecoder({ strict: true })
  const writer = writable.getWriter()
  const stopping = new AbortController()
  const decode = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  }
  const reading = pipeline(plainContent(given), createZstdDecompress(), decode, stopping).then(
    () => null,
    async (error: Error) => {
      await writer.abort(error).catch(() => {})
      return error
    },
  )
  try {
    let isFirst = true
    for await (const entry of readable as unknown as AsyncIterable<ParsedTarEntry>) {
      yield await readEntry(entry, file, isFirst)
      isFirst = false
    }
    // The tar file may end properly where the compressed stream is truncated.
    const failure = await reading
    if (failure) throw failure
  } catch (error) {
    if (error instanceof StartError) throw error
    stopping.abort()
    const failure = await reading
    if (failure instanceof StartError) throw failure
    throw unreadable(file, (failure?.name === 'AbortError' ? error : failure) as NodeJS.ErrnoException)
  } finally {
    stopping.abort()
    await reading
  }
}

async function* plainContent(file: BackupFile): AsyncGenerator<Uint8Array> {
  const chunks = file.place.read(file.name)[Symbol.asyncIterator]()
  const start: Buffer[] = []
  let size = 0
  while (size < AGE_HEADER.length) {
    const { value, done } = await chunks.next()
    if (done) break
    start.push(value)
    size += value.length
  }
  const head = Buffer.concat(start)
  const content = (async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  const isEncrypted = head.subarray(0, AGE_HEADER.length).equals(AGE_HEADER)
  // Refused, because somebody with write access to the place, but without the passphrase, could put a database of their
  // own there.
  if (!isEncrypted && isNamedEncrypted(file.name))
    throw new StartError(`${addressOf(file)} is not encrypted, although its name says so.`)
  yield* isEncrypted ? decrypt(content, file.passphrase, addressOf(file)) : content
}

async function readEntry(
  { header, body: content }: ParsedTarEntry,
  file: string,
  isFirst: boolean,
): Promise<ArchiveEntry> {
  const { name, size, pax } = header
  if (size > MOST_BYTES) throw damagedError(file, `its part ${name} is larger than any that this site writes`)
  const body = await buffer(content as AsyncIterable<Uint8Array>)
  if (isFirst && pax?.[SUM] === undefined) throw notABackupError(file)
  if (pax?.[SUM] !== sha256(body)) throw damagedError(file, `its part ${name} is not what was written`)
  return { name, body }
}

export function damagedError(file: string, how: string): StartError {
  return new StartError(`${file} is damaged: ${how}. Use another backup.`)
}

export function notABackupError(file: string): StartError {
  return new StartError(`${file} is not a backup of this application.`)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
}

/** Explains why a file cannot be read. One that ends too early ends the decompression with Z_BUF_ERROR. */
function unreadable(file: string, { code = '', syscall, message }: NodeJS.ErrnoException): StartError {
  if (syscall !== undefined) return new StartError(`${file} cannot be read: ${REASONS[code] ?? message}.`)
  if (code === 'ZSTD_error_prefix_unknown') return notABackupError(file)
  return damagedError(file, code === 'Z_BUF_ERROR' ? 'it ends too early' : message.replace(/\.$/, ''))
}

/**
 * Entries of a backup, in this order: `backup.json`, `files/…` (key, settings, legal texts), `tables/NAME/NUMBER` (text
 * of COPY, cut anywhere), `images/…` or, for pictures kept beside it, `pictures/NUMBER` (their names and checksums),
 * `end.json`. A file without `end.json` is truncated.
 */
export const HEAD_ENTRY = 'backup.json'
export const END_ENTRY = 'end.json'
/** First entry of a copy of the database's files (`log/base-backup.ts`). */
export const BASE_HEAD_ENTRY = 'base.json'
export const FILES_PREFIX = 'files/'
export const TABLES_PREFIX = 'tables/'
export const IMAGES_PREFIX = 'images/'
export const KEPT_PICTURES_PREFIX = 'pictures/'

export const BACKUP_FORMAT = 'matnanum backup 1'
/** Format of a backup whose pictures are stored beside it (`kept-pictures.ts`). */
export const BACKUP_FORMAT_PICTURES_BESIDE = 'matnanum backup 2'

export type BackupHead = Readonly<{
  format: string
  release: string
  madeAt: string
  migrations: readonly string[]
  /** Identity of age that decrypts the pictures beside the backup; absent if they are not encrypted. */
  pictureKey?: string
  tables: readonly Pick<TableCopy, 'name' | 'columns'>[]
}>

export type BackupEnd = Readonly<{
  tables: Readonly<Record<string, RowChecksum>>
  sequences: readonly Sequence[]
  pictures: number
  /** Keys of pictures whose files were not in the store. */
  missing: readonly string[]
}>
