import type { Locator, Page } from '@playwright/test'
import { failures } from '#rules/errors.ts'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { boxOf, doOverlap } from './places.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('a pressed pin is visible beside its card, even if the list has no room for it', async ({ page, api }) => {
  const word = uniqueName()
  await buildCluster(api, word, { title: '외딴 집', lat: 34.275 }) // above the sources of the map
  await page.goto(`/map?lat=34.3&lng=125.3&zoom=12&keyword=${word}`)
  const [map, cards] = [mapOf(page), page.locator('.map-card')]
  const pin = map.getByRole('button', { name: '외딴 집' })
  await expect(cards).toHaveCount(20)
  await expect(cards.filter({ hasText: '외딴 집' })).toHaveCount(0)
  await expect(pin).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked = countRequests(page, 'getMapPosts')
  const address = page.url()
  await pin.click()
  const active = page.locator('.map-card[data-active]')
  await expect(active).toContainText('외딴 집')
  await expect(cards.first()).toContainText('외딴 집')
  await expect(active.getByRole('link')).toBeInViewport({ ratio: 1 })
  await expectPinVisible(page, pin)
  // A resting pointer highlights nothing, and panning by the page offers no search.
  await expect(active).toHaveCount(1)
  await expect(page.getByRole('button', { name: '이 지역에서 다시 찾기' })).toHaveCount(0)
  expect(asked.count).toBe(0)
  expect(page.url()).toBe(address)

  const { x, y } = await boxOf(map)
  await page.mouse.click(x + 30, y + 200)
  await expect(cards.filter({ hasText: '외딴 집' })).toHaveCount(0)
  await expect(active).toHaveCount(0)
})

test('the card of a pressed pin stays until another search, whatever else is highlighted @wide', async ({
  page,
  api,
}) => {
  const word = uniqueName()
  await buildCluster(api, word, { title: '외딴 집', lat: 34.275 })
  await page.goto(`/map?lat=34.3&lng=125.3&zoom=12&keyword=${word}`)
  const cards = page.locator('.map-card')
  await mapOf(page).getByRole('button', { name: '외딴 집' }).click()
  await expect(cards.first()).toContainText('외딴 집')
  await cards.nth(2).hover()
  await expect(cards.nth(2)).toHaveAttribute('data-active')
  await expect(cards).toHaveCount(21)
  await mapOf(page).getByRole('button', { name: '지도 축소' }).click()
  await expect(page).toHaveURL(/zoom=11/)
  await expect(cards).toHaveCount(20)
})

test('a pressed pin whose post cannot be loaded says so, and can be pressed again @wide', async ({
  page,
  api,
  expectErrors,
}) => {
  const word = uniqueName()
  await buildCluster(api, word, { title: '외딴 집', lat: 34.275 })
  await page.goto(`/map?lat=34.3&lng=125.3&zoom=12&keyword=${word}`)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query getPost(') ? route.abort() : route.fallback(),
  )
  await mapOf(page).getByRole('button', { name: '외딴 집' }).click()
  await expect(page.getByText(`${failures.offline} 핀을 다시 눌러 주세요.`)).toBeVisible()
  expectErrors(/net::ERR_FAILED/)
  await page.unrouteAll()
  await mapOf(page).getByRole('button', { name: '외딴 집' }).click()
  await expect(page.locator('.map-card').first()).toContainText('외딴 집')
})

test('clusters and pins can be pressed with the keyboard too', { tag: '@wide' }, async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const lat of [36.5, 36.5012]) await buildPost(api, { author, title: '자판 회', contents: word, lat, lng: 124.6 })
  await page.goto(`/map?lat=36.5&lng=124.6&zoom=9&keyword=${word}`)
  const map = mapOf(page)
  await map.getByRole('button', { name: '글 2개, 가까이 보기' }).press('Enter')
  await expect(page).toHaveURL(/zoom=1[4-8]/)
  const pins = map.getByRole('button', { name: '자판 회' })
  await expect(pins).toHaveCount(2)
  // The cluster is gone: the focus is on the map, from where Tab continues.
  await expect(map.getByRole('application')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(pins.first()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.locator('.map-card[data-active]')).toContainText('자판 회')
  await expect(pins.first()).toBeFocused()
  await expectPinVisible(page, pins.first())
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a URL with an invalid view shows all of Korea @wide', async ({ page }) => {
  for (const view of [
    'lat=37.5&lng=127&zoom=',
    'lat=37.5&lng=127&zoom=abc',
    'lat=&lng=&zoom=',
    'lat=95&lng=127&zoom=9',
  ]) {
    expect((await page.goto(`/map?${view}&keyword=없는말`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: '지도에서 보는 맛집' })).toBeVisible()
    await expect(page.locator('.map-keyword input[type=hidden]')).toHaveCount(0)
    await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  }
  expect((await page.goto('/map?lat=999&lng=abc&zoom=99'))?.status()).toBe(200)
})

