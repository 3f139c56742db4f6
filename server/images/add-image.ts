import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fullName, variantName } from '#rules/images.ts'
import type { Database } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { type AddedImage, type Claimant, type Picture, uploadFailed, workFiles } from './picture.ts'
import type { ImageProcessor, RunOptions } from './processor.ts'
import type { ReceivedFile } from './receive-file.ts'
import type { ImageStore } from './store.ts'

type Parts = { db: Database; store: ImageStore; processor: ImageProcessor }

/** The row is written first: after an interruption the purge finds by it what to remove. @throws {AppError} */
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
    throw error instanceof AppError ? error : uploadFailed(error)
  }
  return { key, width: picture.width, height: picture.height, bytes: picture.bytes, createdAt: row.created_at }
}

export function hashUploader(uploader: string): Buffer {
  return createHash('sha256').update(uploader).digest()
}

async function insertRow(db: Database, key: string, picture: Picture, uploader: Claimant) {
  const { width, height, bytes, placeholder } = picture
  return db
    .insertInto('images')
    .values({
      key,
      account_id: uploader.accountId,
      uploader_hash: uploader.uploader === null ? null : hashUploader(uploader.uploader),
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
  await store.put(fullName(key), await readFile(path.join(folder, workFiles.full)))
  for (const variant of picture.variants) {
    await store.put(variantName(key, variant), await readFile(path.join(folder, workFiles.variant(variant))))
  }
}

async function withdraw({ db, store }: Parts, id: number, key: string): Promise<void> {
  await store.remove(key)
  await db.deleteFrom('images').where('id', '=', id).execute()
}
