import type { Locator, Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import {
  shopLine,
  someBoundaries,
  someGazetteer,
  somePlaces,
  writeJsonFile,
  writeShopFile,
} from '#tests/place-files.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { boxOf, doOverlap, importPlaces, pickByKeyboardAndPost } from './places.ts'
import { waitForHydration, waitForOverlays, watchAssets } from './scripts.ts'
import { dragMap, moveFingers, type Point, putFingers } from './touch.ts'

/** Shops around 해운대역: their branch, their address, and where they are. */
const shops = [
  ['별다방', '해운대역점', '부산광역시 해운대구 해운대로 620', 35.1629, 129.1601],
  ['달밤김밥', '', '부산광역시 해운대구 구남로 30', 35.1605, 129.1605],
] as const

test.beforeAll(async ({ app }) => {
  const lines = shops.map(([name, branch, road, lat, lng], index) =>
    shopLine({
      상가업소번호: `map-${index}`,
      상호명: name,
      지점명: branch,
      시도명: road.split(' ')[0],
      시군구명: road.split(' ')[1],
      법정동명: '',
      지번주소: '',
      도로명주소: road,
      위도: String(lat),
      경도: String(lng),
    }),
  )
  await importPlaces(app, [
    await writeJsonFile('gazetteer.json', someGazetteer),
    await writeJsonFile('places.json', somePlaces),
    await writeJsonFile('boundaries.topo.json', someBoundaries),
    await writeShopFile(lines),
  ])
})

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

const mapOf = (page: Page) => page.getByRole('region', { name: '맛집 지도' })
const listOf = (page: Page) => page.getByRole('region', { name: '지도에 보이는 글' })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: '지도 검색어' })
const find = async (page: Page, word: string) => {
  await fieldOf(page).fill(word)
  await fieldOf(page).press('Enter')
}

test('somebody finds a place by keyboard alone, posts it, and sees it on the map', { tag: ['@wide', '@long'] }, async ({
  page,
  origin,
  signIn,
}) => {
  await signIn()
  await pickByKeyboardAndPost(page, origin, `국밥 ${uniqueName().slice(0, 12)}`)
})

test('food at a place, a shop beside it, an address and a misspelt station lead the map there, from anywhere', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), contents: word, lat: 35.164, lng: 129.159 })
  const count = listOf(page).getByRole('status').first()
  const pin = mapOf(page).locator('.marker-pin')
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  await find(page, `해운대역 ${word}`)
  await expect(page).toHaveURL(/keyword=.*lat=35\.1.*lng=129\.1/)
  await expect(count).toContainText('글 1개')
  await find(page, '별다방 해운대역')
  await expect(page).toHaveURL(/lat=35\.1629&lng=129\.1601&zoom=16$/)
  await expect(pin).toContainText('별다방 해운대역점')
  await find(page, '해운대구 해운대로 620')
  await expect(pin).toContainText('해운대로 620')
  await find(page, '해운데역')
  await expect(page).toHaveURL(/\/map\?lat=35\.16367&lng=129\.15891&zoom=16$/)
  await expect(count).toHaveText(/^‘해운대역’\u2060으로 찾았어요 · 근처의 글 \d+개$/)
  await expect(pin).toContainText('해운대역')
})

test('the map link of a search leads to its matches; a name leads to its place in one step, also after a reload', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const [title, lat] of [
    ['섬 남쪽 집', 34.66],
    ['섬 북쪽 집', 34.7],
  ] as const) {
    await buildPost(api, { author, title, contents: word, lat, lng: 125.45 })
  }
  const there = uniqueName()
  await buildPost(api, { author, title: there, lat: 36.67, lng: 129.11 })
  await page.goto(`/search?keyword=${word}`)
  await page.getByRole('main').getByRole('link', { name: '지도', exact: true }).click()
  await expect(page).toHaveURL(/zoom=1[1-5]/)
  const pins = mapOf(page).getByRole('button', { name: /섬/ })
  await expect(pins).toHaveCount(2)
  for (const pin of await pins.all()) await expectPinVisible(page, pin)
  await page.goBack()
  await expect(page).toHaveURL(/\/search/)

  // No post has this name.
  await page.goto('/map?lat=33.9&lng=130.9&zoom=14')
  await waitForHydration(page)
  await find(page, '영양군')
  const near = listOf(page).getByText('‘영양군’ 근처의 글')
  await expect(near).toBeVisible()
  await expectPinVisible(page, mapOf(page).getByRole('button', { name: there }))
  await expect(page).toHaveURL(/lat=36\.66.*zoom=12$/)
  await waitForOverlays(page, 0)
  await page.reload()
  await expect(page).toHaveURL(/lat=36\.66.*zoom=12$/)
  await expect(near).toBeVisible()
  await expectPinVisible(page, mapOf(page).getByRole('button', { name: there }))
  await page.goBack()
  await expect(page).toHaveURL(/lat=33\.9&lng=130\.9&zoom=14$/)
})

