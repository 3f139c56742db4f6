import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { UPLOAD_URL } from '#rules/paths.ts'
import { colorAt, isNear, photo, RED, twoColourPicture } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration, watchAssets } from './scripts.ts'

/** 50 megapixels in 12 MB, lying on its side with orientation 6; upright, its upper half is red. */
async function largePhoto(): Promise<Buffer> {
  const pixels = await twoColourPicture(8160, 6120).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  // Comments make it as large as a photo of that size, and cost no time.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd, 'x')])
  const comments = Array.from({ length: 190 }, () => comment)
  return Buffer.concat([pixels.subarray(0, 2), ...comments, pixels.subarray(2)])
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('을지로 손칼국수')
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })

const uploaded = (page: Page) => page.getByAltText(/^사진 1\/\d+$/)

async function bytesOf(page: Page): Promise<Buffer> {
  const address = await uploaded(page).getAttribute('src')
  return (await page.request.get(address ?? '')).body()
}

/** Records the file that the page sends; the browser does not show tests the content of such a body. */
async function watchSentFile(page: Page): Promise<() => Promise<{ name: string; size: number } | null>> {
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get('file') : null
      if (file instanceof File) Object.assign(window, { sentFile: { name: file.name, size: file.size } })
      return send.call(this, body)
    }
  })
  return () => page.evaluate(() => (window as { sentFile?: { name: string; size: number } }).sentFile ?? null)
}

/** Drops a file on the page as the system does. */
async function dropFile(page: Page, file: string, { x, y }: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  }
}

test('a photo of 50 megapixels and 12 MB is shrunk in the browser, rotated upright, and stored; a phone mentions no dragging', {
  tag: ['@narrow', '@long'],
}, async ({ page, signIn }) => {
  await signIn()
  const sentFile = await watchSentFile(page)
  await openForm(page)
  await expect(page.getByText('사진을 올려 주세요')).toBeVisible()
  await expect(page.getByText('사진을 끌어다 놓거나 붙여 넣어 주세요')).toBeHidden()
  const picture = await largePhoto()
  expect(picture.length).toBeGreaterThan(12_000_000)
  await choose(page, 'IMG_0001.JPG', picture)
  await expect(uploaded(page)).toBeVisible()
  expect((await sentFile())?.size).toBeLessThan(2_000_000)
  const stored = await bytesOf(page)
  expect(await sharp(stored).metadata()).toMatchObject({ width: 1536, height: 2048 })
  expect(isNear(await colorAt(stored, 768, 100), RED)).toBe(true)
})

test('home loads nothing of the upload; a small photo that is dropped on the form is sent as it is, one dropped elsewhere does not leave the page', {
  tag: ['@wide', '@long'],
}, async ({ page, signIn }) => {
  await signIn()
  const sentFile = await watchSentFile(page)
  const assets = watchAssets(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  // The name of a field that is sent with a picture.
  expect(await assets.having('upload_preset')).toEqual([])
  await openForm(page)
  expect(await assets.having('upload_preset')).toHaveLength(1)
  await expect(page.getByText('사진을 끌어다 놓거나 붙여 넣어 주세요')).toBeVisible()
  await expect(page.getByText('사진을 올려 주세요')).toBeHidden()

  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-drop-'))
  const file = path.join(folder, 'dropped.jpg')
  const picture = await photo(800, 600)
  await writeFile(file, picture)
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().endsWith(UPLOAD_URL)) uploads++
  })
  await dropFile(page, file, { x: 1240, y: 700 })
  await dropFile(page, file, { x: 400, y: 20 })
  const title = (await page.getByLabel('상호명').boundingBox()) ?? { x: 0, y: 0 }
  await dropFile(page, file, { x: title.x + 20, y: title.y + 10 })
  await expect(uploaded(page)).toBeVisible()
  expect(await sentFile()).toEqual({ name: 'dropped.jpg', size: picture.length })
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('을지로 손칼국수')
  expect(uploads).toBe(1)
  await rm(folder, { recursive: true })
})
