import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { jsonFile, shopFile, shopLine, somePlaces } from '#tests/place-files.ts'
import { expect, test } from './fixtures.ts'
import { boxOf, doOverlap, importPlaces } from './places.ts'
import { startScreenReader } from './screen-reader.ts'
import { waitForHydration, waitForPaint } from './scripts.ts'
import { dragMap } from './touch.ts'

/** Shops around 해운대역 and elsewhere: their branch, their address, and where they are. */
const shops = [
  ['별다방', '해운대역점', '부산광역시 해운대구 해운대로 620', 35.1629, 129.1601],
  ['별다방', '해운대점', '부산광역시 해운대구 구남로 24', 35.16, 129.1612],
  ['별다방', '노형점', '제주특별자치도 제주시 노형로 380', 33.4837, 126.4769],
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
  await importPlaces(app, [await jsonFile('places.json', somePlaces), await shopFile(lines)])
})

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('a keyword of several places opens the list, which offers each of them and the way out @narrow', async ({
  page,
}) => {
  await page.goto('/map?keyword=고성군')
  const list = page.getByRole('region', { name: '지도에 보이는 글' })
  await expect(list.getByRole('link', { name: '강원 고성군' })).toBeInViewport()
  await expect(list.getByRole('link', { name: '경남 고성군' })).toBeInViewport()
  await expect(list.getByRole('button', { name: '목록 접기' })).toBeVisible()
})

test('a keyword that finds nothing in the whole country can be dropped @wide', async ({ page }) => {
  const word = uniqueName()
  await page.goto(`/map?keyword=${word}`)
  const list = page.getByRole('region', { name: '지도에 보이는 글' })
  await expect(list).toContainText('이 지역에는 찾으시는 글이 없어요.')
  await list.getByRole('link', { name: '검색어 없이 전국에서 보기' }).click()
  await expect(page).toHaveURL(/\/map$/)
  await expect(page.getByRole('combobox', { name: '지도에서 찾을 말' })).toHaveValue('')
})

const fieldOf = (page: Page) => page.getByRole('combobox', { name: '지도에서 찾을 말' })
const listOf = (page: Page) => page.getByRole('region', { name: '지도에 보이는 글' })
const mapOf = (page: Page) => page.getByRole('region', { name: '맛집 지도' })
const optionsOf = (page: Page) => page.getByRole('listbox', { name: '검색어 제안' }).getByRole('option')

test('the field and the filters are over the map, which keeps its room, and the open sheet covers them', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/map?lat=37.55&lng=126.9&zoom=13')
  await waitForHydration(page)
  await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  const field = page.locator('.map-keyword')
  const chips = page.locator('.map-chips')
  const scale = page.locator('.leaflet-control-scale-line')
  // The only other magnifier is that of the whole site.
  await expect(page.getByRole('button', { name: /찾기|검색/ })).toHaveCount(1)
  await expect(listOf(page).getByRole('combobox')).toHaveCount(0)
  await dragMap(page, { from: { x: 180, y: 350 }, to: { x: 120, y: 250 } })
  const again = page.getByRole('button', { name: '이 지역에서 다시 찾기' })
  await expect(again).toBeVisible()
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(field).toBeInViewport({ ratio: 1 })
    const [drawn, top] = [await boxOf(page.locator('.map-canvas')), await boxOf(field)]
    expect(top.y).toBeGreaterThan(drawn.y)
    expect(drawn.height - (top.y + top.height - drawn.y)).toBeGreaterThanOrEqual(150)
    const parts = [field, chips, scale, again, page.locator('.map-tools'), listOf(page)]
    const boxes = await Promise.all(parts.map(boxOf))
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) expect(doOverlap(one, other)).toBe(false)
    if (height > 360) continue
    // On its side a phone has the map up to its lower edge, where the title of the list begins.
    expect(drawn.y + drawn.height).toBeGreaterThan(height - 30)
    await expect(listOf(page).getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 0.9 })
    await expect(listOf(page).getByRole('status').first()).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('button', { name: '지도 출처' })).toBeInViewport()
  }
  // Enlarged four times the map needs all of its room.
  await page.setViewportSize({ width: 320, height: 256 })
  const [drawn, below] = [await boxOf(mapOf(page)), await boxOf(field)]
  expect(below.y).toBeGreaterThanOrEqual(drawn.y + drawn.height)
  expect(below.y).toBeLessThan((await boxOf(listOf(page))).y)

  await page.setViewportSize({ width: 360, height: 740 })
  await listOf(page).getByRole('slider', { name: '목록 높이' }).press('End')
  await expect(page.locator('.map-field')).toHaveAttribute('inert')
  expect((await boxOf(listOf(page))).y).toBeLessThanOrEqual((await boxOf(field)).y)
})

