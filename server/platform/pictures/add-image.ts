import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failures } from '#rules/errors.ts'
import { jpegFileName, webpFileName } from '#rules/images.ts'
import { imageLimits } from '#rules/uploads.ts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../errors.ts'
import type { ImageProcessor, RunOptions } from './image-worker.ts'
import {
  type AddedImage,
  type Claimant,
  type Picture,
  refusalError,
  uploadFailedError,
  workFileNames,
} from './picture.ts'
import type { ImageStore } from './store.ts'

/** An upload in a folder of its own, into which the image process also writes its results. */
export type ReceivedFile = { folder: string; discard(): Promise<void> }

/** Milliseconds after which a folder belongs to a killed process. */
const ABANDONED_AFTER = 60 * 60 * 1000

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/**
 * Writes an upload into a new folder below `root`, which it removes after a failure.
 * @throws {AppError} BAD_USER_INPUT, TOO_LARGE, INTERNAL; errors of `source`
 */
export async function receiveFile(root: string, source: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  const folder = path.join(root, randomBytes(12).toString('hex'))
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(checked(source), createWriteStream(path.join(folder, workFileNames.upload), { flags: 'wx' }))
  } catch (error) {
    await discard()
    throw isDiskError(error) ? uploadFailedError(error) : error
  }
  return { folder, discard }
}

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

export async function removeAbandonedUploads(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    const folder = path.join(root, name)
    const found = await stat(folder).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) await rm(folder, { recursive: true, force: true })
  }
}

async function* checked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > imageLimits.bytes) throw refusalError('heavy')
    if (head === null) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < PNG.length) continue
    if (!isImage(head)) throw refusalError('type')
    yield head
    head = null
  }
  if (size === 0) throw new AppError('BAD_USER_INPUT', { message: failures.imageMissing })
  if (head !== null) throw refusalError('type')
}

function isImage(head: Buffer): boolean {
  return head.subarray(0, PNG.length).equals(PNG) || head.subarray(0, JPEG.length).equals(JPEG)
}

type Parts = { db: Database; store: ImageStore; processor: ImageProcessor }

/**
 * Re-encodes and stores a picture. Its row is written before its files, so that after an interruption the purge finds
 * them.
 * @throws {AppError}
 */
export async function addImage(
  parts: Parts,
  file: ReceivedFile,
  uploader: Claimant,
  options?: RunOptions,
): Promise<AddedImage> {
  const picture = await parts.processor.run(file.folder, options)
  const key = randomBytes(16).toString('base64url')
  const row = await insertRow(parts.db, key, picture, uploader)
  try {
    await storeFiles(parts.store, key, file.folder, picture)
  } catch (error) {
    await withdraw(parts, row.id, key).catch(() => {})
    throw error instanceof AppError ? error : uploadFailedError(error)
  }
  const isKept = await parts.db.selectFrom('images').select('id').where('id', '=', row.id).executeTakeFirst()
  if (!isKept) {
    // The owner's account was deleted meanwhile, and the row with it, so the files are removed here.
    await parts.store.remove(key)
    throw new AppError('UNAUTHENTICATED')
  }
  return { key, width: picture.width, height: picture.height, bytes: picture.bytes, createdAt: row.created_at }
}

export function hashUploaderToken(uploader: string): Buffer {
  return createHash('sha256').update(uploader).digest()
}

async function insertRow(db: Database, key: string, picture: Picture, uploader: Claimant) {
  const { width, height, bytes, placeholder } = picture
  return db
    .insertInto('images')
    .values({
      key,
      account_id: uploader.accountId,
      uploader_hash: uploader.uploader === null ? null : hashUploaderToken(uploader.uploader),
      claimed_at: null,
      width,
      height,
      bytes,
      placeholder,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

async function storeFiles(store: ImageStore, key: string, folder: string, picture: Picture): Promise<void> {
  await store.put(jpegFileName(key), await readFile(path.join(folder, workFileNames.full)))
  for (const variant of picture.variants) {
    await store.put(webpFileName(key, variant), await readFile(path.join(folder, workFileNames.variant(variant))))
  }
}

async function withdraw({ db, store }: Parts, id: number, key: string): Promise<void> {
  await store.remove(key)
  await db.deleteFrom('images').where('id', '=', id).execute()
}
