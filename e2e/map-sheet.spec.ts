import type { Locator, Page } from '@playwright/test'
import { errorMessages } from '#rules/errors.ts'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration, waitForOverlays, waitForPaint } from './scripts.ts'
import { moveFingers, type Point, putFingers } from './touch.ts'

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

const mapOf = (page: Page) => page.getByRole('region', { name: '맛집 지도' })
const pinOf = (page: Page, title: string) => mapOf(page).getByRole('button', { name: title })
const titles = ['첫째 집', '둘째 집', '셋째 집']

/** Opens the map at three posts beside each other, the last one listed first, and returns the sheet. */
async function openRow(page: Page, api: Api): Promise<Locator> {
  const word = uniqueName()
  const author = await buildUser(api)
  const image = await uploadAs(author, await phonePhoto())
  for (const [n, title] of titles.entries()) {
    const facts = n === 2 ? { image } : { kind: n === 0 ? ('cafe' as const) : null }
    await buildPost(api, { author, title, contents: word, lat: 34.3, lng: 125.3 + n / 400, ...facts })
  }
  await page.goto(`/map?lat=34.3&lng=125.3025&zoom=16&keyword=${word}`)
  await waitForHydration(page)
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  return page.getByRole('region', { name: '지도에 보이는 글' })
}

test('pins show the photo or the kind; the card in the middle of the strip marks its pin, a pin brings its card', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const sheet = await openRow(page, api)
  await expect(pinOf(page, '카페 첫째 집')).toHaveText(/^카페/)
  await expect(pinOf(page, '둘째 집')).toHaveText(/^맛집/)
  const photo = pinOf(page, '셋째 집').locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  const strip = sheet.getByRole('list').last()
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
  const sheet = await openRow(page, api)
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
  const { height: all } = await boxOf(mapOf(page))
  expect(half / all).toBeGreaterThan(0.4)
  expect(half / all).toBeLessThan(0.55)
  // What the sheet covers cannot be focused.
  await expect(page.getByRole('button', { name: '지도 확대' })).toBeHidden()
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

test('a finger drags the sheet through its heights, and swipes the cards', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const sheet = await openRow(page, api)
  const grip = sheet.getByRole('slider', { name: '목록 높이' })
  const cards = page.locator('.map-card')
  await expect(cards).toHaveCount(3)
  const finger = fingerOn(page)
  const head = async () => middleOf(await boxOf(sheet.getByRole('heading')))
  await finger(cards.first(), -240, 0)
  await expect(cards.nth(1)).toHaveAttribute('data-active')
  await expect(grip).toHaveAttribute('aria-valuetext', '낮게')
  await expect(pinOf(page, '둘째 집').locator('.marker-chosen')).toBeVisible()
  // Upwards on the strip of cards, too.
  await finger(cards.nth(1), 0, -160)
  await expect(grip).toHaveAttribute('aria-valuetext', '절반')
  await finger(await head(), 0, -300)
  await expect(grip).toHaveAttribute('aria-valuetext', '높게')
  await finger(await head(), 0, 120)
  await expect(grip).toHaveAttribute('aria-valuetext', '절반')
  await finger(await head(), 0, 400)
  await expect(grip).toHaveAttribute('aria-valuetext', '낮게')
  // While it is down, the edge stays under it.
  const top = async () => (await boxOf(sheet)).y
  const start = await head()
  const held = await putFingers(page, [start])
  const low = await top()
  for (const by of [-40, -200, -90]) {
    await held.moveTo([{ ...start, y: start.y + by }])
    await expect.poll(async () => Math.abs((await top()) - low - by)).toBeLessThanOrEqual(2)
    await expect(grip).toHaveAttribute('aria-valuetext', '낮게')
  }
  await held.lift()
  await expect(page).toHaveURL(/\/map/)
})

test('the map rises with the sheet and returns with it, and neither is a search', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const sheet = await openRow(page, api)
  const url = page.url()
  const pin = pinOf(page, '둘째 집')
  await expect(pin).toBeVisible()
  const [low, at] = [(await boxOf(sheet)).height, (await boxOf(pin)).y]
  await sheet.getByRole('button', { name: '목록 펼치기' }).click()
  await expect.poll(async () => (await boxOf(sheet)).height).toBeGreaterThan(low + 100)
  const up = at - ((await boxOf(sheet)).height - low) / 2
  await expect.poll(async () => (await boxOf(pin)).y).toBeCloseTo(up, -0.5)
  await page.reload()
  await expect.poll(async () => (await boxOf(pin)).y).toBeCloseTo(up, -0.5)
  await sheet.getByRole('button', { name: '목록 접기' }).click()
  await expect.poll(async () => (await boxOf(pin)).y).toBeCloseTo(at, -0.5)
  await expect(page.getByRole('button', { name: '이 지역에서 다시 찾기' })).toHaveCount(0)
  expect(page.url()).toBe(url)
})

