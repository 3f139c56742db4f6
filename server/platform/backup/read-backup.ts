import { keyOfJpegName, keyOfPictureFileName } from '#rules/images.ts'
import { StartError } from '../start-error.ts'
import {
  BACKUP_FORMAT,
  BACKUP_FORMAT_PICTURES_BESIDE,
  BASE_HEAD_ENTRY,
  type BackupEnd,
  type BackupHead,
  damagedError,
  END_ENTRY,
  FILES_PREFIX,
  HEAD_ENTRY,
  IMAGES_PREFIX,
  KEPT_PICTURES_PREFIX,
  notABackupError,
  readArchive,
  TABLES_PREFIX,
} from './archive.ts'
import { addressOf, type BackupFile } from './backup-file.ts'
import { SharedKey } from './encryption.ts'
import { type KeptPicture, KeptPictures } from './kept-pictures.ts'
import { RowHasher } from './tables.ts'

export type VerifiedBackup = Readonly<{
  head: BackupHead
  files: ReadonlyMap<string, Buffer>
  end: BackupEnd
  /** Size of all rows as text. */
  rowBytes: number
}>

export type BackupPart =
  | Readonly<{ kind: 'head'; head: BackupHead }>
  | Readonly<{ kind: 'file'; name: string; body: Buffer }>
  | Readonly<{ kind: 'rows'; table: string; body: Buffer }>
  | Readonly<{ kind: 'picture'; name: string; body: Buffer }>
  | Readonly<{ kind: 'end'; end: BackupEnd }>

type Reading = Readonly<{
  signal?: AbortSignal | undefined
  /** Counts the pictures beside the backup without reading them. */
  skipsPictures?: boolean
}>

/** Reads and checks the whole file, unless `signal` aborts. @throws {StartError} unless it is complete and unchanged */
export async function verifyBackup(file: BackupFile, reading: Reading = {}): Promise<VerifiedBackup> {
  const files = new Map<string, Buffer>()
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  let rowBytes = 0
  for await (const part of readBackup(file, reading)) {
    if (part.kind === 'rows') rowBytes += part.body.length
    if (part.kind === 'head') head = part.head
    if (part.kind === 'file') files.set(part.name, part.body)
    if (part.kind === 'end') end = part.end
  }
  if (!head || !end) throw damagedError(addressOf(file), 'it ends too early')
  return { head, files, end, rowBytes }
}

/**
 * Yields the parts, each with a verified checksum; those of whole tables are compared at the end.
 * @throws {StartError}, or when `signal` aborts
 */
export async function* readBackup(given: BackupFile, { signal, skipsPictures }: Reading): AsyncGenerator<BackupPart> {
  const file = addressOf(given)
  const sums = new Map<string, RowHasher>()
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  let pictures = 0
  let kept: KeptPictures | undefined
  for await (const { name, body } of readArchive(given)) {
    signal?.throwIfAborted()
    if (!head) {
      head = readHead(file, name, body)
      for (const table of head.tables) sums.set(table.name, new RowHasher())
      yield { kind: 'head', head }
      continue
    }
    if (end) throw damagedError(file, 'something follows its end')
    if (name.startsWith(KEPT_PICTURES_PREFIX)) {
      const list = JSON.parse(body.toString()) as KeptPicture[]
      if (skipsPictures) {
        pictures += list.filter(([name]) => keyOfJpegName(name) !== null).length
        continue
      }
      kept ??= new KeptPictures(given.place, head.pictureKey ? await SharedKey.of(head.pictureKey) : null)
      for await (const part of picturesBeside(file, list, kept)) {
        signal?.throwIfAborted()
        if (keyOfJpegName(part.name) !== null) pictures++
        yield part
      }
      continue
    }
    const part = readPart(name, body)
    if (!part) throw damagedError(file, `it has a part that is not known, ${name}`)
    if (part.kind === 'rows') {
      const sum = sums.get(part.table)
      if (!sum) throw damagedError(file, `it has rows of a table that is not known, ${part.table}`)
      sum.add(body)
    }
    if (part.kind === 'picture' && keyOfJpegName(part.name) !== null) pictures++
    if (part.kind === 'end') {
      end = part.end
      for (const [table, sum] of sums) {
        const [found, noted] = [sum.end(), end.tables[table]]
        if (found.rows !== noted?.rows || found.sha256 !== noted.sha256)
          throw damagedError(file, `rows of ${table} differ`)
      }
      if (pictures !== end.pictures) throw damagedError(file, `it has ${pictures} pictures instead of ${end.pictures}`)
    }
    yield part
  }
  if (!head) throw notABackupError(file)
  if (!end) throw damagedError(file, 'it ends too early')
}

function readHead(file: string, name: string, body: Buffer): BackupHead {
  if (name === BASE_HEAD_ENTRY)
    throw new StartError(
      `${file} has the files of the database, for npm run restore -- --to: set BACKUP_DIR to its folder.`,
    )
  if (name !== HEAD_ENTRY) throw notABackupError(file)
  const head = JSON.parse(body.toString()) as BackupHead
  if (head.format === BACKUP_FORMAT || head.format === BACKUP_FORMAT_PICTURES_BESIDE) return head
  throw new StartError(
    `${file} was made by a newer version of this application (${head.release}): restore it with that one.`,
  )
}

type Picture = BackupPart & { kind: 'picture' }

/** Pictures that the backup lists and that are kept beside it. @throws {StartError} where one is missing or changed */
async function* picturesBeside(
  file: string,
  list: readonly KeptPicture[],
  kept: KeptPictures,
): AsyncGenerator<Picture> {
  for (const picture of list) {
    const [name] = picture
    if (keyOfPictureFileName(name) === null) throw damagedError(file, `it names a picture that is none, ${name}`)
    const bytes = await kept.read(picture).catch((error: Error) => {
      throw damagedError(file, error.message)
    })
    yield { kind: 'picture', name, body: bytes }
  }
}

function readPart(name: string, body: Buffer): BackupPart | null {
  if (name === END_ENTRY) return { kind: 'end', end: JSON.parse(body.toString()) as BackupEnd }
  if (name.startsWith(IMAGES_PREFIX)) {
    const file = name.slice(IMAGES_PREFIX.length)
    return keyOfPictureFileName(file) === null ? null : { kind: 'picture', name: file, body }
  }
  const [, table] = /^tables\/([^/]+)\/\d+$/.exec(name) ?? []
  if (name.startsWith(TABLES_PREFIX)) return table === undefined ? null : { kind: 'rows', table, body }
  const isPlain = /^files\/(?:legal\/)?[^/]+$/.test(name) && !name.endsWith('..')
  return isPlain ? { kind: 'file', name: name.slice(FILES_PREFIX.length), body } : null
}
