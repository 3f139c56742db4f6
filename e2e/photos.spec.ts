import type { Page } from '@playwright/test'
import { UPLOAD_URL } from '#rules/paths.ts'
import { postMessages } from '#rules/post.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { photo } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { uploadAs } from './people.ts'
import { holdRequests, waitForHydration } from './scripts.ts'
import { dragByFinger, moveFingers } from './touch.ts'

const tiles = (page: Page) => page.getByRole('group', { name: '사진' }).getByAltText(/^사진 \d+\/\d+$/)
const sources = (page: Page) => tiles(page).evaluateAll((images) => images.map((image) => image.getAttribute('src')))
const file = async (name: string, width: number) => ({ name, mimeType: 'image/jpeg', buffer: await photo(width, 200) })

test('photos are uploaded beside the form, cancelled, ordered by key, mouse and finger, taken out and posted in their order', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn }) => {
  const user = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('사진 많은 집')
  await page.getByLabel('상세내용').fill('다 맛있어요.')
  const input = page.locator('input[type=file]')
  await input.setInputFiles([await file('1.jpg', 200), await file('2.jpg', 210), await file('3.jpg', 220)])
  await expect(tiles(page)).toHaveCount(3)

  const uploads = await holdRequests(page, `**${UPLOAD_URL}`)
  await input.setInputFiles([await file('4.jpg', 230), await file('5.jpg', 240)])
  await expect(page.getByText('기다리는 중')).toBeVisible()
  await page.getByLabel('상세내용').fill('모두 맛있어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByText(postMessages.imagesRunning)).toBeVisible()
  await page.getByRole('button', { name: '사진 5 올리기 취소' }).click()
  uploads.release()
  await expect(tiles(page)).toHaveCount(4)
  await expect(page.getByText(postMessages.imagesRunning)).toBeHidden()

  // The draft keeps uploaded photos.
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
  await page.getByRole('button', { name: '사진 2 삭제' }).click()
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

test('two fingers and a double tap enlarge a photo in the viewer, and a swipe shows the next, also on a page opened as localhost', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, origin }) => {
  const author = await buildUser(api)
  const images = [await uploadAs(author, await photo(1600, 1200)), await uploadAs(author, await photo(900, 300))]
  const { id } = await buildPost(api, { author, title: '큰 사진', images })
  // Photos have the public address.
  await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/post/${id}`)
  const inPost = page.getByRole('main').getByRole('img', { name: '큰 사진 사진 1/2' })
  await expect.poll(() => inPost.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await waitForHydration(page)
  await inPost.tap()
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
