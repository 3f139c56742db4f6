/** Limits and URLs of pictures. */
export const imageLimits = {
  /** Largest upload, in bytes. */
  bytes: 10 * 1024 * 1024,
  /** Most pixels of an uploaded picture; our page shrinks larger ones before the upload. */
  pixels: 40_000_000,
  /** Most bytes that a decoder may have to keep of one picture: 40 megapixels of a progressive JPEG in three channels. */
  bytesAtOnce: 40_000_000 * 3 * 2,
  /** Longest side of an uploaded picture, in pixels: enough for the widest panoramas of today's phones. */
  uploadSide: 16_384,
  /** Longer side divided by the shorter one: panoramas reach 9, long screenshots 16. */
  ratio: 16,
  /** Largest file that our page opens in order to shrink it, in bytes: enough for photos of 50 megapixels. */
  sourceBytes: 50 * 1024 * 1024,
  /** Longest side of the largest stored version, in pixels. */
  side: 2048,
} as const

/** Why a picture of this size is refused before decoding, or null: too many pixels, or too long and narrow. */
export function sizeFault(width: number, height: number): 'large' | 'narrow' | null {
  const [short, long] = width < height ? [width, height] : [height, width]
  if (long > short * imageLimits.ratio) return 'narrow'
  return long > imageLimits.uploadSide || width * height > imageLimits.pixels ? 'large' : null
}

/** Widths of the stored WebP variants, in pixels. */
export const VARIANT_WIDTHS = [320, 640, 1280] as const

/** A WebP variant: by its width, or as wide as the largest version. */
export type Variant = (typeof VARIANT_WIDTHS)[number] | 'full'
export const VARIANTS: readonly Variant[] = [...VARIANT_WIDTHS, 'full']

/** A variant of a picture, and its width in pixels. */
type SizedVariant = { variant: Variant; width: number }

/**
 * The variants of a picture `fullWidth` pixels wide, the narrowest first: always the smallest; the others never upscaled;
 * one in full width, unless another has it.
 */
export function variantsOf(fullWidth: number): SizedVariant[] {
  const scaled = VARIANT_WIDTHS.filter((width, index) => index === 0 || width <= fullWidth)
  const sized: SizedVariant[] = scaled.map((variant) => ({ variant, width: Math.min(variant, fullWidth) }))
  return sized.some(({ width }) => width === fullWidth) ? sized : [...sized, { variant: 'full', width: fullWidth }]
}

/** Value of the file input's `accept`. Some file dialogs distinguish case. */
export const IMAGE_ACCEPT = '.jpg,.png,.jpeg,.JPG,.PNG,.JPEG'

/** Whether the file's name ends in jpg, jpeg or png, in either case. */
export function hasImageName(name: string): boolean {
  return /\.(?:jpe?g|png)$/i.test(name)
}

/** Added to `accept` where the browser decodes HEIC; elsewhere iOS converts to JPEG by itself. */
export const HEIC_ACCEPT = '.heic,.heif,.HEIC,.HEIF'

/** Whether the file name is that of a HEIC photo, which only some browsers can decode. */
export function hasHeicName(name: string): boolean {
  return /\.hei[cf]$/i.test(name)
}

/** A key: 128 random bits. */
const KEY = '[A-Za-z0-9_-]{22}'
const FULL_NAME = /* @__PURE__ */ new RegExp(`^(${KEY})\\.jpg$`)
const FILE_NAME = /* @__PURE__ */ new RegExp(`^(${KEY})(?:\\.jpg|_(?:${VARIANTS.join('|')})\\.webp)$`)
const OWN_IMAGE = /* @__PURE__ */ new RegExp(`^(.*/images/${KEY})\\.jpg$`)

/** Name of the largest version's file: '{key}.jpg'. */
export function fullName(key: string): string {
  return `${key}.jpg`
}

/** Name of a variant's file: '{key}_320.webp' or '{key}_full.webp'. */
export function variantName(key: string, variant: Variant): string {
  return `${key}_${variant}.webp`
}

/** The key in the name of a largest version's file; null for any other name. */
export function keyOfFullName(name: string): string | null {
  return FULL_NAME.exec(name)?.[1] ?? null
}

/** The key in the name of any of our pictures' files; null for any other name. */
export function keyOfFileName(name: string): string | null {
  return FILE_NAME.exec(name)?.[1] ?? null
}

/** URL of the WebP variant of one of our pictures; null for a picture on another host. */
export function variantUrl(url: string, variant: Variant): string | null {
  const match = OWN_IMAGE.exec(url)
  return match?.[1] ? variantName(match[1], variant) : null
}

/** The widest file that a card needs, in pixels: 356 px on a screen with three pixels for each. */
const CARD_WIDTH = 1280

/**
 * `srcset` of one of our pictures whose full version is `fullWidth` pixels wide; undefined for others.
 *
 * @param large for more than a card: also the variants wider than `CARD_WIDTH`
 */
export function imageSrcSet(url: string, fullWidth: number, large = false): string | undefined {
  const shown = variantsOf(fullWidth).filter(({ width }) => large || width <= CARD_WIDTH)
  const candidates = shown.map(({ variant, width }) => [variantUrl(url, variant), width] as const)
  if (candidates.some(([variant]) => variant === null)) return undefined
  return candidates.map(([variant, width]) => `${variant} ${width}w`).join(', ')
}
