import sharp from 'sharp'
import { expect, test } from 'vitest'
import { errorMessages, failures } from '#rules/errors.ts'
import { imageSrcSet } from '#rules/images.ts'
import { imageLimits } from '#rules/uploads.ts'
import {
  BLUE,
  colorAt,
  emptyPng,
  isNear,
  phonePhoto,
  photo,
  pngStart,
  progressiveJpegStart,
  RED,
  twoColourPicture,
} from '#tests/image-fixtures.ts'
import { openImageSite, uploadPicture } from '#tests/image-site.ts'

const { site } = await openImageSite()

test.each([
  [200, 150],
  [640, 100],
  [1300, 900],
  [3000, 2000],
])('every file in the srcset of a %i by %i picture exists and has that width', async (width, height) => {
  const browser = site.browser()
  const { answer } = await uploadPicture(browser, await twoColourPicture(width, height).png().toBuffer())
  for (const candidate of imageSrcSet(answer.url, answer.width, true)?.split(', ') ?? []) {
    const [url = '', descriptor] = candidate.split(' ')
    const file = await browser.send('GET', new URL(url).pathname)
    expect(file.status).toBe(200)
    const info = await sharp(file.bytes).metadata()
    expect(info.format).toBe('webp')
    expect(`${info.width}w`).toBe(descriptor)
  }
  expect(answer.width).toBe(Math.min(width, imageLimits.side))
})

test('a phone photo is rotated upright and loses its EXIF location and camera', async () => {
  const original = await phonePhoto()
  expect((await sharp(original).metadata()).exif?.length).toBeGreaterThan(100)
  const browser = site.browser()
  const { answer } = await uploadPicture(browser, original)
  expect([answer.width, answer.height]).toEqual([20, 40])
  for (const suffix of ['.jpg', '_320.webp']) {
    const { bytes } = await browser.send('GET', `/images/${answer.public_id}${suffix}`)
    const { exif, orientation, icc, xmp } = await sharp(bytes).metadata()
    expect([exif, orientation ?? 1, icc, xmp]).toEqual([undefined, 1, undefined, undefined])
    expect(bytes.includes('Matnanum')).toBe(false)
    expect(isNear(await colorAt(bytes, 10, 5), RED)).toBe(true)
    expect(isNear(await colorAt(bytes, 10, 35), BLUE)).toBe(true)
  }
})

test('data after the end of a PNG is removed, and transparency becomes white', async () => {
  const clear = await sharp({
    create: { width: 50, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const browser = site.browser()
  const { reply, answer } = await uploadPicture(
    browser,
    Buffer.concat([clear, Buffer.from('<html><script>alert(1)</script>')]),
  )
  expect(reply.status).toBe(200)
  const { bytes } = await browser.send('GET', `/images/${answer.public_id}.jpg`)
  expect(bytes.includes('<script>')).toBe(false)
  expect(await colorAt(bytes, 20, 20)).toEqual({ r: 255, g: 255, b: 255 })
})

test.each([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['three bytes', Buffer.from([0xff, 0xd8, 0xff])],
])('%s named .png is refused', async (_name, content) => {
  const before = await site.state()
  const { reply, answer } = await uploadPicture(site.browser(), content, { filename: 'picture.png' })
  expect(reply.status).toBe(400)
  expect(answer.error?.message).toBe(failures.imageType)
  expect(answer.errors).toEqual([{ message: failures.imageType, extensions: { code: 'BAD_USER_INPUT' } }])
  expect(await site.state()).toEqual(before)
})

test.each(['tiff', 'gif', 'webp', 'avif'] as const)('a real %s is refused whatever its name', async (format) => {
  const content = await twoColourPicture(64, 48).toFormat(format).toBuffer()
  const { reply, answer } = await uploadPicture(site.browser(), content, { filename: 'picture.jpg' })
  expect([reply.status, answer.error?.message]).toEqual([400, failures.imageType])
})

test('a truncated JPEG is refused and leaves nothing', async () => {
  const before = await site.state()
  const { reply, answer } = await uploadPicture(site.browser(), (await photo()).subarray(0, 20_000))
  expect([reply.status, answer.error?.message]).toEqual([400, failures.imageUpload])
  expect(await site.state()).toEqual(before)
})

test('a bomb of 289 million pixels is refused by its header, before anything is decoded', async () => {
  const bomb = emptyPng(17_000, 17_000)
  expect(bomb.length).toBeLessThan(1_000_000)
  const before = await site.state()
  const { reply, answer } = await uploadPicture(site.browser(), bomb)
  // A decoder would refuse it as damaged.
  expect(reply.status).toBe(413)
  expect(answer.errors?.[0]).toEqual({ message: errorMessages.TOO_LARGE, extensions: { code: 'TOO_LARGE' } })
  expect(await site.state()).toEqual(before)
}, 30_000)

test.each([
  ['16-bit RGBA PNG, interlaced', 413, pngStart(6300, 6300, 16, 4, true)],
  ['16-bit RGBA PNG', 400, pngStart(6300, 6300, 16, 4, false)],
  ['16-bit RGB PNG, interlaced', 400, pngStart(6300, 6300, 16, 3, true)],
  ['8-bit RGBA PNG, interlaced', 400, pngStart(6300, 6300, 8, 4, true)],
  ['progressive CMYK JPEG', 413, progressiveJpegStart(7300, 5475, 4)],
  ['progressive RGB JPEG', 400, progressiveJpegStart(7300, 5475, 3)],
])('of 40 megapixels a %s, without its pixels, gets %i', async (_name, status, start) => {
  const before = await site.state()
  const { reply, answer } = await uploadPicture(site.browser(), start)
  // A picture needing too much memory is refused by its header; others are decoded and found damaged.
  const message = status === 413 ? errorMessages.TOO_LARGE : failures.imageUpload
  expect([reply.status, answer.error?.message]).toEqual([status, message])
  expect(await site.state()).toEqual(before)
})

test('pictures of one column or row are refused by their header and delay nobody', async () => {
  const before = await site.state()
  const [tall, wide] = [emptyPng(1, 39_999_999), emptyPng(39_999_999, 1)]
  const bad = Array.from({ length: 10 }, async (_, index) => {
    const browser = site.browser()
    browser.localAddress = `127.0.0.${2 + (index % 3)}`
    return uploadPicture(browser, index % 2 === 0 ? tall : wide)
  })
  const good = await uploadPicture(site.browser(), await photo(600, 400))
  expect([good.reply.status, good.answer.width]).toEqual([200, 600])
  for (const { reply, answer } of await Promise.all(bad)) {
    expect([reply.status, answer.error?.message]).toEqual([400, failures.imageShape])
  }
  expect((await site.state()).rows).toBe(before.rows + 1)
})

test.each([
  ['panorama of a phone', 16_000, 1800, 200],
  ['long screenshot', 1080, 16_384, 200],
  ['side of 16,385 pixels', 16_385, 2000, 413],
  ['ratio of 17 to 1', 1700, 100, 400],
])('a %s, %i by %i, is answered with %s', async (_name, width, height, status) => {
  const { reply } = await uploadPicture(site.browser(), emptyPng(width, height))
  expect(reply.status).toBe(status)
})