test('on a wide screen the field is above the list @wide', async ({ page }) => {
  await page.goto('/map')
  const [field, list, map] = [await boxOf(fieldOf(page)), await boxOf(listOf(page)), await boxOf(mapOf(page))]
  expect(field.y + field.height).toBeLessThanOrEqual(list.y)
  expect(field.x + field.width).toBeLessThan(map.x)
  await expect(page.getByRole('main').getByRole('button', { name: /찾기|검색/ })).toHaveCount(0)
})

test('a chosen landmark moves the map and gets a pin with its name, a chosen word is searched there', async ({
  page,
  api,
  isMobile,
}) => {
  const title = `밀면 ${uniqueName().slice(-8)}`
  await buildPost(api, { author: await buildUser(api), title, lat: 35.1641, lng: 129.1592 })
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  const field = fieldOf(page)
  await field.fill('해운대역')
  await optionsOf(page).filter({ hasText: '지하철역' }).click()
  await expect(page).toHaveURL(/lat=35\.16367&lng=129\.15891&zoom=16$/)
  await expect(optionsOf(page)).toHaveCount(0)
  await expect(field).toHaveValue('해운대역')
  // A phone's keyboard would cover the map.
  if (isMobile) await expect(field).not.toBeFocused()
  await expect(listOf(page).getByRole('status').first()).toContainText('‘해운대역’ 근처의 글')
  const pin = mapOf(page).locator('.marker-pin')
  await expect(pin).toContainText('해운대역')
  await expect(pin.locator('.marker-name')).toBeVisible()
  // A press on it is for the post below it.
  expect(await pin.evaluate((element) => getComputedStyle(element.parentElement ?? element).pointerEvents)).toBe('none')

  await field.fill(title.slice(0, -1))
  await expect(optionsOf(page).first()).toContainText(title)
  await field.press('ArrowDown')
  await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('keyword') === title)
  await expect(mapOf(page).getByRole('button', { name: title })).toBeVisible()
  await expect(pin).toHaveCount(0)

  // Something that is asked for at a place is suggested with it.
  await field.fill('해운대역에서 밀면')
  await expect(optionsOf(page).first()).toContainText('해운대역 밀면')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('keyword') === '해운대역 밀면')
  await expect(listOf(page).getByRole('link', { name: title })).toBeVisible()
})

test('Enter and Escape while composing are those of the syllable; Escape closes the suggestions and keeps the text', {
  tag: '@wide',
}, async ({ page, api }) => {
  await buildPost(api, { author: await buildUser(api), title: '새벽 돼지국밥' })
  await page.goto('/map')
  await waitForHydration(page)
  const [field, options] = [fieldOf(page), optionsOf(page)]
  await field.click()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '돼지국', selectionStart: 3, selectionEnd: 3 })
  await expect(options.filter({ hasText: '돼지국밥' }).first()).toBeVisible()
  for (const code of ['Enter', 'Escape']) {
    const key = { key: 'Process', code, windowsVirtualKeyCode: 229 } as const
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  await keyboard.send('Input.insertText', { text: '돼지국' })
  // Safari ends the composition first, and then sends the key as 229.
  await field.evaluate((input) => {
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '돼지국' }))
    for (const key of ['Escape', 'Enter'])
      input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, keyCode: 229 }))
  })
  await waitForPaint(page)
  await expect(options.first()).toBeVisible()
  await expect(page).toHaveURL(/\/map$/)
  await field.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('돼지국')
  await field.press('Enter')
  await expect(page).toHaveURL(/keyword=/)
  await page.getByRole('button', { name: '검색어 지우기' }).click()
  await expect(page).not.toHaveURL(/keyword=/)
  await expect(field).toBeFocused()
  // What was searched is offered again.
  await expect(options.first()).toHaveText('돼지국최근')
})

