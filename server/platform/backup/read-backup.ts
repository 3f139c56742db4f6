import { keyOfFileName, keyOfFullFileName } from '#rules/images.ts'
import { StartError } from '../start-error.ts'
import {
  BASE_HEAD,
  damaged,
  END,
  type End,
  FILES,
  FORMAT,
  FORMAT_BESIDE,
  HEAD,
  type Head,
  IMAGES,
  KEPT_PICTURES,
  notABackup,
  readArchive,
  TABLES,
} from './archive.ts'
import { addressOf, type BackupFile } from './backup-file.ts'
import { SharedKey } from './encryption.ts'
import { type KeptPicture, KeptPictures } from './kept-pictures.ts'
import { RowSum } from './tables.ts'

export type Backup = Readonly<{
  head: Head
  files: ReadonlyMap<string, Buffer>
  end: End
  /** Size of all rows as text. */
  rowBytes: number
}>

export type Part =
  | Readonly<{ kind: 'head'; head: Head }>
  | Readonly<{ kind: 'file'; name: string; body: Buffer }>
  | Readonly<{ kind: 'rows'; table: string; body: Buffer }>
  | Readonly<{ kind: 'picture'; name: string; body: Buffer }>
  | Readonly<{ kind: 'end'; end: End }>

type Reading = Readonly<{
  signal?: AbortSignal | undefined
  /** Only counts the pictures beside it. */
  skipsPictures?: boolean
}>

/** Reads the whole file until `signal` aborts. @throws {StartError} unless it is complete and unchanged */
export async function verifyBackup(file: BackupFile, reading: Reading = {}): Promise<Backup> {
  const files = new Map<string, Buffer>()
  let head: Head | undefined
  let end: End | undefined
  let rowBytes = 0
  for await (const part of readBackup(file, reading)) {
    if (part.kind === 'rows') rowBytes += part.body.length
    if (part.kind === 'head') head = part.head
    if (part.kind === 'file') files.set(part.name, part.body)
    if (part.kind === 'end') end = part.end
  }
  if (!head || !end) throw damaged(addressOf(file), 'it ends too early')
  return { head, files, end, rowBytes }
}

/**
 * Parts with verified checksums; those of tables are known at the end.
 * @throws {StartError}, or when `signal` aborts
 */
export async function* readBackup(given: BackupFile, { signal, skipsPictures }: Reading): AsyncGenerator<Part> {
  const file = addressOf(given)
  const sums = new Map<string, RowSum>()
  let head: Head | undefined
  let end: End | undefined
  let pictures = 0
  let kept: KeptPictures | undefined
  for await (const { name, body } of readArchive(given)) {
    signal?.throwIfAborted()
    if (!head) {
      head = readHead(file, name, body)
      for (const table of head.tables) sums.set(table.name, new RowSum())
      yield { kind: 'head', head }
      continue
    }
    if (end) throw damaged(file, 'something follows its end')
    if (name.startsWith(KEPT_PICTURES)) {
      const list = JSON.parse(body.toString()) as KeptPicture[]
      if (skipsPictures) {
        pictures += list.filter(([name]) => keyOfFullFileName(name) !== null).length
        continue
      }
      kept ??= new KeptPictures(given.place, head.pictureKey ? await SharedKey.of(head.pictureKey) : null)
      for await (const part of picturesBeside(file, list, kept)) {
        signal?.throwIfAborted()
        if (keyOfFullFileName(part.name) !== null) pictures++
        yield part
      }
      continue
    }
    const part = readPart(name, body)
    if (!part) throw damaged(file, `it has a part that is not known, ${name}`)
    if (part.kind === 'rows') {
      const sum = sums.get(part.table)
      if (!sum) throw damaged(file, `it has rows of a table that is not known, ${part.table}`)
      sum.add(body)
    }
    if (part.kind === 'picture' && keyOfFullFileName(part.name) !== null) pictures++
    if (part.kind === 'end') {
      end = part.end
      for (const [table, sum] of sums) {
        const [found, noted] = [sum.end(), end.tables[table]]
        if (found.rows !== noted?.rows || found.sha256 !== noted.sha256) throw damaged(file, `rows of ${table} differ`)
      }
      if (pictures !== end.pictures) throw damaged(file, `it has ${pictures} pictures instead of ${end.pictures}`)
    }
    yield part
  }
  if (!head) throw notABackup(file)
  if (!end) throw damaged(file, 'it ends too early')
}

function readHead(file: string, name: string, body: Buffer): Head {
  if (name === BASE_HEAD)
    throw new StartError(
      `${file} has the files of the database, for npm run restore -- --to: set BACKUP_DIR to its folder.`,
    )
  if (name !== HEAD) throw notABackup(file)
  const head = JSON.parse(body.toString()) as Head
  if (head.format === FORMAT || head.format === FORMAT_BESIDE) return head
  throw new StartError(
    `${file} was made by a newer version of this application (${head.release}): restore it with that one.`,
  )
}

type Picture = Part & { kind: 'picture' }

/** Pictures that the backup lists and that are kept beside it. @throws {StartError} where one is missing or changed */
async function* picturesBeside(
  file: string,
  list: readonly KeptPicture[],
  kept: KeptPictures,
): AsyncGenerator<Picture> {
  for (const picture of list) {
    const [name] = picture
    if (keyOfFileName(name) === null) throw damaged(file, `it names a picture that is none, ${name}`)
    const bytes = await kept.read(picture).catch((error: Error) => {
      throw damaged(file, error.message)
    })
    yield { kind: 'picture', name, body: bytes }
  }
}

function readPart(name: string, body: Buffer): Part | null {
  if (name === END) return { kind: 'end', end: JSON.parse(body.toString()) as End }
  if (name.startsWith(IMAGES)) {
    const file = name.slice(IMAGES.length)
    return keyOfFileName(file) === null ? null : { kind: 'picture', name: file, body }
  }
  const [, table] = /^tables\/([^/]+)\/\d+$/.exec(name) ?? []
  if (name.startsWith(TABLES)) return table === undefined ? null : { kind: 'rows', table, body }
  const isPlain = /^files\/(?:legal\/)?[^/]+$/.test(name) && !name.endsWith('..')
  return isPlain ? { kind: 'file', name: name.slice(FILES.length), body } : null
}
