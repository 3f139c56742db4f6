/** Widths of the stored WebP files, in pixels. */
export const WEBP_WIDTHS = [320, 640, 1280] as const

/** A stored WebP file of a picture, named by its width; `full` is the largest. */
export type WebpVariant = (typeof WEBP_WIDTHS)[number] | 'full'
export const WEBP_VARIANTS: readonly WebpVariant[] = [...WEBP_WIDTHS, 'full']

type SizedVariant = { variant: WebpVariant; width: number }

/** The WebP files of a picture, the narrowest first: always the smallest, none upscaled, one in full width. */
export function webpVariantsOf(fullWidth: number): SizedVariant[] {
  const scaled = WEBP_WIDTHS.filter((width, index) => index === 0 || width <= fullWidth)
  const sized: SizedVariant[] = scaled.map((variant) => ({ variant, width: Math.min(variant, fullWidth) }))
  return sized.some(({ width }) => width === fullWidth) ? sized : [...sized, { variant: 'full', width: fullWidth }]
}

/** Pattern of a picture's key: 128 random bits in base64url. */
const KEY = '[A-Za-z0-9_-]{22}'
const FULL_NAME = /* @__PURE__ */ new RegExp(`^(${KEY})\\.jpg$`)
const FILE_NAME = /* @__PURE__ */ new RegExp(`^(${KEY})(?:\\.jpg|_(?:${WEBP_VARIANTS.join('|')})\\.webp)$`)
const OWN_IMAGE = /* @__PURE__ */ new RegExp(`^(.*/images/${KEY})\\.jpg$`)

/** Name of the JPEG file in full size: '{key}.jpg'. */
export function jpegFileName(key: string): string {
  return `${key}.jpg`
}

/** Name of a WebP file: '{key}_320.webp' or '{key}_full.webp'. */
export function webpFileName(key: string, variant: WebpVariant): string {
  return `${key}_${variant}.webp`
}

/** Names of all files that a picture may have. */
export function pictureFileNames(key: string): string[] {
  return [jpegFileName(key), ...WEBP_VARIANTS.map((variant) => webpFileName(key, variant))]
}

/** Key of a picture by the name of its JPEG file; null for any other name. */
export function keyOfJpegName(name: string): string | null {
  return FULL_NAME.exec(name)?.[1] ?? null
}

/** Key of a picture by the name of its JPEG or of one of its WebP files; null for any other name. */
export function keyOfPictureFileName(name: string): string | null {
  return FILE_NAME.exec(name)?.[1] ?? null
}

/** URL of a WebP file, by the URL of the picture's JPEG; null for a picture on another host. */
export function webpUrl(url: string, variant: WebpVariant): string | null {
  const match = OWN_IMAGE.exec(url)
  return match?.[1] ? webpFileName(match[1], variant) : null
}

/** The widest file that a card needs: 356 px on a screen with three pixels for each. */
const CARD_WIDTH = 1280

/**
 * `srcset` of one of our pictures; undefined for others.
 * @param large for more than a card: also the files wider than `CARD_WIDTH`
 */
export function imageSrcSet(url: string, fullWidth: number, large = false): string | undefined {
  const shown = webpVariantsOf(fullWidth).filter(({ width }) => large || width <= CARD_WIDTH)
  const candidates = shown.map(({ variant, width }) => [webpUrl(url, variant), width] as const)
  if (candidates.some(([variant]) => variant === null)) return undefined
  return candidates.map(([variant, width]) => `${variant} ${width}w`).join(', ')
}