test('a finger drags the sheet through its heights and swipes the cards; a raised map is there after a reload', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  const image = await uploadAs(author, await phonePhoto())
  const times = { start_time: '00:05', end_time: '00:00', address: '서울특별시 마포구 포은로8길 14' }
  const row = [
    { title: '첫째 집', ...times },
    { title: '둘째 집', image },
    { title: `${word.slice(0, 6)} 망원동 큰길 칼국수`, ...times },
  ]
  for (const [n, post] of row.entries())
    await buildPost(api, { author, contents: word, lat: 34.3, lng: 125.3 + n / 400, ...post })
  await page.goto(`/map?lat=34.3&lng=125.3025&zoom=16&keyword=${word}`)
  await waitForHydration(page)
  const sheet = listOf(page)
  const pin = mapOf(page).getByRole('button', { name: '둘째 집' })
  await expect
    .poll(() => pin.locator('img').evaluate((photo: HTMLImageElement) => photo.naturalWidth))
    .toBeGreaterThan(0)
  const grip = sheet.getByRole('slider', { name: '목록 높이' })
  const cards = page.locator('.map-card')
  await expect(cards).toHaveCount(3)
  // The fonts are the site's own.
  const enlarge = (size: string) =>
    page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size)
  await enlarge('200%')
  const bottomOf = async (part: Locator) => (({ y, height }) => y + height)(await boxOf(part))
  const [chip, card] = [cards.first().locator('.chip'), cards.first().locator('.mini')]
  await expect(chip).toBeVisible()
  // Fractions of a pixel differ between fonts.
  expect(await bottomOf(chip)).toBeLessThan((await bottomOf(card)) + 1)
  expect(await bottomOf(card)).toBeLessThanOrEqual((await boxOf(page.locator('.bottombar'))).y)
  await enlarge('')
  const finger = fingerOn(page)
  const head = async () => middleOf(await boxOf(sheet.getByRole('heading')))
  await finger(cards.first(), -240, 0)
  await expect(cards.nth(1)).toHaveAttribute('data-active')
  await expect(grip).toHaveAttribute('aria-valuetext', '낮게')
  await expect(pin.locator('.marker-chosen')).toBeVisible()
  // Upwards on the strip of cards, too.
  await finger(cards.nth(1), 0, -160)
  await expect(grip).toHaveAttribute('aria-valuetext', '절반')
  await finger(await head(), 0, -300)
  await expect(grip).toHaveAttribute('aria-valuetext', '높게')
  // More than half of the way, however slowly the machine moves it.
  await finger(await head(), 0, 180)
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

  await sheet.getByRole('button', { name: '목록 펼치기' }).click()
  await expect(grip).toHaveAttribute('aria-valuetext', '절반')
  await expect.poll(async () => (await boxOf(sheet)).height).toBeGreaterThan(200)
  const { y: raised } = await boxOf(pin)
  await page.reload()
  await expect(grip).toHaveAttribute('aria-valuetext', '절반')
  await expect.poll(async () => (await boxOf(pin)).y).toBeCloseTo(raised, -0.5)
})