test('own marks are flags on photos; a post that is being deleted is nowhere until it is taken back', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const user = await signIn()
  const image = await uploadAs(user, await phonePhoto())
  const place = { lat: 34.2, lng: 125.2, place_name: '섬 식당', address: '전남 신안군 흑산면 가거도길 1' }
  const post = await buildPost(api, { author: user, title: '섬 국수', image, ...place })
  await api.as(user).savePost({ post: post.id, list: 'been', saved: true })
  // A busy machine may need more than the ten seconds for what follows.
  await page.addInitScript(() => {
    const wait = window.setTimeout
    window.setTimeout = ((run: () => void, ms?: number) => wait(run, ms === 10_000 ? 100_000 : ms)) as typeof setTimeout
  })
  await page.goto('/map?lat=34.2&lng=125.2&zoom=16')
  const pin = pinOf(page, '섬 국수, 다녀왔어요')
  await expect(pin.locator('[data-mark=been]')).toBeVisible()
  const card = page.locator('.map-card').getByRole('link', { name: '섬 국수' })
  await card.click()
  await expect(page.getByText('다녀왔어요 1명')).toBeVisible()
  await page.getByRole('link', { name: user.username }).first().click()
  // The URL changes before the screen does, and a post has this button too.
  await expect(page.getByRole('heading', { level: 1, name: user.username })).toBeVisible()
  await page.getByRole('article').getByRole('button', { name: '글 삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click()
  const undo = page.getByRole('button', { name: '되돌리기' })
  await expect(undo).toBeVisible()
  await waitForOverlays(page, 0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: errorMessages.NOT_FOUND })).toBeVisible()
  await page.goBack()
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  await expect(pin).toHaveCount(0)
  await expect(card).toHaveCount(0)
  await undo.click()
  await expect(pin).toBeVisible()
  await expect(card).toBeVisible()
})

/** Drags a finger from the middle of something. */
const fingerOn = (page: Page) => async (on: Locator | Point, byX: number, byY: number) => {
  const from = 'x' in on ? on : middleOf(await boxOf(on))
  await moveFingers(page, [{ from, to: { x: from.x + byX, y: from.y + byY } }])
}

function middleOf({ x, y, width, height }: Point & { width: number; height: number }): Point {
  return { x: x + width / 2, y: y + Math.min(height / 2, 40) }
}

test('the map starts where the device is if that is granted already, and asks nobody', { tag: '@narrow' }, async ({
  page,
  context,
}) => {
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

test('another list begins at its first card @narrow', async ({ page, api, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 34.3, longitude: 125.3, accuracy: 20 })
  const sheet = await openRow(page, api)
  const first = sheet.locator('.map-card').first()
  await expect(first).toContainText('셋째 집')
  await mapOf(page).getByRole('button', { name: '내 위치' }).click()
  await expect(first).toContainText('첫째 집')
  await waitForPaint(page)
  await expect(first).toBeInViewport({ ratio: 1 })
  // The menu says in which order they are.
  await sheet.getByRole('button', { name: '목록 펼치기' }).click()
  const order = sheet.locator('.sort-menu summary')
  await expect(order).toHaveText(/가까운 순/)
  await order.click()
  await sheet.getByRole('link', { name: '최신순' }).click()
  await expect(order).toHaveText(/최신순/)
  await expect(first).not.toContainText('첫째 집')
  await order.click()
  await sheet.getByRole('link', { name: '가까운 순' }).click()
  await expect(first).toContainText(/첫째 집.*이내 · /)
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(order).toHaveText(/가까운 순/)
  await expect(page.locator('.here-dot')).toBeVisible()
})

test('a new keyword that is only elsewhere shows its posts there @wide', async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const lng of [130.1, 130.12]) await buildPost(api, { author, title: '먼 집', contents: word, lat: 34.1, lng })
  await page.goto('/map?lat=37.5&lng=127&zoom=12')
  await waitForHydration(page)
  const field = page.getByRole('combobox', { name: '지도에서 찾을 말' })
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
