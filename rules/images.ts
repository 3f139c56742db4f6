/** Sizes in bytes, sides in pixels. */
export const imageLimits = {
  /** Largest upload. */
  bytes: 10 * 1024 * 1024,
  /** Of an upload; our page shrinks larger pictures before. */
  pixels: 40_000_000,
  /** What a decoder may have to keep of one picture: 40 megapixels of a progressive JPEG in three channels. */
  bytesAtOnce: 40_000_000 * 3 * 2,
  /** Of an upload: enough for the widest panoramas of today's phones. */
  uploadSide: 16_384,
  /** Longer side divided by the shorter one: panoramas reach 9, long screenshots 16. */
  ratio: 16,
  /** Largest file that our page opens in order to shrink it: enough for photos of 50 megapixels. */
  sourceBytes: 50 * 1024 * 1024,
  /** Of the largest stored version. */
  side: 2048,
} as const

/** Why a picture of this size is refused before decoding: too many pixels, or too long and narrow. */
export function sizeFault(width: number, height: number): 'large' | 'narrow' | null {
  const [short, long] = width < height ? [width, height] : [height, width]
  if (long > short * imageLimits.ratio) return 'narrow'
  return long > imageLimits.uploadSide || width * height > imageLimits.pixels ? 'large' : null
}

/** Of the stored WebP files, in pixels. */
export const VARIANT_WIDTHS = [320, 640, 1280] as const

/** By its width, or as wide as the largest version. */
export type Variant = (typeof VARIANT_WIDTHS)[number] | 'full'
export const VARIANTS: readonly Variant[] = [...VARIANT_WIDTHS, 'full']

type SizedVariant = { variant: Variant; width: number }

/** The WebP files of a picture, the narrowest first: always the smallest, none upscaled, one in full width. */
export function variantsOf(fullWidth: number): SizedVariant[] {
  const scaled = VARIANT_WIDTHS.filter((width, index) => index === 0 || width <= fullWidth)
  const sized: SizedVariant[] = scaled.map((variant) => ({ variant, width: Math.min(variant, fullWidth) }))
  return sized.some(({ width }) => width === fullWidth) ? sized : [...sized, { variant: 'full', width: fullWidth }]
}

/** Some file dialogs distinguish case. */
export const IMAGE_ACCEPT = '.jpg,.png,.jpeg,.JPG,.PNG,.JPEG'

export function hasImageName(name: string): boolean {
  return /\.(?:jpe?g|png)$/i.test(name)
}

/** Added to `accept` where the browser decodes HEIC; elsewhere iOS converts to JPEG by itself. */
export const HEIC_ACCEPT = '.heic,.heif,.HEIC,.HEIF'

export function hasHeicName(name: string): boolean {
  return /\.hei[cf]$/i.test(name)
}

/** 128 random bits. */
const KEY = '[A-Za-z0-9_-]{22}'
const FULL_NAME = /* @__PURE__ */ new RegExp(`^(${KEY})\\.jpg$`)
const FILE_NAME = /* @__PURE__ */ new RegExp(`^(${KEY})(?:\\.jpg|_(?:${VARIANTS.join('|')})\\.webp)$`)
const OWN_IMAGE = /* @__PURE__ */ new RegExp(`^(.*/images/${KEY})\\.jpg$`)

/** '{key}.jpg'. */
export function fullName(key: string): string {
  return `${key}.jpg`
}

/** '{key}_320.webp' or '{key}_full.webp'. */
export function variantName(key: string, variant: Variant): string {
  return `${key}_${variant}.webp`
}

/** Of all files that a picture may have. */
export function fileNames(key: string): string[] {
  return [fullName(key), ...VARIANTS.map((variant) => variantName(key, variant))]
}

/** Null for any other name. */
export function keyOfFullName(name: string): string | null {
  return FULL_NAME.exec(name)?.[1] ?? null
}

/** Null for any other name. */
export function keyOfFileName(name: string): string | null {
  return FILE_NAME.exec(name)?.[1] ?? null
}

/** Null for a picture on another host. */
export function variantUrl(url: string, variant: Variant): string | null {
  const match = OWN_IMAGE.exec(url)
  return match?.[1] ? variantName(match[1], variant) : null
}

/** The widest file that a card needs: 356 px on a screen with three pixels for each. */
const CARD_WIDTH = 1280

/**
 * `srcset` of one of our pictures; undefined for others.
 * @param large for more than a card: also the files wider than `CARD_WIDTH`
 */
export function imageSrcSet(url: string, fullWidth: number, large = false): string | undefined {
  const shown = variantsOf(fullWidth).filter(({ width }) => large || width <= CARD_WIDTH)
  const candidates = shown.map(({ variant, width }) => [variantUrl(url, variant), width] as const)
  if (candidates.some(([variant]) => variant === null)) return undefined
  return candidates.map(([variant, width]) => `${variant} ${width}w`).join(', ')
}
