import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Color = { r: number; g: number; b: number }

export const RED: Color = { r: 220, g: 30, b: 30 }
export const BLUE: Color = { r: 30, g: 30, b: 220 }

/** A picture with a red left half and a blue right half, so that its orientation is visible. */
export function twoColourPicture(width: number, height: number) {
  const right = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: BLUE } }
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: Math.ceil(width / 2), top: 0 },
  ])
}

/** A photo of an upright phone: 40 by 20 pixels lying on their side, orientation 6, with camera and location. */
export function phonePhoto(): Promise<Buffer> {
  return twoColourPicture(40, 20)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Make: 'Matnanum', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '37/1 33/1 59/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '126/1 58/1 41/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** An ordinary JPEG, with noise so that it compresses like a photograph. */
export function photo(width = 1600, height = 1200): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** A small JPEG. */
export function smallPhoto(): Promise<Buffer> {
  return twoColourPicture(64, 48).jpeg().toBuffer()
}

/** A grey PNG of any size, about a thousand times smaller than its pixels. */
export function emptyPng(width: number, height: number): Buffer {
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([pngHeader(width, height, [8, 0, 0, 0, 0]), pngChunk('IDAT', pixels), pngChunk('IEND')])
}

/** The beginning of a PNG in RGBA (or RGB) whose pixels are missing. */
export function pngStart(width: number, height: number, bits: 8 | 16, channels: 3 | 4, isInterlaced: boolean): Buffer {
  const header = pngHeader(width, height, [bits, channels === 4 ? 6 : 2, 0, 0, isInterlaced ? 1 : 0])
  return Buffer.concat([header, pngChunk('IDAT', deflateSync(Buffer.alloc(9)))])
}

/** The beginning of a progressive JPEG whose pixels are missing: three channels, or four for CMYK. */
export function progressiveJpegStart(width: number, height: number, channels: 3 | 4): Buffer {
  const ids = Array.from({ length: channels }, (_, index) => index + 1)
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, channels])
  const components = Buffer.from(ids.flatMap((id) => [id, 0x11, 0]))
  const scan = Buffer.from([channels, ...ids.flatMap((id) => [id, 0]), 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xc2, 0, 2 + frame.length + components.length]),
    frame,
    components,
    Buffer.from([0xff, 0xda, 0, 2 + scan.length]),
    scan,
  ])
}

/** Signature and IHDR; `format` is bit depth, colour type, compression, filter and interlacing. */
function pngHeader(width: number, height: number, format: readonly number[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(format, 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', header)])
}

function pngChunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The colour of one pixel of an encoded picture. */
export async function colorAt(picture: Uint8Array, x: number, y: number): Promise<Color> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return { r: data[at] ?? 0, g: data[at + 1] ?? 0, b: data[at + 2] ?? 0 }
}

/** Whether two colours look alike. */
export function isNear(one: Color, other: Color): boolean {
  return Math.abs(one.r - other.r) + Math.abs(one.g - other.g) + Math.abs(one.b - other.b) < 60
}
