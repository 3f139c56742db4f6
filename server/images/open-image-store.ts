import path from 'node:path'
import type { Config } from '../config.ts'
import { FolderStore } from './folder-store.ts'
import { ObjectStore } from './object-store.ts'
import { type ImageStore, withFormer } from './store.ts'

/** The same for every instance of the site. */
export function imageFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'images')
}

/** The store of `IMAGES_URL`, with what has not been moved there yet, or else the folder. */
export function openImageStore(config: Pick<Config, 'dataDir' | 'objectStore'>): ImageStore {
  const folder = new FolderStore(imageFolder(config))
  return config.objectStore === null ? folder : withFormer(new ObjectStore(config.objectStore), folder)
}
