/** Sizes in bytes, sides in pixels. */
export const imageLimits = {
  /** Largest upload. */
  bytes: 10 * 1024 * 1024,
  /** Most pixels of an upload; our page shrinks larger pictures before. */
  pixels: 40_000_000,
  /** Memory that a decoder may need for one picture: 40 megapixels of a progressive JPEG in three channels. */
  bytesAtOnce: 40_000_000 * 3 * 2,
  /** The longest side of an upload: enough for the widest panoramas of today's phones. */
  uploadSide: 16_384,
  /** Longer side divided by the shorter one: panoramas reach 9, long screenshots 16. */
  ratio: 16,
  /** Largest file that our page opens in order to shrink it: enough for photos of 50 megapixels. */
  sourceBytes: 50 * 1024 * 1024,
  /** The longest side of the largest stored version. */
  side: 2048,
} as const

/** Why a picture of this size is refused before decoding: too many pixels, or too long and narrow. */
export function pictureSizeFault(width: number, height: number): 'large' | 'narrow' | null {
  const [short, long] = width < height ? [width, height] : [height, width]
  if (long > short * imageLimits.ratio) return 'narrow'
  return long > imageLimits.uploadSide || width * height > imageLimits.pixels ? 'large' : null
}

/** `accept` of an input: endings for file dialogs that know no types and distinguish case, and types for all others. */
export const IMAGE_ACCEPT = '.jpg,.png,.jpeg,.JPG,.PNG,.JPEG,image/jpeg,image/png'

/** Added to `accept` where the browser decodes HEIC; elsewhere iOS converts to JPEG by itself. */
export const HEIC_ACCEPT = '.heic,.heif,.HEIC,.HEIF'

/** Bytes at the start of a file that are enough to detect its type. */
export const IMAGE_HEAD_BYTES = 12

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]
/** Brands of ISO/IEC 23008-12, of pictures and of series of them. */
const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** The type of a picture by its first bytes; null for a file that cannot be uploaded. */
export function imageTypeOf(head: Uint8Array): 'jpeg' | 'png' | 'heic' | null {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)
  if (startsWith(JPEG)) return 'jpeg'
  if (startsWith(PNG)) return 'png'
  const text = String.fromCharCode(...head.subarray(4, IMAGE_HEAD_BYTES))
  return text.startsWith('ftyp') && HEIC_BRANDS.includes(text.slice(4)) ? 'heic' : null
}

/** Shown in a form that was left before its photos were uploaded. */
export function failedUploadsMessage(count: number): string {
  return `사진 ${count}장을 올리지 못했어요. 다시 선택해 주세요.`
}