test('a cluster opens, and a panned map offers to search there, also after a reload or a return @wide @long', async ({
  page,
  api,
  signIn,
}) => {
  const author = await signIn()
  const word = uniqueName()
  for (const lat of [34.1, 34.1012]) {
    await api.as(author).addPost({ title: '다도해 회', contents: word, lat, lng: 126.1 })
  }
  await page.goto(`/map?lat=34.1&lng=126.1&zoom=9&keyword=${word}`)
  const map = page.getByRole('region', { name: '맛집 지도' })
  await map.getByRole('button', { name: '글 2개, 확대해서 보기' }).click()
  await expect(page).toHaveURL(/zoom=1[4-8]/)
  await expect(map.getByRole('button', { name: '다도해 회' })).toHaveCount(2)
  await dragMap(page, { from: { x: 150, y: 150 }, to: { x: 60, y: 90 } })
  const again = page.getByRole('button', { name: '이 지역에서 다시 찾기' })
  await expect(again).toBeVisible()
  const pin = map.getByRole('button', { name: '다도해 회' }).first()
  const { x: panned } = await boxOf(pin)
  const address = page.url()
  await page.reload()
  await expect(again).toBeVisible()
  await expect.poll(async () => (await boxOf(pin)).x).toBeCloseTo(panned, -1)
  await page.locator('.map-card').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(again).toBeVisible()
  await expect.poll(async () => (await boxOf(pin)).x).toBeCloseTo(panned, -1)
  expect(page.url()).toBe(address)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page).not.toHaveURL(address)
})

test('a post shows its place on a map that loads when scrolled to, and links to it @narrow @long', async ({
  page,
  context,
  api,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const author = await signIn()
  // No other post has this place name.
  const place = {
    place_name: `저동 ${uniqueName()}`,
    address: '경북 울릉군 울릉읍 저동리 1',
    lat: 37.4953,
    lng: 130.9144,
  }
  await api.as(author).addPost({ title: '등대 카페', contents: '커피가 좋아요.', ...place })
  const { id } = await api.as(author).addPost({ title: '저동 국수', contents: '바다\n'.repeat(40), ...place })
  const assets = watchAssets(page)
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('heading', { name: '저동 국수' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await assets.having('leaflet-interactive')).toEqual([])
  const map = page.getByRole('region', { name: '장소 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.locator('.marker-place')).toBeVisible()
  expect(await assets.having('leaflet-interactive')).toHaveLength(2)

  await page.getByRole('button', { name: '주소 복사' }).click()
  await expect(page.getByText('주소를 복사했어요.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(place.address)

  await page.getByText('길찾기').click()
  const name = encodeURIComponent(place.place_name)
  for (const [label, href] of [
    ['카카오맵', `https://map.kakao.com/link/to/${name},37.4953,130.9144`],
    ['네이버 지도', `https://map.naver.com/p/directions/-/130.9144,37.4953,${name}/-/transit`],
    ['구글 지도', 'https://www.google.com/maps/dir/?api=1&destination=37.4953,130.9144'],
  ] as const) {
    await expect(page.getByRole('link', { name: label })).toHaveAttribute('href', href)
  }
  const others = page.getByRole('region', { name: '이 장소의 다른 글' })
  await expect(others.getByRole('listitem')).toHaveCount(1)
  await others.getByRole('link', { name: /등대 카페/ }).click()
  await expect(page.getByRole('heading', { name: '등대 카페' })).toBeVisible()
})

/** Drags a finger from the middle of something. */
const fingerOn = (page: Page) => async (on: Locator | Point, byX: number, byY: number) => {
  const from = 'x' in on ? on : middleOf(await boxOf(on))
  await moveFingers(page, [{ from, to: { x: from.x + byX, y: from.y + byY } }])
}

function middleOf({ x, y, width, height }: Point & { width: number; height: number }): Point {
  return { x: x + width / 2, y: y + Math.min(height / 2, 40) }
}

/** The whole marker lies within the map and below nothing, once map and sheet have stopped. */
async function expectPinVisible(page: Page, marker: Locator): Promise<void> {
  await expect(async () => {
    const [map, box] = [await boxOf(mapOf(page)), await boxOf(marker)]
    expect(box.y).toBeGreaterThanOrEqual(map.y)
    expect(box.x).toBeGreaterThanOrEqual(map.x)
    expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width)
    for (const cover of [page.locator('.map-list'), page.locator('.map-tools'), page.locator('.map-keyword')]) {
      expect(doOverlap(box, await boxOf(cover))).toBe(false)
    }
  }).toPass()
}