test('all of Korea is visible at first, and an opened cluster beside the panels over the map', async ({
  page,
  api,
}) => {
  const word = uniqueName()
  const author = await buildUser(api)
  const build = (title: string, lat: number, lng: number) => buildPost(api, { author, title, contents: word, lat, lng })
  await build('서귀포', 33.25, 126.56)
  await build('목포', 34.81, 126.39)
  await build('부산', 35.1, 129.04)
  await build('고성', 38.24, 128.5)
  await page.goto(`/map?keyword=${word}`)
  const map = mapOf(page)
  for (const title of ['서귀포', '목포', '부산', '고성']) {
    await expectPinVisible(page, map.getByRole('button', { name: title }))
  }
  const far = uniqueName()
  for (const lat of [34.0, 34.3]) await buildPost(api, { author, title: '양끝', contents: far, lat, lng: 125.5 })
  await page.goto(`/map?lat=34.15&lng=125.5&zoom=7&keyword=${far}`)
  await map.getByRole('button', { name: '글 2개, 가까이 보기' }).click()
  const ends = map.getByRole('button', { name: '양끝' })
  await expect(ends).toHaveCount(2)
  for (const end of await ends.all()) await expectPinVisible(page, end)
})

test('the map link of a search leads to its matches, an area without posts offers no list, a name leads there', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const [title, lat] of [
    ['섬 남쪽 집', 34.66],
    ['섬 북쪽 집', 34.7],
  ] as const) {
    await buildPost(api, { author, title, contents: word, lat, lng: 125.45 })
  }
  await page.goto(`/search?keyword=${word}`)
  await page.getByRole('main').getByRole('link', { name: '지도', exact: true }).click()
  await expect(page).toHaveURL(/zoom=1[1-5]/)
  const pins = mapOf(page).getByRole('button', { name: /섬/ })
  await expect(pins).toHaveCount(2)
  for (const pin of await pins.all()) await expectPinVisible(page, pin)
  await page.goBack()
  await expect(page).toHaveURL(/\/search/)

  const list = page.getByRole('region', { name: '지도에 보이는 글' })
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await expect(list).toContainText('이 지역에는 아직 글이 없어요.')
  await expect(list.getByRole('link', { name: '전국에서 보기', includeHidden: true })).toHaveCount(1)
  await expect(list.getByRole('link', { name: '이 지역 글 보기', includeHidden: true })).toHaveCount(0)
  // The name of an area moves the map there, also where posts have it: those in view, or else those elsewhere in Korea.
  const field = page.getByRole('combobox', { name: '지도에서 찾을 말' })
  await buildPost(api, { author, title: '해운대구에서 온 집', lat: 33.9, lng: 131.2 })
  for (const lng of [131.2, 130.9]) {
    await page.goto(`/map?lat=33.9&lng=${lng}&zoom=14`)
    await waitForHydration(page)
    await expect(field).toBeInViewport({ ratio: 1 })
    await field.fill('해운대구')
    await field.press('Enter')
    await expect(list.getByText(/^‘해운대구’ 글 [1-9]/)).toBeVisible()
    await expectPinVisible(page, mapOf(page).getByRole('button', { name: '해운대구에서 온 집' }))
    // The list stays low above what is found.
    await list.getByRole('button', { name: '목록 펼치기' }).click()
    await list.getByRole('link', { name: '부산 해운대구' }).click()
    await expect(page).toHaveURL(/lat=35\.1.*zoom=12/)
    await expect(page).not.toHaveURL(/keyword/)
    await expect(list.getByRole('button', { name: '목록 펼치기' })).toBeVisible()
  }
  // A name that no post has moves the map by itself, in one step of the history, also after a reload.
  const there = uniqueName()
  await buildPost(api, { author, title: there, lat: 36.67, lng: 129.11 })
  await page.goto('/map?lat=33.9&lng=130.9&zoom=14')
  await waitForHydration(page)
  await field.fill('영양군')
  await field.press('Enter')
  await expect(list.getByText('‘영양군’ 근처의 글')).toBeVisible()
  await expectPinVisible(page, mapOf(page).getByRole('button', { name: there }))
  await expect(page).toHaveURL(/lat=36\.7.*zoom=12$/)
  await waitForOverlays(page, 0)
  await page.reload()
  await expect(page).toHaveURL(/lat=36\.7.*zoom=12$/)
  await expect(list.getByText('‘영양군’ 근처의 글')).toBeVisible()
  await expectPinVisible(page, mapOf(page).getByRole('button', { name: there }))
  await page.goBack()
  await expect(page).toHaveURL(/lat=33\.9&lng=130\.9&zoom=14$/)
  // From all of Korea the map goes to the matches, which lie above the sheet.
  await page.goto('/map')
  await waitForHydration(page)
  await field.fill(word)
  await field.press('Enter')
  await expect(page).toHaveURL(/zoom=/)
  await expect(list.getByText(`‘${word}’ 글 2개`)).toBeVisible()
  await expectPinVisible(page, mapOf(page).locator('.marker-place').first())
})

