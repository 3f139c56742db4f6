import type { Locator, Page } from '@playwright/test'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

const mapOf = (page: Page) => page.getByRole('region', { name: '맛집 지도' })
const sheetOf = (page: Page) => page.getByRole('region', { name: '지도에 보이는 글' })
const pinOf = (page: Page, title: string) => mapOf(page).getByRole('button', { name: title })
const titles = ['첫째 집', '둘째 집', '셋째 집']

/** Three posts beside each other; the last one is listed first. */
async function buildRow(api: Api): Promise<string> {
  const word = uniqueName()
  const author = await buildUser(api)
  const image = await uploadAs(author, await phonePhoto())
  for (const [n, title] of titles.entries()) {
    const facts = n === 2 ? { image } : { kind: n === 0 ? ('cafe' as const) : null }
    await buildPost(api, { author, title, contents: word, lat: 34.3, lng: 125.3 + n / 400, ...facts })
  }
  return `/map?lat=34.3&lng=125.3025&zoom=16&keyword=${word}`
}

test('pins show the photo or the kind; the card in the middle of the strip marks its pin, a pin brings its card', {
  tag: '@narrow',
}, async ({ page, api }) => {
  await page.goto(await buildRow(api))
  await waitForHydration(page)
  await expect(pinOf(page, '카페 첫째 집')).toHaveText(/^카페/)
  await expect(pinOf(page, '둘째 집')).toHaveText(/^맛집/)
  const photo = pinOf(page, '셋째 집').locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  const strip = sheetOf(page).getByRole('list').last()
  const cards = page.locator('.map-card')
  await expect(cards).toHaveCount(3)
  await strip.hover()
  await page.mouse.wheel(300, 0)
  await expect(cards.nth(1)).toHaveAttribute('data-active')
  await expect(pinOf(page, '둘째 집').locator('.marker-chosen')).toBeVisible()
  await pinOf(page, '첫째 집').click()
  await expect(cards.nth(2)).toHaveAttribute('data-active')
  await expectInMiddle(strip, cards.nth(2))
})

test('the sheet follows the finger to one of three heights, and the keyboard; Back closes it', {
  tag: '@narrow',
}, async ({ page, api }) => {
  await page.goto(await buildRow(api))
  await waitForHydration(page)
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  const sheet = sheetOf(page)
  const rows = page.locator('.map-card')
  const low = (await boxOf(sheet)).height
  const isSideBySide = async () => (await boxOf(rows.nth(0))).y === (await boxOf(rows.nth(1))).y
  expect(await isSideBySide()).toBe(true)
  const drag = async (by: number) => {
    const { x, y, width } = await boxOf(sheet.getByRole('heading'))
    await page.mouse.move(x + width / 2, y + 5)
    await page.mouse.down()
    for (let step = 1; step <= 8; step++) await page.mouse.move(x + width / 2, y + 5 + (by * step) / 8)
    await page.mouse.up()
  }
  await drag(-160)
  const grip = sheet.getByRole('slider', { name: '목록 높이' })
  await expect(grip).toHaveAttribute('aria-valuetext', '절반')
  expect(await isSideBySide()).toBe(false)
  const half = (await boxOf(sheet)).height
  expect(half).toBeGreaterThan(low)
  await grip.press('ArrowUp')
  await expect(grip).toHaveAttribute('aria-valuetext', '높게')
  expect((await boxOf(sheet)).height).toBeGreaterThan(half)
  // What it covers cannot be reached.
  await expect(page.locator('.map-stage')).toHaveAttribute('inert')
  await waitForOverlays(page, 1)
  await page.goBack()
  await expect(grip).toHaveAttribute('aria-valuetext', '낮게')
  await expect.poll(async () => (await boxOf(sheet)).height).toBe(low)
  // A press that trembles still opens the post.
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/post\//)
})

test('the map starts where the device is if that is granted already, and asks nobody', async ({ page, context }) => {
  await page.goto('/map')
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  await expect(page.locator('.here-dot')).toHaveCount(0)
  await expect(page).toHaveURL(/\/map$/)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 37.5563, longitude: 126.9014, accuracy: 20 })
  await page.reload()
  await expect(page).toHaveURL(/lat=37\.5563&lng=126\.9014&zoom=14/)
  await expect(page.locator('.here-dot')).toBeVisible()
  // A view or a keyword in the URL goes first.
  await page.goto('/map?lat=35.1&lng=129&zoom=12')
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  await expect(page).toHaveURL(/lat=35\.1&/)
})

test('a new keyword that is only elsewhere shows its posts there @wide', async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const lng of [130.1, 130.12]) await buildPost(api, { author, title: '먼 집', contents: word, lat: 34.1, lng })
  await page.goto('/map?lat=37.5&lng=127&zoom=12')
  await waitForHydration(page)
  const field = page.getByRole('searchbox', { name: '지도에서 찾을 말' })
  await field.fill(word)
  await field.press('Enter')
  await expect(page).toHaveURL(/lat=34\.1.*zoom=1[0-5]/)
  await expect(pinOf(page, '먼 집')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL(/lat=37\.5&lng=127&zoom=12$/)
})

async function expectInMiddle(strip: Locator, card: Locator): Promise<void> {
  await expect(async () => {
    const [all, one] = [await boxOf(strip), await boxOf(card)]
    expect(one.x).toBeLessThan(all.x + all.width / 2)
    expect(one.x + one.width).toBeGreaterThan(all.x + all.width / 2)
  }).toPass()
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}
