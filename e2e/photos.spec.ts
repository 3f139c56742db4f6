import type { Page } from '@playwright/test'
import { UPLOAD_URL } from '#rules/paths.ts'
import { MAX_IMAGES, postMessages } from '#rules/post.ts'
import { photosLost } from '#rules/uploads.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { photo } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { uploadAs } from './people.ts'
import { hold, waitForHydration, waitForOverlays } from './scripts.ts'
import { dragByFinger, moveFingers } from './touch.ts'

const tiles = (page: Page) => page.getByRole('group', { name: '사진' }).getByAltText(/^사진 \d+\/\d+$/)
const sources = (page: Page) => tiles(page).evaluateAll((images) => images.map((image) => image.getAttribute('src')))
const file = async (name: string, width: number) => ({ name, mimeType: 'image/jpeg', buffer: await photo(width, 200) })

test('photos are uploaded beside the form, cancelled, ordered by key, mouse and finger, taken out and posted in their order', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const user = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('사진 많은 집')
  await page.getByLabel('상세내용').fill('다 맛있어요.')
  const input = page.locator('input[type=file]')
  await input.setInputFiles([await file('1.jpg', 200), await file('2.jpg', 210), await file('3.jpg', 220)])
  await expect(tiles(page)).toHaveCount(3)

  const uploads = await hold(page, `**${UPLOAD_URL}`)
  await input.setInputFiles([await file('4.jpg', 230), await file('5.jpg', 240)])
  await expect(page.getByText('기다리는 중')).toBeVisible()
  await page.getByLabel('상세내용').fill('모두 맛있어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByText(postMessages.imagesRunning)).toBeVisible()
  await page.getByRole('button', { name: '사진 5 올리기 그만두기' }).click()
  uploads.release()
  await expect(tiles(page)).toHaveCount(4)
  await expect(page.getByText(postMessages.imagesRunning)).toBeHidden()

  // The draft keeps what is uploaded.
  await page.reload()
  await waitForHydration(page)
  await expect(tiles(page)).toHaveCount(4)

  const [a, b, c, d] = await sources(page)
  await page.getByRole('button', { name: '사진 1 순서 바꾸기' }).press('ArrowRight')
  await expect.poll(() => sources(page)).toEqual([b, a, c, d])
  await expect(page.getByRole('button', { name: '사진 2 순서 바꾸기' })).toBeFocused()
  const handle = await page.getByRole('button', { name: '사진 4 순서 바꾸기' }).boundingBox()
  const goal = await tiles(page).first().boundingBox()
  if (!handle || !goal) throw new Error('no tiles')
  await page.mouse.move(handle.x + 20, handle.y + 20)
  await page.mouse.down()
  await page.mouse.move(goal.x + 40, goal.y + 50, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => sources(page)).toEqual([d, b, a, c])
  await page.getByRole('button', { name: '사진 2 빼기' }).click()
  await expect.poll(() => sources(page)).toEqual([d, a, c])
  // By a finger, onwards and back, and the page stays where it is.
  const handleOf = (number: number) => page.getByRole('button', { name: `사진 ${number} 순서 바꾸기` })
  await handleOf(1).scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const before = await scrolled()
  await dragByFinger(page, handleOf(1), tiles(page).last())
  await expect.poll(() => sources(page)).toEqual([a, c, d])
  await dragByFinger(page, handleOf(3), tiles(page).first())
  await expect.poll(() => sources(page)).toEqual([d, a, c])
  expect(await scrolled()).toBe(before)

  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: postMessages.added })).toBeVisible()
  const [post] = (await api.getPosts({ user_id: user.handle })).data
  expect(post?.images.map(({ url }) => new URL(url).pathname)).toEqual(
    [d, a, c].map((url) => new URL(url ?? '').pathname),
  )
})