test('text of twice the size is not cut off in the sheet @narrow', async ({ page }) => {
  await page.goto('/map')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const sheet = page.getByRole('region', { name: '지도에 보이는 글' })
  const { y: top } = await boxOf(sheet)
  const { y: bottom } = await boxOf(page.locator('.bottombar'))
  for (const part of [
    sheet.getByRole('heading'),
    sheet.getByRole('status'),
    sheet.getByRole('button', { name: '목록 펼치기' }),
  ]) {
    const { y, height } = await boxOf(part)
    expect(y).toBeGreaterThan(top)
    expect(y + height).toBeLessThan(bottom)
  }
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  // A second row would cover the scale.
  expect((await boxOf(page.locator('.map-credits'))).height).toBeLessThan(60)
})

test('in text of twice the size the cards of the low sheet hold what they say @narrow', async ({ page, api }) => {
  const word = uniqueName()
  const times = { start_time: '00:05', end_time: '00:00', address: '서울특별시 마포구 포은로8길 14' }
  await buildPost(api, {
    author: await buildUser(api),
    title: `${word.slice(0, 6)} 망원동 큰길 칼국수`,
    ...times,
    lat: 34.6,
    lng: 125.7,
  })
  await page.goto('/map?lat=34.6&lng=125.7&zoom=14')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const chip = page.locator('.map-card .chip').first()
  await expect(chip).toBeVisible()
  const bottomOf = async (selector: string) => {
    const { y, height } = await boxOf(page.locator(selector).first())
    return y + height
  }
  expect(await bottomOf('.map-card .chip')).toBeLessThanOrEqual(await bottomOf('.map-card .mini'))
  expect(await bottomOf('.map-card .mini')).toBeLessThanOrEqual((await boxOf(page.locator('.bottombar'))).y)
})

test('a number is named by its area, and the terms are in the list @wide', async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const lng of [126.902, 126.9021]) await buildPost(api, { author, contents: word, lat: 37.556, lng })
  const map = mapOf(page)
  for (const [zoom, area] of [
    [8, '서울특별시'],
    [11, '마포구'],
  ] as const) {
    await page.goto(`/map?lat=37.556&lng=126.902&zoom=${zoom}&keyword=${word}`)
    await expect(map.getByRole('button', { name: `${area}, 글 2개, 가까이 보기` })).toBeVisible()
  }
  const list = page.getByRole('region', { name: '지도에 보이는 글' })
  const terms = list.getByRole('navigation', { name: '약관과 방침' }).getByRole('link')
  await expect(terms).toHaveText(['이용약관', '개인정보처리방침', '위치정보 이용 안내'])
  await terms.first().click()
  await expect(page).toHaveURL('/legal/terms')
})

test('one place under a number opens its list with one press @narrow', async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const title of ['한자리 국수', '한자리 만두'])
    await buildPost(api, { author, title, contents: word, lat: 34.4, lng: 125.9 })
  await page.goto(`/map?lat=34.4&lng=125.9&zoom=11&keyword=${word}`)
  await mapOf(page)
    .getByRole('button', { name: /글 2개, 가까이 보기/ })
    .click()
  for (const title of ['한자리 국수', '한자리 만두'])
    await expect(page.locator('.map-card', { hasText: title }).getByRole('link')).toBeInViewport({ ratio: 1 })
  await expectPinVisible(page, mapOf(page).getByRole('button', { name: /글 2개, 가까이 보기/ }))
})