test('while a keyword is looked for, the list does not say how many posts another one has, or that it has none', async ({
  page,
  api,
}) => {
  // No post anywhere has the others.
  const [word, other, third] = [uniqueName(), uniqueName(), uniqueName()]
  const author = await buildUser(api)
  for (const lng of [125.7, 125.71]) await buildPost(api, { author, contents: word, lat: 34.6, lng })
  await page.goto(`/map?lat=34.6&lng=125.7&zoom=12&keyword=${word}`)
  await waitForHydration(page)
  const count = listOf(page).getByRole('status').first()
  await expect(count).toHaveText(`‘${word}’ 글 2개`)
  const release = await holdPosts(page)
  await fieldOf(page).fill(other)
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`keyword=${other}`))
  await expect(count).toHaveText('불러오는 중…')
  release()
  await expect(count).toContainText(`‘${other}’ 글 0개`)
  const none = listOf(page).getByText('이 지역에는 찾으시는 글이 없어요.')
  await expect(none).toBeVisible()
  const releaseAgain = await holdPosts(page)
  await fieldOf(page).fill(third)
  await fieldOf(page).press('Enter')
  await expect(count).toHaveText('불러오는 중…')
  await expect(none).toHaveCount(0)
  releaseAgain()
  await expect(none).toBeVisible()
})

test('a place with food leads the map from anywhere to the posts that are meant', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), contents: word, lat: 35.164, lng: 129.159 })
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  await fieldOf(page).fill(`해운대역 ${word}`)
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(/keyword=.*lat=35\.1.*lng=129\.1/)
  await expect(listOf(page).getByRole('status').first()).toContainText('글 1개')
})

test('the count of a keyword that leads the map is announced once, where it leads', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), contents: word, lat: 35.164, lng: 129.159 })
  const reader = await startScreenReader(page)
  for (const start of ['/map', '/map?lat=34.05&lng=130.9&zoom=14']) {
    await page.goto(start)
    await waitForHydration(page)
    await expect(listOf(page).getByRole('status').first()).toContainText('이 지역의 글')
    await reader.said()
    await fieldOf(page).fill(`해운대역 ${word}`)
    await fieldOf(page).press('Enter')
    await expect(page).toHaveURL(/keyword=.*lat=35\.1.*lng=129\.1/)
    await expect(listOf(page).getByRole('status').first()).toContainText('글 1개')
    const counts = (await reader.said()).filter((text) => / 글 \d+개$/.test(text))
    expect(counts, start).toEqual([`‘해운대역 ${word}’ 글 1개`])
  }
})

test('what is typed while a keyword leads the map to its place stays in the field', async ({ page }) => {
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  const release = await holdPosts(page)
  await fieldOf(page).fill('해운대역')
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(/keyword=/)
  await fieldOf(page).fill('밀면')
  release()
  await expect(page).toHaveURL(/lat=35\.16367&lng=129\.15891&zoom=16$/)
  await expect(mapOf(page).locator('.marker-pin')).toContainText('해운대역')
  await expect(fieldOf(page)).toHaveValue('밀면')
})

test('a shop beside a station and an address lead the map there under their names, food without posts only offers shops', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  const find = async (word: string) => {
    await fieldOf(page).fill(word)
    await fieldOf(page).press('Enter')
  }
  const pin = mapOf(page).locator('.marker-pin')
  await find('별다방 해운대역')
  await expect(page).toHaveURL(/lat=35\.1629&lng=129\.1601&zoom=16$/)
  await expect(pin).toContainText('별다방 해운대역점')
  await find('해운대구 해운대로 620')
  await expect(pin).toContainText('해운대로 620')
  await expect(fieldOf(page)).toHaveValue('해운대로 620')

  await find('김밥')
  const places = listOf(page).getByRole('navigation', { name: '지도를 이곳으로 옮길까요?' })
  await expect(places.getByRole('link')).toHaveText(['달밤김밥'])
  await expect(page).toHaveURL(/keyword=/)
  await find('해운대역 김밥')
  await expect(pin).toContainText('달밤김밥')

  await find('별다방')
  await expect(places.getByRole('link')).toHaveText(['별다방 해운대점', '별다방 해운대역점', '별다방 노형점'])
  await places.getByRole('link', { name: '별다방 해운대점' }).click()
  await expect(page).toHaveURL(/lat=35\.16&lng=129\.1612&zoom=16$/)
  await expect(pin).toContainText('별다방 해운대점')
})