test('a post takes ten photos: of eleven the last is refused, and ten stay', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const user = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('사진 열 장인 집')
  await page.getByLabel('상세내용').fill('하나씩 보세요.')
  const widths = Array.from({ length: MAX_IMAGES + 1 }, (_, n) => 200 + n)
  const files = await Promise.all(widths.map((width) => file(`${width}.jpg`, width)))
  await page.locator('input[type=file]').setInputFiles(files)
  const field = page.getByRole('group', { name: '사진' })
  await expect(tiles(page)).toHaveCount(10)
  await expect(field.getByRole('alert')).toHaveText('사진은 10장까지 올릴 수 있어요.')
  await expect(field.getByText('10 / 10')).toBeVisible()
  await expect(field.getByRole('button', { name: '사진 더하기' })).toBeHidden()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: postMessages.added })).toBeVisible()
  const [post] = (await api.getPosts({ user_id: user.handle })).data
  expect(post?.images.map(({ info }) => info?.width)).toEqual(widths.slice(0, 10))
})

test('a photo that goes up slowly shows its progress in its own tile, beside one that waits', {
  tag: '@narrow',
}, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  const session = await page.context().newCDPSession(page)
  const network = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: 50_000 })
  const slow = { name: '2.jpg', mimeType: 'image/jpeg', buffer: await photo(2000, 1500) }
  await page.locator('input[type=file]').setInputFiles([await file('1.jpg', 200), slow, await file('3.jpg', 220)])
  const tile = (number: number) =>
    page
      .getByRole('group', { name: '사진' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `사진 ${number} 올리기 그만두기` }) })
  await expect(tile(2).getByRole('progressbar', { name: '사진 올리기' })).toHaveAttribute('value', /^[1-9]\d?$/)
  await expect(tile(2)).toContainText(/[1-9]\d?%/)
  await expect(tile(3)).toHaveText('기다리는 중')
  await expect(tile(3).getByRole('progressbar')).toHaveCount(0)
  await expect(tiles(page)).toHaveCount(1)
  await session.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 })
  await expect(tiles(page)).toHaveCount(3)
})

test('photos that go up after a vain submit are no fault of the form', { tag: '@narrow' }, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByText(postMessages.titleEmpty)).toBeVisible()
  const uploads = await hold(page, `**${UPLOAD_URL}`)
  await page.locator('input[type=file]').setInputFiles([await file('1.jpg', 200), await file('2.jpg', 210)])
  await expect(page.getByText('기다리는 중')).toBeVisible()
  await expect(page.getByText(postMessages.imagesRunning)).toBeHidden()
  uploads.release()
  await expect(tiles(page)).toHaveCount(2)
})

test('Back ends an upload before it leaves the form, and a draft tells of photos that were not up', {
  tag: '@narrow',
}, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account/my_list')
  await waitForHydration(page)
  // By a link: a navigation would make the browser end the upload by itself.
  await page.getByRole('link', { name: '글쓰기' }).first().click()
  await page.getByLabel('상호명').fill('사진 많은 집')
  const input = page.locator('input[type=file]')
  const overlay = page.getByRole('dialog', { name: '사진을 올리는 중' })
  const lost = (count: number) => page.getByRole('group', { name: '사진' }).getByText(photosLost(count))
  const first = await hold(page, `**${UPLOAD_URL}`)
  await input.setInputFiles([await file('1.jpg', 200), await file('2.jpg', 210)])
  await expect(overlay).toBeVisible()
  await waitForOverlays(page, 1)
  await page.goBack()
  await expect(overlay).toBeHidden()
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByRole('status').filter({ hasText: '사진 올리기를 그만두었어요.' })).toBeVisible()
  await expect(page.getByRole('button', { name: '사진 고르기' })).toBeVisible()
  first.release()
  await page.unroute(`**${UPLOAD_URL}`)

  await input.setInputFiles(await file('1.jpg', 200))
  await expect(tiles(page)).toHaveCount(1)
  await waitForOverlays(page, 0)
  const others = await hold(page, `**${UPLOAD_URL}`)
  await input.setInputFiles([await file('2.jpg', 210), await file('3.jpg', 220)])
  await expect(page.getByText('기다리는 중')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/account/my_list')
  others.release()
  await page.goForward()
  await expect(page.getByLabel('상호명')).toHaveValue('사진 많은 집')
  await expect(tiles(page)).toHaveCount(1)
  await expect(lost(2)).toBeInViewport()
  await input.setInputFiles(await file('2.jpg', 210))
  await expect(tiles(page)).toHaveCount(2)
  await expect(lost(2)).toBeHidden()
  await page.reload()
  await expect(tiles(page)).toHaveCount(2)
  await expect(page.getByText('올라가지 않았어요')).toBeHidden()
})

