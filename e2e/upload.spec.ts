import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { errorMessages, failures } from '#rules/errors.ts'
import { UPLOAD_URL } from '#rules/paths.ts'
import { postMessages } from '#rules/post.ts'
import { imageLimits } from '#rules/uploads.ts'
import { colorAt, emptyPng, halves, isNear, photo, RED } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration, waitForOverlays, watchAssets } from './scripts.ts'

const FAILED_REQUEST = /net::ERR_|status of \d+/

/** 50 megapixels in 12 MB, lying on its side with orientation 6; upright, its upper half is red. */
async function largePhoto(): Promise<Buffer> {
  const pixels = await halves(8160, 6120).withMetadata({ orientation: 6 }).jpeg().toBuffer()
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
const control = (page: Page) => page.getByRole('group', { name: '사진' })
const alert = (page: Page) => control(page).getByRole('alert')
const retry = (page: Page) => control(page).getByRole('button', { name: '다시 시도' })
const chooseOther = (page: Page) => control(page).getByRole('button', { name: '다른 사진 고르기' })
const overlay = (page: Page) => page.getByRole('dialog', { name: '사진을 올리는 중' })

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

/** Pastes into the element as the keyboard does; returns whether the page handled it. */
function paste(page: Page, selector: string, picture: Buffer, text?: string): Promise<boolean> {
  return page.locator(selector).evaluate(
    (element, { base64, text }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      if (text) data.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      return !element.dispatchEvent(event)
    },
    { base64: picture.toString('base64'), text },
  )
}

test('a photo of 50 megapixels and 12 MB is shrunk in the browser, rotated upright, and stored', {
  tag: '@narrow',
}, async ({ page, signIn }) => {
  await signIn()
  const sentFile = await watchSentFile(page)
  await openForm(page)
  const picture = await largePhoto()
  expect(picture.length).toBeGreaterThan(12_000_000)
  await choose(page, 'IMG_0001.JPG', picture)
  await expect(uploaded(page)).toBeVisible({ timeout: 30_000 })
  expect((await sentFile())?.size).toBeLessThan(2_000_000)
  const stored = await bytesOf(page)
  expect(await sharp(stored).metadata()).toMatchObject({ width: 1536, height: 2048 })
  expect(isNear(await colorAt(stored, 768, 100), RED)).toBe(true)
})

test('a small photo is sent as it is', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn()
  const sentFile = await watchSentFile(page)
  await openForm(page)
  const picture = await photo(800, 600)
  await choose(page, 'small.png', picture)
  await expect(uploaded(page)).toBeVisible()
  expect(await sentFile()).toEqual({ name: 'small.png', size: picture.length })
})

test('a damaged file is refused, another can be chosen, and nothing typed is lost', { tag: '@narrow' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await openForm(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  await choose(page, 'broken.jpg', (await photo()).subarray(0, 5000))
  await expect(alert(page)).toHaveText(failures.imageUpload)
  await expect(retry(page)).toBeHidden()
  const isCovered = () =>
    alert(page).evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return above === null || !element.contains(above)
    })
  await expect.poll(isCovered).toBe(false)
  // A picture that cannot be shown at its address is shown as it was sent.
  await page.route('/images/**', (route) => route.abort())
  const opened = page.waitForEvent('filechooser')
  await chooseOther(page).click()
  await (await opened).setFiles({ name: 'whole.png', mimeType: '', buffer: await photo(300, 200) })
  await expect(uploaded(page)).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => uploaded(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expect(alert(page)).toBeHidden()
  await expect(page.getByLabel('상호명')).toHaveValue('을지로 손칼국수')
  expectErrors(FAILED_REQUEST)
})

test('of several photos those that are refused are named, each with its reason', { tag: '@narrow' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await openForm(page)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('IMG_0004.HEIC', Buffer.from('....ftypheic: this browser cannot open it')),
      file('whole.png', await photo(300, 200)),
      file('broken.jpg', (await photo()).subarray(0, 5000)),
    ])
  const refused = [`IMG_0004.HEIC: ${failures.imageType}`, `broken.jpg: ${failures.imageUpload}`]
  await expect(alert(page)).toHaveText(refused.join('\n'))
  await expect(uploaded(page)).toBeVisible()
  await expect(chooseOther(page)).toBeVisible()
  expectErrors(FAILED_REQUEST)
})

test('without a network the upload says so, and works again afterwards', { tag: '@wide' }, async ({
  page,
  context,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await openForm(page)
  await context.setOffline(true)
  await choose(page, 'IMG_0002.jpg', await largePhoto())
  await expect(alert(page)).toHaveText(failures.offline, { timeout: 30_000 })
  await expect(overlay(page)).toBeHidden()
  await context.setOffline(false)
  await page.getByLabel('상세내용').fill('겉절이가 맛있어요.')
  // The form leads to it, each time.
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: '등록하기' }).click()
    await expect(alert(page)).toHaveText(postMessages.imagesFailed)
    await expect(retry(page)).toBeFocused()
    await expect(retry(page)).toBeInViewport()
  }
  await retry(page).click()
  await expect(uploaded(page)).toBeVisible()
  await expect(page.getByRole('button', { name: '사진 더하기' })).toBeFocused()
  await expect(alert(page)).toBeHidden()
  await expect(page.getByLabel('상호명')).toHaveValue('을지로 손칼국수')
  expectErrors(FAILED_REQUEST)
})