test('around a station without posts the map can be widened before all of Korea is shown', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/map?lat=34.05&lng=130.9&zoom=16')
  await waitForHydration(page)
  await expect(listOf(page).getByRole('link', { name: '전국에서 보기' })).toBeInViewport()
  await listOf(page).getByRole('link', { name: '더 넓게 보기' }).click()
  await expect(page).toHaveURL(/lat=34\.05&lng=130\.9&zoom=14$/)
})

test('food that a place lacks is said to be missing there, and what was typed stays in the field', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  await fieldOf(page).fill('해운대역에서 파스타')
  await fieldOf(page).press('Enter')
  await expect(listOf(page).getByText('해운대역 근처에는 ‘파스타’ 글이 없어요.')).toBeInViewport()
  await expect(page).toHaveURL(/lat=35\.16367&lng=129\.15891&zoom=16&keyword=/)
  await expect(fieldOf(page)).toHaveValue('해운대역에서 파스타')
  const elsewhere = listOf(page).getByRole('link', { name: '전국에서 ‘파스타’ 찾기' })
  await expect(elsewhere).toHaveAttribute('href', `/map?keyword=${encodeURIComponent('파스타')}`)
  // A map that was moved stays where it is.
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14&keyword=해운대역에서 파스타')
  await expect(listOf(page).getByText('해운대역 근처에는 ‘파스타’ 글이 없어요.')).toBeVisible()
  await expect(page).toHaveURL(/lat=34\.05/)
  await listOf(page).getByRole('link', { name: '해운대역 근처의 모든 글 보기' }).click()
  await expect(page).toHaveURL(/\/map\?lat=35\.16367&lng=129\.15891&zoom=16$/)
  await expect(fieldOf(page)).toHaveValue('해운대역')
  await expect(mapOf(page).locator('.marker-pin')).toContainText('해운대역')
})

test('a keyword that is read otherwise than typed says so, also after a reload', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  await buildPost(api, { author: await buildUser(api), title: '역 앞 국밥', lat: 35.1637, lng: 129.159 })
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  const count = listOf(page).getByRole('status').first()
  await fieldOf(page).fill('해운데역')
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(/\/map\?lat=35\.16367&lng=129\.15891&zoom=16$/)
  await expect(count).toHaveText(/^‘해운대역’으로 찾았어요 · 근처의 글 \d+개$/)
  await page.reload()
  await expect(count).toHaveText(/^‘해운대역’으로 찾았어요/)
  await fieldOf(page).fill('rnrqkq')
  await fieldOf(page).press('Enter')
  await expect(count).toHaveText(/^‘국밥’으로 찾았어요 · 글 \d+개$/)
})

test('without the search for places a station still leads the map to it', { tag: '@narrow' }, async ({
  page,
  expectErrors,
}) => {
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('searchPlaces')) await route.fulfill({ status: 500 })
    else await route.fallback()
  })
  await page.goto('/map?lat=34.05&lng=130.9&zoom=14')
  await waitForHydration(page)
  await fieldOf(page).fill('별다방 해운대역')
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(/lat=35\.16367&lng=129\.15891&zoom=16/)
  await expect(listOf(page).getByText('해운대역 근처에는 ‘별다방’ 글이 없어요.')).toBeVisible()
  expectErrors(/500/)
})

/** Posts of the map are answered only after the returned function was called. */
async function holdPosts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('getMapPosts')) await promise
    await route.fallback()
  })
  return resolve
}

test('without a script the field keeps the view @narrow', async ({ browser, contextOptions, origin }) => {
  const context = await browser.newContext({ ...contextOptions, baseURL: origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/map?lat=37.55&lng=126.9&zoom=13')
  await fieldOf(page).fill('국밥')
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('keyword') === '국밥')
  await expect(page).toHaveURL(/lat=37\.55&lng=126\.9&zoom=13/)
  await context.close()
})
