import sharp from 'sharp'

type Color = { r: number; g: number; b: number }

export const RED: Color = { r: 220, g: 30, b: 30 }
export const BLUE: Color = { r: 30, g: 30, b: 220 }

/** A picture whose left half is red and whose right half is blue, so that its orientation can be seen. */
export function halves(width: number, height: number) {
  const right = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: BLUE } }
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: Math.ceil(width / 2), top: 0 },
  ])
}

/** What a phone held upright writes: 40 by 20 pixels lying on their side, orientation 6, a maker and a place. */
export function phonePhoto(): Promise<Buffer> {
  return halves(40, 20)
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
  return halves(64, 48).jpeg().toBuffer()
}

/** The colour of one pixel of an encoded picture. */
export async function colorAt(picture: Uint8Array, x: number, y: number): Promise<Color> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return { r: data[at] ?? 0, g: data[at + 1] ?? 0, b: data[at + 2] ?? 0 }
}

/** Whether two colours are alike to the eye. */
export function isNear(one: Color, other: Color): boolean {
  return Math.abs(one.r - other.r) + Math.abs(one.g - other.g) + Math.abs(one.b - other.b) < 60
}