test('a slow upload shows its progress, and ends when it is cancelled, by the button or by Back', {
  tag: '@narrow',
}, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account/my_list')
  await waitForHydration(page)
  // By a link: a navigation would make the browser cancel the upload by itself.
  await page.getByRole('link', { name: '글쓰기' }).first().click()
  const session = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
  await session.send('Network.emulateNetworkConditions', slow)
  const uploadEnds = () => page.waitForEvent('requestfailed', (request: Request) => request.url().endsWith(UPLOAD_URL))
  const cancelled = uploadEnds()
  await choose(page, 'IMG_0003.jpg', await photo(2000, 1500))
  await expect(overlay(page).getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d?$/)
  await expect(overlay(page)).toContainText(/[1-9]\d?%/)
  await overlay(page).getByRole('button', { name: '취소' }).click()
  await expect(overlay(page)).toBeHidden()
  await cancelled
  await waitForOverlays(page, 0)
  await expect(alert(page)).toBeHidden()
  await expect(page.getByRole('button', { name: '사진 고르기' })).toBeVisible()
  const ended = uploadEnds()
  await choose(page, 'IMG_0003.jpg', await photo(2000, 1500))
  await expect(overlay(page).getByRole('progressbar')).toHaveAttribute('value', /^[1-9]\d?$/)
  await waitForOverlays(page, 1)
  await page.goBack()
  await ended
  await expect(overlay(page)).toBeHidden()
  await expect(page).toHaveURL('/add_post')
})

test('Enter cancels no upload, a screen reader is told of it, and the other fields keep their text', {
  tag: '@wide',
}, async ({ page, signIn }) => {
  await signIn()
  await openForm(page)
  await page.getByLabel('상세내용').fill('국물이 진해요')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${UPLOAD_URL}`, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('상호명').focus()
  await choose(page, 'IMG_0006.jpg', await photo(400, 300))
  await expect(overlay(page)).toBeFocused()
  await expect(overlay(page).getByRole('status')).toHaveText('사진을 올리는 중')
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key)
  await expect(overlay(page)).toBeVisible()
  release()
  await expect(uploaded(page)).toBeVisible()
  await expect(page.getByLabel('상호명')).toBeFocused()
  await expect(page.getByLabel('상호명')).toHaveValue('을지로 손칼국수')
  await expect(page.getByLabel('상세내용')).toHaveValue('국물이 진해요')
})

test('a photo can be dropped anywhere on the form; elsewhere a drop does not leave the page', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-drop-'))
  const file = path.join(folder, 'dropped.jpg')
  await writeFile(file, await photo(400, 300))
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().endsWith(UPLOAD_URL)) uploads++
  })
  await dropFile(page, file, { x: 1240, y: 700 })
  await dropFile(page, file, { x: 400, y: 20 })
  const title = (await page.getByLabel('상호명').boundingBox()) ?? { x: 0, y: 0 }
  await dropFile(page, file, { x: title.x + 20, y: title.y + 10 })
  await expect(uploaded(page)).toBeVisible()
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('을지로 손칼국수')
  expect(uploads).toBe(1)
  await rm(folder, { recursive: true })
})

test('a picture can be pasted anywhere in the form; a text with a picture stays text', {
  tag: '@wide',
}, async ({ page, signIn }) => {
  await signIn()
  await openForm(page)
  const picture = await halves(300, 200).png().toBuffer()
  expect(await paste(page, 'textarea', picture, '표에서 복사한 글')).toBe(false)
  await expect(overlay(page)).toBeHidden()
  expect(await paste(page, 'textarea', picture)).toBe(true)
  await expect(uploaded(page)).toBeVisible()
  await page.getByRole('button', { name: '사진 1 빼기' }).click()
  expect(await paste(page, 'body', picture)).toBe(true)
  await expect(uploaded(page)).toBeVisible()
})

test('sign-up accepts pasted pictures for the portrait', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/account/sign_up')
  await waitForHydration(page)
  expect(await paste(page, 'input[name=username]', await halves(300, 300).png().toBuffer())).toBe(true)
  await expect(page.getByAltText('고른 사진')).toBeVisible()
})

test('limits are shown beforehand, and a larger file is refused before it is sent', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await openForm(page)
  page.on('request', (request) => expect(request.url()).not.toContain(UPLOAD_URL))
  await expect(page.getByText('JPG, PNG · 50MB까지')).toBeVisible()
  await choose(page, 'narrow.png', emptyPng(1700, 100))
  await expect(alert(page)).toHaveText(failures.imageShape)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-large-'))
  const file = path.join(folder, 'large.jpg')
  await writeFile(file, Buffer.alloc(imageLimits.sourceBytes + 1))
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(alert(page)).toHaveText(errorMessages.TOO_LARGE)
  await expect(retry(page)).toBeHidden()
  await rm(folder, { recursive: true })
})

test('dragging is only mentioned where there is a mouse', async ({ page, signIn, isMobile }) => {
  await signIn()
  await openForm(page)
  await expect(page.getByText('사진을 끌어다 놓거나 붙여 넣어 주세요')).toBeVisible({ visible: !isMobile })
  await expect(page.getByText('사진을 올려 주세요')).toBeVisible({ visible: isMobile })
})

test('the home page loads nothing of the upload', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn()
  const assets = watchAssets(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  // The name of a field that is sent with a picture.
  expect(await assets.having('upload_preset')).toEqual([])
  await openForm(page)
  expect(await assets.having('upload_preset')).toHaveLength(1)
})
