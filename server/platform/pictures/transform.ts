import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type WebpVariant, webpVariantsOf } from '#rules/images.ts'
import { imageLimits, pictureSizeFault } from '#rules/uploads.ts'
import { type Picture, type TransformOutcome, type UploadRefusal, workFileNames } from './picture.ts'

// Qualities chosen by measurement. Low ones are for uploads in a low quality: more bytes would only store their faults.
const FULL_QUALITIES = [82, 72, 62, 52, 42] as const
const VARIANT = { quality: 75, effort: 4 } as const
const PLACEHOLDER = { quality: 30, effort: 6, smartSubsample: true } as const
const PLACEHOLDER_SIDE = 16
const MOST_GROWTH = 1.1
const SMALL = 100_000

/** Allows only the two decoders that we need, whatever a file claims to be. */
export function restrictDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Writes upright, opaque sRGB files without metadata. @throws when a file cannot be written */
export async function transformUpload(folder: string): Promise<TransformOutcome> {
  const input = path.join(folder, workFileNames.upload)
  const refusal = await inspect(input)
  if (refusal) return { ok: false, refusal }
  const pixels = await decode(input)
  if (!pixels) return { ok: false, refusal: 'damaged' }
  return { ok: true, picture: await write(folder, pixels, await fullLimit(input)) }
}

/**
 * Most bytes of the full JPEG: a little more than an uploaded JPEG. A PNG sets no limit, because it may be a small
 * drawing.
 */
async function fullLimit(input: string): Promise<number> {
  const [{ format }, { size }] = await Promise.all([sharp(input).metadata(), stat(input)])
  return format === 'jpeg' ? Math.max(size * MOST_GROWTH, SMALL) : Number.POSITIVE_INFINITY
}

async function inspect(input: string): Promise<UploadRefusal | null> {
  try {
    const header = await sharp(input, { limitInputPixels: false }).metadata()
    const fault = pictureSizeFault(header.width, header.height)
    if (fault === 'narrow') return fault
    return fault === 'large' || bytesAtOnce(header) > imageLimits.bytesAtOnce ? 'heavy' : null
  } catch {
    return 'damaged'
  }
}

// Bytes that the decoder holds until the end of the file: all samples of an interlaced PNG, all two-byte coefficients
// of a JPEG with several scans. Other files are decoded by row.
function bytesAtOnce({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  if (!isProgressive) return 0
  const bytesPerSample = format === 'jpeg' || depth !== 'uchar' ? 2 : 1
  return width * height * channels * bytesPerSample
}

type Pixels = { width: number; height: number; open: () => Sharp }

// Decodes once, at the largest version's size; null for damaged data. Warnings are ignored, because real phones cause
// them. `limitInputPixels` backs up the check of `inspect`.
async function decode(input: string): Promise<Pixels | null> {
  const source = sharp(input, { failOn: 'error', limitInputPixels: imageLimits.pixels, autoOrient: true })
  const fitted = source
    .resize({ width: imageLimits.side, height: imageLimits.side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
  try {
    const { data, info } = await fitted.toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return { width, height, open: () => sharp(data, { raw: { width, height, channels } }) }
  } catch {
    return null
  }
}

async function write(folder: string, { width, height, open }: Pixels, limit: number): Promise<Picture> {
  const full = await encodeFull(open, limit)
  await writeFile(path.join(folder, workFileNames.full), full)
  const variants: WebpVariant[] = []
  for (const { variant, width: variantWidth } of webpVariantsOf(width)) {
    const webp = await open().resize({ width: variantWidth }).webp(VARIANT).toBuffer()
    // The JPEG replaces a WebP that would be larger (`Images.open`).
    if (webp.length >= full.length) continue
    await writeFile(path.join(folder, workFileNames.variant(variant)), webp)
    variants.push(variant)
  }
  return { width, height, bytes: full.length, placeholder: await placeholder(open()), variants }
}

async function encodeFull(
  open: Pixels['open'],
  limit: number,
  [quality, ...lower]: readonly [number, ...number[]] = FULL_QUALITIES,
): Promise<Buffer> {
  const jpeg = await open().jpeg({ quality, mozjpeg: true }).toBuffer()
  const [next, ...rest] = lower
  return next === undefined || jpeg.length <= limit ? jpeg : encodeFull(open, limit, [next, ...rest])
}

async function placeholder(pixels: Sharp): Promise<string> {
  const small = pixels.resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' })
  return `data:image/webp;base64,${(await small.webp(PLACEHOLDER).toBuffer()).toString('base64')}`
}