test('an upright photo leaves room for the name below it in a wide window', { tag: '@wide' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const { id } = await buildPost(api, {
    author,
    title: '세로 사진',
    images: [await uploadAs(author, await photo(900, 1200))],
  })
  for (const [width, height] of [
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/post/${id}`)
    const shown = await page.locator('.detail-photo').boundingBox()
    expect(shown?.height).toBeGreaterThan(height * 0.55)
    expect(shown?.height).toBeLessThan(height * 0.65)
    await expect(page.getByRole('heading', { name: '세로 사진' })).toBeInViewport({ ratio: 1 })
  }
})

test('two fingers and a double tap enlarge a photo in the viewer, and a swipe shows the next', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const author = await buildUser(api)
  const images = [await uploadAs(author, await photo(1600, 1200)), await uploadAs(author, await photo(900, 300))]
  const { id } = await buildPost(api, { author, title: '큰 사진', images })
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  await page.getByRole('main').getByRole('img', { name: '큰 사진 사진 1/2' }).tap()
  const viewer = page.getByRole('dialog', { name: '사진 보기' })
  await expect(viewer.getByText('1 / 2')).toBeVisible()
  const shown = viewer.getByRole('img', { name: '큰 사진 사진 1/2' })
  const width = async () => (await shown.boundingBox())?.width ?? 0
  await expect.poll(width).toBeCloseTo(360, 0)
  const middle = { x: 180, y: 370 }
  const beside = (by: number) => ({ ...middle, x: middle.x + by })
  await moveFingers(page, [
    { from: beside(-30), to: beside(-120) },
    { from: beside(30), to: beside(120) },
  ])
  await expect.poll(width).toBeGreaterThan(500)
  const doubleTap = async () => {
    await page.touchscreen.tap(middle.x, middle.y)
    await page.touchscreen.tap(middle.x, middle.y)
  }
  await doubleTap()
  await expect.poll(width).toBeCloseTo(360, 0)
  await doubleTap()
  await expect.poll(width).toBeGreaterThan(500)
  await doubleTap()
  await expect.poll(width).toBeCloseTo(360, 0)
  await moveFingers(page, [{ from: beside(120), to: beside(-120) }])
  await expect(viewer.getByText('2 / 2')).toBeVisible()
})

test('a page that was opened as localhost shows its photos, which have the public address', { tag: '@narrow' }, async ({
  page,
  api,
  origin,
}) => {
  const author = await buildUser(api)
  const { id } = await buildPost(api, { author, image: await uploadAs(author, await photo(400, 300)) })
  await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/post/${id}`)
  const shown = page.locator('main img').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('one of several photos that failed is sent again alone, and keeps its place', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
  expectErrors,
}) => {
  const user = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('다시 보낸 집')
  await page.getByLabel('상세내용').fill('두 번 갔어요.')
  let sent = 0
  await page.route(`**${UPLOAD_URL}`, (route) => (++sent === 2 ? route.abort() : route.continue()))
  const widths = [200, 210, 220]
  const files = await Promise.all(widths.map((width) => file(`${width}.jpg`, width)))
  await page.locator('input[type=file]').setInputFiles(files)
  const retry = page.getByRole('group', { name: '사진' }).getByRole('button', { name: '다시 시도' })
  await expect(retry).toHaveCount(1)
  await expect(tiles(page)).toHaveCount(2)
  const [first, last] = await sources(page)
  expect(sent).toBe(3)

  await retry.click()
  await expect(tiles(page)).toHaveCount(3)
  await expect(retry).toHaveCount(0)
  expect(sent).toBe(4)
  expect(await sources(page)).toEqual([first, expect.any(String), last])
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: postMessages.added })).toBeVisible()
  const [post] = (await api.getPosts({ user_id: user.handle })).data
  expect(post?.images.map(({ info }) => info?.width)).toEqual(widths)
  expectErrors(/ERR_FAILED/)
})
