import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { photo } from '#tests/image-fixtures.ts'
import { workFileNames } from './picture.ts'
import { transformUpload } from './transform.ts'

async function stored(upload: Buffer): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-transform-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, workFileNames.upload), upload)
  const outcome = await transformUpload(folder)
  const names = (await readdir(folder)).filter((name) => name !== workFileNames.upload)
  const sizes = await Promise.all(
    names.map(async (name) => [name, (await stat(path.join(folder, name))).size] as const),
  )
  const files = Object.fromEntries(sizes)
  expect(outcome).toMatchObject({ ok: true, picture: { bytes: files[workFileNames.full] } })
  return files
}

async function grainy(width: number, quality: number): Promise<Buffer> {
  return sharp(await photo(width, width * 0.75))
    .jpeg({ quality })
    .toBuffer()
}

const DRAWING =
  '<svg width="1200" height="900"><path d="M0 0L1200 900M1200 0L0 900M600 0V900" stroke="red" stroke-width="3"/>' +
  `${Array.from({ length: 300 }, (_, at) => `<circle cx="${(at * 97) % 1200}" cy="${(at * 61) % 900}" r="30" fill="blue"/>`).join('')}</svg>`

/** In our usual quality, whatever the upload's. */
const inOurQuality = async (upload: Buffer) =>
  (await sharp(upload).flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()).length

test.each([
  [1280, 40],
  [1280, 60],
  [1600, 40],
  [1600, 75],
])('of a JPEG %i pixels wide that was sent in quality %i no version is much larger', async (width, quality) => {
  const upload = await grainy(width, quality)
  const files = await stored(upload)
  const { [workFileNames.full]: full = 0, ...variants } = files
  expect(full).toBeLessThanOrEqual(upload.length * 1.1)
  expect(Math.max(...Object.values(variants))).toBeLessThan(full)
  expect(Object.values(files).reduce((sum, size) => sum + size)).toBeLessThan(upload.length * 2.5)
})

test('a JPEG in a high quality, a small one and a PNG are stored in our quality', async () => {
  // The drawing is larger as JPEG than as PNG.
  const png = await sharp(Buffer.from(DRAWING)).png({ palette: true }).toBuffer()
  const small = await grainy(640, 40)
  for (const upload of [await grainy(1280, 92), small, png]) {
    expect((await stored(upload))[workFileNames.full]).toBe(await inOurQuality(upload))
  }
  expect(await inOurQuality(small)).toBeGreaterThan(small.length * 1.1)
  expect(await inOurQuality(png)).toBeGreaterThan(png.length)
})
