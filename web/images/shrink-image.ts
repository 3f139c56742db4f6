import { imageLimits } from '#rules/uploads.ts'

/** A larger file is encoded again even if its sides are short enough: a PNG of a photo, or an unusually large JPEG. */
const MAX_UNCHANGED_BYTES = 2 * 1024 * 1024
const QUALITY = 0.9

export type ShrinkJob = { file: Blob; mustBeJpeg: boolean }

/** Displayed size in pixels, and a smaller JPEG, null if the file can be uploaded unchanged. */
export type ShrunkImage = { width: number; height: number; jpeg: Blob | null }

/**
 * Makes an upright JPEG of a picture that has too many pixels or bytes, or that must become one; `jpeg` is null for others.
 * @throws when it cannot be decoded
 */
export async function shrinkImage({ file, mustBeJpeg }: ShrinkJob): Promise<ShrunkImage> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { width, height } = bitmap
    const scale = Math.min(1, imageLimits.side / Math.max(width, height))
    const isFine = scale === 1 && file.size <= MAX_UNCHANGED_BYTES && !mustBeJpeg
    return { width, height, jpeg: isFine ? null : await draw(bitmap, scale) }
  } finally {
    bitmap.close()
  }
}

async function draw(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
