import { failures } from '#rules/errors.ts'
import type { WebpVariant } from '#rules/images.ts'
import { AppError } from '../errors.ts'

/** A picture of a post or collection: one of this site by its id, or one elsewhere by its URL. */
export type ShownImage = { imageId: number; imageUrl: null } | { imageId: null; imageUrl: string }

/** Owner of a pending picture, who alone can claim it: the account that uploaded it, else the browser. */
export type Claimant = { uploader: string | null; accountId: number | null }

export type AddedImage = { key: string; width: number; height: number; bytes: number; createdAt: Date }

/** A picture as it was re-encoded from an upload. */
export type Picture = Readonly<{
  width: number
  height: number
  bytes: number
  placeholder: string
  variants: readonly WebpVariant[]
}>

/** Names of the files in the folder of one upload. */
export const workFileNames = {
  upload: 'upload',
  full: 'full.jpg',
  variant: (variant: WebpVariant) => `${variant}.webp`,
} as const

/** 'heavy': too much CPU time, memory, pixels or bytes. 'slow': the machine was busy, and the file may be fine. */
export type UploadRefusal = 'type' | 'damaged' | 'heavy' | 'narrow' | 'slow'

/** Answer of the image process. */
export type TransformOutcome =
  | { ok: true; picture: Picture }
  | { ok: false; refusal: UploadRefusal }
  | { ok: false; refusal: null; failure: string }

/** Job of an image process: the folder of the upload, and the limits of its work. */
export type ImageJob = { folder: string; memoryLimit: number; cpuLimit: number }

/** Signal by which an image process ends itself when a picture needs too much memory or CPU time. */
export const HEAVY_SIGNAL = 'SIGALRM'

export const UPLOAD_RETRY_SECONDS = 5

const refusalMessages = { type: failures.imageType, damaged: failures.imageUpload, narrow: failures.imageShape }

export function refusalError(refusal: UploadRefusal): AppError {
  if (refusal === 'heavy') return new AppError('TOO_LARGE')
  if (refusal === 'slow') return new AppError('UNAVAILABLE', { retryAfter: UPLOAD_RETRY_SECONDS })
  return new AppError('BAD_USER_INPUT', { message: refusalMessages[refusal] })
}

export function uploadFailedError(cause: unknown): AppError {
  const error = new AppError('INTERNAL', { message: failures.imageUpload })
  error.cause = cause
  return error
}

export type ImageInfoRow = {
  image_width: number | null
  image_height: number | null
  image_placeholder: string | null
}

/** Size and placeholder of a picture for the API; null for one on another site. */
export function imageInfo({ image_width: width, image_height: height, image_placeholder: placeholder }: ImageInfoRow) {
  return width === null || height === null || placeholder === null ? null : { width, height, placeholder }
}
