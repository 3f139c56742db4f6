import sharp from 'sharp'
import { expect, test } from 'vitest'
import { colorAt, isNear } from '#tests/image-fixtures.ts'
import { drawShareImage } from './share-image.ts'

test('of a collection four photos are shown, each in its quarter of the right half', async () => {
  const colours = ['#f00', '#0f0', '#00f', '#fff']
  const photos = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 80, height: 80, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const draw = (count: number) =>
    drawShareImage({
      title: '성수',
      place: '',
      note: '',
      siteName: '맛나눔',
      photos: photos.slice(0, count),
      tiles: [],
    })
  const middles = [
    [750, 157],
    [1050, 157],
    [750, 472],
    [1050, 472],
  ] as const
  const names = ['red', 'green', 'blue', 'white']
  const pure = [
    { r: 254, g: 0, b: 0 },
    { r: 0, g: 255, b: 1 },
    { r: 0, g: 0, b: 254 },
    { r: 255, g: 255, b: 255 },
  ]
  const seen = async (count: number) => {
    const picture = await draw(count)
    const found = await Promise.all(middles.map(([x, y]) => colorAt(picture, x, y)))
    return found.map((colour) => names[pure.findIndex((one) => isNear(colour, one))])
  }
  expect(await seen(4)).toEqual(names)
  expect(await seen(3)).toEqual(['red', 'red', 'green', 'blue'])
  expect(await seen(2)).toEqual(['red', 'red', 'green', 'green'])
  expect(await seen(1)).toEqual(['red', 'red', 'red', 'red'])
})

test('each tile has its sign, and its name whole and inside of it', async () => {
  const draw = async (...names: string[]) =>
    drawShareImage({
      title: '새 동네',
      place: '',
      note: '',
      siteName: '맛나눔',
      photos: [],
      tiles: names.map((name) => ({ name, kind: 'korean' as const })),
    })
  const square = { left: 600, top: 0, width: 300, height: 315 }
  /** Height of each block of ink in the first tile of four: the sign, and lines of the name. */
  const inkOf = async (picture: Buffer) => {
    const { data, info } = await sharp(picture).extract(square).greyscale().raw().toBuffer({ resolveWithObject: true })
    const dark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 140
    const columns = [...Array(info.width).keys()]
    const rows = [...Array(info.height).keys()].filter((y) => columns.some((x) => dark(x, y)))
    const used = columns.filter((x) => rows.some((y) => dark(x, y)))
    return {
      top: rows[0] ?? 0,
      bottom: rows.at(-1) ?? 0,
      left: used[0] ?? 0,
      right: used.at(-1) ?? 0,
      rows: rows.length,
    }
  }
  const others = ['가', '나', '다']
  const short = await inkOf(await draw('국밥', ...others))
  const long = await inkOf(await draw('할머니손맛 순대국밥전문점', ...others))
  const emoji = await inkOf(await draw('🍜🍜', ...others))
  expect(long.rows).toBeGreaterThan(short.rows + 20)
  for (const ink of [short, long, emoji]) {
    expect(ink.rows).toBeGreaterThan(60)
    expect(ink.top).toBeGreaterThan(20)
    expect(ink.bottom).toBeLessThan(295)
    expect(ink.left).toBeGreaterThan(20)
    expect(ink.right).toBeLessThan(280)
  }
})