test('the map fills the window, and its keyword stands in one field @wide', async ({ page, api }) => {
  const word = uniqueName()
  await buildCluster(api, word, { title: '외딴 집', lat: 34.275 })
  await page.goto(`/map?keyword=${word}`)
  await expect(page.locator('.map-card')).toHaveCount(20)
  await expect(page.getByRole('combobox', { name: '지도에서 찾을 말' })).toHaveValue(word)
  await expect(page.getByRole('combobox', { name: '검색어' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

test('on a page enlarged twice the list follows the map; four times, the bars scroll away too @narrow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/map')
  const map = mapOf(page)
  await expect(map).toHaveAttribute('data-status', 'success')
  await expect(page.locator('.map-list')).toHaveCSS('position', 'static')
  const [wide, over] = [await boxOf(map.locator('.map-canvas')), await boxOf(map.locator('.map-credits'))]
  expect(wide.height).toBeGreaterThanOrEqual(300)
  expect(over.y + over.height).toBeCloseTo(wide.y + wide.height, 0)
  await expect(page.getByRole('heading', { name: '지도에서 보는 맛집' })).toBeInViewport({ ratio: 1 })
  await expect(map.getByRole('button', { name: '지도 확대' })).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 320, height: 256 })
  await expect(page.locator('.map-list')).toHaveCSS('position', 'static')
  await page.evaluate(() => scrollTo(0, 56))
  await expect(page.locator('.topbar')).not.toBeInViewport()
  await expect(page.locator('.bottombar')).not.toBeInViewport()
  expect((await boxOf(map)).height).toBeGreaterThanOrEqual(200)
  // The sources of the map cover no number.
  const [drawn, sources] = [await boxOf(map.locator('.map-canvas')), await boxOf(map.locator('.map-credits'))]
  expect(sources.y).toBeGreaterThanOrEqual(drawn.y + drawn.height)
  await expect(map.getByRole('button', { name: '내 위치' })).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('.bottombar').getByRole('link').first()).toBeInViewport({ ratio: 0.9 })
})

test('a number stands above the dot of the device, and the scale gives way to it @narrow', async ({
  page,
  context,
  api,
}) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const lng of [125.6, 125.6004]) await buildPost(api, { author, contents: word, lat: 34.45, lng })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 34.45, longitude: 125.6002, accuracy: 10 })
  await page.goto(`/map?lat=34.45&lng=125.6002&zoom=14&keyword=${word}`)
  const map = mapOf(page)
  const number = map.getByRole('button', { name: /글 2개, 가까이 보기/ })
  const scale = map.locator('.leaflet-control-scale-line')
  await expect(number).toBeVisible()
  await expect(scale).toBeVisible()
  await map.getByRole('button', { name: '내 위치' }).click()
  const dot = map.locator('.here-dot')
  await expect(dot).toBeVisible()
  const layerOf = (one: Locator) => one.evaluate((element) => Number(getComputedStyle(element).zIndex))
  expect(await layerOf(number)).toBeGreaterThan(await layerOf(dot))
  const [from, to] = [await boxOf(number), await boxOf(scale)]
  const { x, y } = await boxOf(map)
  const [startX, startY] = [x + 250, y + 250]
  await page.mouse.move(startX, startY)
  await page.mouse.down()
  await page.mouse.move(startX + to.x - from.x, startY + to.y - from.y, { steps: 8 })
  await page.mouse.up()
  await expect(number).toBeVisible()
  await expect(scale).toBeHidden()
})

test('names on the map are readable in forced colours @wide', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/map')
  const ground = mapOf(page).getByRole('img', { name: /지도에 보이는 곳: .*제주/ })
  await expect(ground).toBeVisible()
  // An outline in the colour of the letters would cover them.
  const coloursOf = (properties: string[]) =>
    ground.evaluate((element, names) => {
      const pen = document.createElement('canvas').getContext('2d')
      return names.map((name) => {
        if (pen) pen.fillStyle = getComputedStyle(element).getPropertyValue(name)
        return pen?.fillStyle
      })
    }, properties)
  const [letters, outline, land] = await coloursOf(['--map-text', '--map-halo', '--map-land'])
  expect(letters).not.toBe(outline)
  expect(outline).toBe(land)
})

/** More posts in one place than fit the list, and earlier a single one that is not in the list. */
async function buildCluster(api: Api, word: string, alone: { title: string; lat: number }): Promise<void> {
  const author = await buildUser(api)
  await buildPost(api, { author, contents: word, lng: 125.3, ...alone })
  for (let n = 0; n < 20; n++) await buildPost(api, { author, contents: word, lat: 34.32, lng: 125.3 })
}

function mapOf(page: Page): Locator {
  return page.getByRole('region', { name: '맛집 지도' })
}

function countRequests(page: Page, operation: string): { count: number } {
  const asked = { count: 0 }
  page.on('request', (request) => {
    if (request.postData()?.includes(operation)) asked.count++
  })
  return asked
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
