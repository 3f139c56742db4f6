import path from 'node:path'
import { jpegFileName } from '#rules/images.ts'
import { apiPaths } from '#rules/paths.ts'
import { type Config, shareOfProcess } from '../config.ts'
import type { Database, Queryable } from '../database/connect.ts'
import { addImage, type ReceivedFile, receiveFile, removeAbandonedUploads } from './add-image.ts'
import { deleteImages, findAbandonedImages, unclaimUnusedImages } from './delete-images.ts'
import { ImageAccess, type PictureVisibility, type Viewer } from './image-access.ts'
import { claimImages } from './image-uses.ts'
import {
  ImageProcessor,
  imageProcessCount,
  MOST_WAITING_UPLOADS,
  type ProcessorOptions,
  type RunOptions,
} from './image-worker.ts'
import { ObjectStore } from './object-store.ts'
import type { Claimant, ShownImage } from './picture.ts'
import { FolderStore, type ImageStore, type StoredFile, withFallbackStore } from './store.ts'

export type Images = ReturnType<typeof createImages>

const PURGE_BATCH = 500

type Options = {
  config: Config
  db: Database
  visibility: PictureVisibility
  store?: ImageStore
  processor?: ImageProcessor
}

function processorOptions(config: Config): Partial<ProcessorOptions> {
  return {
    processes: shareOfProcess(config, imageProcessCount(config)),
    maxWaiting: shareOfProcess(config, MOST_WAITING_UPLOADS),
  }
}

export function createImages({ config, db, visibility, store, processor }: Options) {
  const files = store ?? openImageStore(config)
  const processes = processor ?? new ImageProcessor(processorOptions(config))
  const inbox = path.join(config.dataDir, 'uploads')
  const access = new ImageAccess(db, visibility)

  /** URL of our picture by its key; URLs on other hosts are unchanged. */
  function urlOf(key: string): string
  function urlOf(key: string | null, elsewhere: string | null): string | null
  function urlOf(key: string | null, elsewhere: string | null = null): string | null {
    return key === null ? elsewhere : `${config.imageOrigin}${apiPaths.images}/${jpegFileName(key)}`
  }
  const remove = async (imageIds: readonly number[]) => {
    const removed = await deleteImages(db, files, imageIds)
    for (const key of removed) access.forget(key)
    return removed.length
  }

  return {
    get waiting() {
      return processes.waiting
    },
    /**
     * Call it in the transaction that stores the pictures; keeps the order of the URLs.
     * @throws {AppError} BAD_USER_INPUT for a repeated URL, or one not issued to the claimant
     */
    claim: (tx: Queryable, urls: readonly string[], claimant: Claimant, current: readonly ShownImage[] = []) =>
      claimImages(tx, config, urls, claimant, current),
    urlOf,
    /** The caller must discard the file. @throws {AppError} BAD_USER_INPUT for other formats, TOO_LARGE */
    receive: (source: AsyncIterable<Uint8Array>) => receiveFile(inbox, source),
    /** Uploaders take turns; `signal` cancels a waiting picture. @throws {AppError} with the message to show */
    add: (file: ReceivedFile, uploader: Claimant, options?: RunOptions) =>
      addImage({ db, store: files, processor: processes }, file, uploader, options),
    access: (key: string, who: () => Promise<Viewer>) => access.of(key, who),
    isKnownAsPublic: (key: string) => access.isKnown(key),
    forget: (key: string | null) => access.forget(key),
    /** A file of the picture, or null if it is gone. The JPEG may replace a missing WebP. */
    open: async (key: string, name: string): Promise<StoredFile | null> => {
      // A WebP is missing if it would be larger, or if the picture is older than full-width ones.
      const file = (await files.open(name)) ?? (await files.open(jpegFileName(key)))
      if (!file) access.forget(key)
      return file
    },
    deleteQueued: async (imageIds: readonly number[]) => void (await remove(imageIds)),
    purgePending: async () => {
      await removeAbandonedUploads(inbox)
      for (let isMore = true; isMore; ) {
        const ids = await findAbandonedImages(db, PURGE_BATCH)
        // During a backup nothing is removed, which ends the loop.
        isMore = (await remove(ids)) > 0 && ids.length === PURGE_BATCH
      }
    },
    releaseUnused: () => unclaimUnusedImages(db),
    /** @throws {StartError} when the store of `IMAGES_URL` cannot be used */
    check: () => files.check(),
    close: async () => {
      files.close()
      await processes.close()
    },
  }
}

export function imageFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'images')
}

export function openImageStore(config: Pick<Config, 'dataDir' | 'objectStore'>): ImageStore {
  const folder = new FolderStore(imageFolder(config))
  return config.objectStore === null ? folder : withFallbackStore(new ObjectStore(config.objectStore), folder)
}
