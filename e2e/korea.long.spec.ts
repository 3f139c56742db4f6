import type { Locator, Page } from '@playwright/test'
import { metresBetween } from '#rules/position.ts'
import { pinMessages } from '#rules/precision.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { unlimited } from '#tests/unlimited.ts'
import { expect, testOn } from './fixtures.ts'
import { BUNDLE_LOAD_MS, boxOf, pickByKeyboardAndPost, pickerResults, searchPlace, waitForAreas } from './places.ts'
import { type RunningApp, startEmbeddedApp } from './running-app.ts'
import { openSearch, waitForHydration } from './scripts.ts'
import { atBothWidths, expectReadable } from './themes.ts'
import { PHONE } from './windows.ts'

/**
 * A site as anybody gets it who types `npm start`: a new data folder, the bundle, no import, no key. It is one for all
 * tests that need the bundle, because loading that takes many times as long as a test.
 */
const test = testOn<RunningApp>(async (use) => {
  const app = await startEmbeddedApp('e2e-korea', unlimited)
  await use(app)
  await app.stop()
})

test.use(PHONE)
test.setTimeout(BUNDLE_LOAD_MS + 120_000)

/** Metres that a pixel of our map shows at zoom 17 in Seoul: Kakao's level 3. */
const METRES_PER_PIXEL = 0.95

const ULLEUNG = { lat: 37.4845, lng: 130.9057, dong: '울릉읍', district: '울릉군' }
const GWANGJANG = { lat: 37.5702, lng: 126.9998, accuracy: 40 }

test('on a fresh site places are found, chosen on the map, posted, and found again near by', async ({
  page,
  context,
  api,
  origin,
  signIn,
}) => {
  const author = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await searchPlace(page, '망원동')
  await expect(firstFound(page)).toContainText('서울특별시 마포구 망원동', { timeout: BUNDLE_LOAD_MS })
  await expectReadable(page, '.picker-results')
  for (const [typed, found] of [
    ['홍대', '홍대입구역'],
    ['강남역 2호선', '강남역'],
    ['ㄴㄷㅁㅅㅈ', '남대문시장'],
    ['서울 중구', '중구'],
  ] as const) {
    await searchPlace(page, typed)
    await expect(pickerResults(page).getByRole('button', { name: `1. ${found} 선택` })).toBeVisible()
  }
  await searchPlace(page, '광장시잔')
  await expect(firstFound(page)).toContainText('광장시장')
  await firstFound(page).getByRole('button', { name: '1. 광장시장 선택' }).click()
  await expect(page.getByRole('group', { name: '선택한 위치' })).toContainText('광장시장 근처')
  await page.getByRole('button', { name: '다시 선택' }).click()
  await expect(page.getByText(pinMessages.none)).toBeVisible()
  await searchPlace(page, '뷁뷁뷁뷁')
  await expect(page.locator('.picker-nothing')).toBeInViewport({ ratio: 1 })
  await expectReadable(page, '.picker-nothing')
  await expect(page.getByRole('button', { name: '지도에 직접 표시', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '주소 입력하기' }).click()
  const typed = page.getByRole('textbox', { name: '주소' })
  await expect(typed).toBeFocused()
  const extent = page.locator('.map .pin-extent')
  for (const [address, says] of [
    ['서울 마포구 월드컵로 200', '월드컵로 200 근처로 보여요. 100~200m 다를 수 있으니 핀을 옮겨 주세요.'],
    ['서울 마포구 망원동 1', '망원동 가운데예요. 핀을 옮겨 주세요.'],
    ['서울 마포구 월드컵로', '월드컵로 가운데예요. 핀을 옮겨 주세요.'],
  ] as const) {
    await typed.fill(address)
    await typed.press('Enter')
    await expect(page.getByText(says)).toBeVisible()
    // Anywhere on a road has no extent.
    await expect(extent).toHaveCount(address.endsWith('로') ? 0 : 1)
  }
  await expect(page.getByText(pinMessages.unconfirmed)).toBeVisible()
  await expectReadable(page, '.picker-chosen')
  await page.getByLabel('상호명').fill('길 어딘가의 집')
  await page.getByLabel('상세내용').fill('번호를 몰라요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  const sent = page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })
  await expect(sent).toHaveAccessibleDescription(pinMessages.unconfirmedSent)
  const [unplaced] = (await api.getPosts({ user_id: author.handle })).data
  expect(unplaced).toMatchObject({ address: '서울 마포구 월드컵로', lat: null, lng: null })
  await pickByKeyboardAndPost(page, origin, `국밥 ${uniqueName().slice(0, 12)}`)

  await waitForAreas(api)
  await context.grantPermissions(['geolocation'])
  const { lat: latitude, lng: longitude, accuracy } = GWANGJANG
  await context.setGeolocation({ latitude, longitude, accuracy })
  const hours = { start_time: '00:00', end_time: '00:00' }
  const title = uniqueName()
  const place = { author, address: '서울 종로구 창경궁로 88', place_name: `${title} 본점` }
  const { id } = await buildPost(api, { ...place, title, ...GWANGJANG, ...hours })
  await buildPost(api, { author, title: `${title} 2`, lat: 37.5703, lng: 127.0008 })
  await page.goto('/area/서울/종로구')
  await waitForHydration(page)
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('button', { name: '가까운 순' }).click()
  await expect(page).toHaveURL(/near=/)
  const cards = page.getByRole('article')
  await expect(cards.first()).toContainText(title)
  await expect(cards.first()).toContainText(/종로구\s·\s\d+m/)
  await expectReadable(page, 'article .address')
  await page.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect(cards.filter({ hasText: `${title} 2` })).toHaveCount(0)
  await expect(cards.first()).toContainText(title)
  // A part of the area keeps the order and the filter.
  await page.getByRole('navigation', { name: '하위 지역' }).getByRole('link', { name: /^종로/ }).first().click()
  await expect(page).toHaveURL(/near=.*open=1|open=1.*near=/)
  await expect(cards.first()).toContainText(title)

  await page.goto(`/post/${id}`)
  const map = page.getByRole('region', { name: '장소 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.locator('.korea-map')).toHaveAttribute('aria-label', /종로|을지로/)
  const { place_id } = await api.getPost({ id })
  await page.goto(`/place/${place_id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${title} 본점` })).toBeVisible()
})

test('the only pin near a station that was searched stands below the header', async ({ page, signIn, api }) => {
  const author = await signIn()
  await waitForAreas(api)
  const title = uniqueName()
  await buildPost(api, { author, title, lat: 37.563, lng: 126.9238 })
  await page.goto('/map?keyword=홍대입구역')
  // Only now the map is at the station. Its upper edge would cut the pin off.
  await expect(page.getByText('‘홍대입구역’ 근처의 글')).toBeVisible()
  const map = page.getByRole('region', { name: '맛집 지도' })
  const pin = map.getByRole('button', { name: title })
  const room = async () => (await boxOf(pin)).y - (await boxOf(map)).y
  await expect.poll(room).toBeGreaterThan(0)
})

test('the picker and the map of a post open as near as level 3, which shows where one is', async ({
  page,
  context,
  api,
  signIn,
}) => {
  await waitForAreas(api)
  const author = await signIn()
  await context.grantPermissions(['geolocation'])
  const { lat: latitude, lng: longitude, accuracy } = GWANGJANG
  await context.setGeolocation({ latitude, longitude, accuracy })
  await page.goto('/add_post')
  const picker = page.getByRole('region', { name: '위치를 고르는 지도' })
  await picker.scrollIntoViewIfNeeded()
  await expect(picker.locator('.korea-map')).toHaveAttribute('aria-label', /종로|창경궁로/)
  await picker.getByRole('button', { name: '내 위치' }).click()
  // It grows with the map, which may still be moving.
  const width = async () => (await boxOf(picker.locator('.here-circle'))).width
  await expect.poll(width).toBeCloseTo((2 * accuracy) / METRES_PER_PIXEL, -1)
  // The pin is described in words, and the map has a scale.
  await expect(page.getByRole('group', { name: '선택한 위치' })).toContainText(/종로5가역에서 .+쪽으로 \d+m/)
  await expect(picker.getByText(/^\d+ m$/)).toBeVisible()

  const { id } = await buildPost(api, { author, ...GWANGJANG })
  await page.goto(`/post/${id}`)
  const map = page.getByRole('region', { name: '장소 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.locator('.korea-map')).toHaveAttribute('aria-label', /종로|창경궁로/)
})

test('a post and the map lead to an area, which lists its posts and links to its parts', async ({
  page,
  api,
  origin,
}) => {
  await waitForAreas(api)
  const author = await buildUser(api)
  const { lat, lng } = ULLEUNG
  const title = uniqueName()
  const { id } = await buildPost(api, {
    author,
    title,
    lat,
    lng,
    address: '경북 울릉군 울릉읍 도동길 1',
    start_time: '00:00',
    end_time: '00:00',
  })
  await buildPost(api, { author, title: `${title} 2`, address: '경북 울릉군 울릉읍 도동길 2' })
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  await atBothWidths(page, () => expectReadable(page, '.place-text'))
  await page.getByRole('navigation', { name: '지역' }).getByRole('link', { name: ULLEUNG.dong }).click()
  await expect(page.getByRole('heading', { level: 1, name: /울릉읍 맛집 \d/ })).toBeVisible()
  await expect(page).toHaveTitle('경북 울릉군 울릉읍 맛집 | 맛나눔')
  const cards = page.getByRole('article').filter({ hasText: title })
  await expect(cards).toHaveCount(2)
  await page.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL(/open=1/)

  await page
    .getByRole('navigation', { name: '지역', exact: true })
    .getByRole('link', { name: ULLEUNG.district })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /울릉군 맛집 \d/ })).toBeVisible()
  await atBothWidths(page, () => expectReadable(page, '.crumbs', '.feed-head', '.area-parts'))
  await page
    .getByRole('navigation', { name: '하위 지역' })
    .getByRole('link', { name: /울릉읍 \d/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /울릉읍 맛집 \d/ })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}${new URL(page.url()).pathname}`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /경북 울릉군 울릉읍 맛집 글 \d+개/)
  const [data, list] = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((json) =>
    JSON.parse(json),
  )
  expect(list).toMatchObject({ '@type': 'ItemList' })
  expect(data.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['전국', '경북', '울릉군', '울릉읍'])

  await page.getByRole('main').getByRole('link', { name: '지도', exact: true }).click()
  await expect(page).toHaveURL(/\/map\?.*zoom=/)
  await page.goto(`/map?lat=${lat}&lng=${lng}&zoom=14`)
  await waitForHydration(page)
  const toggle = page.getByRole('button', { name: '목록 펼치기' })
  if (await toggle.isVisible()) await toggle.click()
  await page.getByRole('link', { name: '이 지역 글 보기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /울릉읍 맛집 \d/ })).toBeVisible()
  await expect(page).toHaveURL(({ pathname }) => decodeURIComponent(pathname) === '/area/경북/울릉군/울릉읍')
})

test('popular areas and half a name in the search field lead to areas, and an area without posts says so', async ({
  page,
  api,
}) => {
  await waitForAreas(api)
  const author = await buildUser(api)
  await buildPost(api, { author, address: '서울 마포구 망원동 1' })
  await page.goto('/area/서울')
  await expect(page.getByRole('heading', { level: 1, name: /서울 맛집/ })).toBeVisible()
  // The server caches them for ten seconds.
  await expect.poll(async () => (await api.getPopularAreas()).length, { timeout: 40_000 }).toBeGreaterThan(0)
  for (const path of ['/', '/search']) {
    const areas = page.getByRole('navigation', { name: '인기 지역' }).locator('a[href^="/area/"]')
    await page.goto(path)
    await waitForHydration(page)
    await atBothWidths(page, () => expectReadable(page, 'nav[aria-label="인기 지역"]'))
    await areas.first().click()
    await expect(page).toHaveURL(/\/area\/./)
    await expect(page.getByRole('heading', { level: 1, name: /맛집 \d/ })).toBeVisible()
  }
  await page.goto('/here')
  await expect(page.getByRole('heading', { name: '맛집이 많은 동네 구경하기' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '인기 지역' })).toBeVisible()
  await page.goto('/area/서울')
  await waitForHydration(page)
  // The second time the chosen area is the one that is shown.
  for (let time = 0; time < 2; time++) {
    await openSearch(page)
    await page.getByRole('combobox', { name: '검색어' }).fill('망원')
    await page.getByRole('option', { name: '서울 마포구 망원동 지역' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /망원동 맛집 \d/ })).toBeVisible()
    await expect(page.getByRole('combobox', { name: '검색어' })).toBeHidden()
  }
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /서울 맛집 \d/ })).toBeVisible()
  await page.goto('/area/강원/양구군/방산면')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: '아직 이 지역의 글이 없어요' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: '양구군 글 보기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /양구군 맛집/ })).toBeVisible()
})

test('other names of an area redirect to its one URL, and an unknown area is not found', async ({ request, api }) => {
  await waitForAreas(api)
  for (const [path, status, target] of [
    ['/area/서울/마포구', 200, undefined],
    ['/area/서울특별시/마포구/망원제1동', 301, '/area/서울/마포구/망원동'],
    ['/area/서울/마포구/동교동?filter=popular', 301, '/area/서울/마포구/서교동?filter=popular'],
    ['/area?lat=37.5554&lng=126.9012&zoom=12', 302, '/area/서울/마포구'],
    ['/area/없는곳', 404, undefined],
    ['/area/<svg>', 404, undefined],
    // Nothing can be seen of it.
    ['/area/%00', 301, '/area'],
    [`/area/${'가'.repeat(200)}`, 404, undefined],
  ] as const) {
    for (const answer of [
      await request.get(path, { maxRedirects: 0 }),
      await request.head(path, { maxRedirects: 0 }),
    ]) {
      const location = answer.headers().location
      const led = location && decodeURI(new URL(location, 'http://site').href).replace(/^https?:\/\/[^/]+/, '')
      expect([path, answer.status(), led]).toEqual([path, status, target])
    }
  }
})

test('a search for an area shows its posts, also when its name is misspelt, in one request', async ({ page, api }) => {
  await waitForAreas(api)
  const author = await buildUser(api)
  const title = uniqueName()
  await buildPost(api, { author, title, address: null, lat: 37.9675, lng: 124.7186 })
  await page.goto('/')
  await openSearch(page)
  const field = page.getByRole('combobox', { name: '검색어' })
  const asked: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (request.url().endsWith('/graphql') && !body.includes('getSuggestions')) asked.push(body)
  })
  await field.fill('백영면')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '백영면 검색 결과' })).toBeVisible()
  await expect(page.getByText('‘백령면’ 검색 결과를 보여 드려요.')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)
  expect(asked.filter((body) => body.includes('getSearchPosts'))).toHaveLength(1)
  // Besides collections, and shops around a place with few posts.
  expect(asked.length).toBeLessThanOrEqual(3)

  const plain = await (await page.request.get('/search?keyword=%EB%B0%B1%EB%A0%B9%EB%A9%B4')).text()
  expect(plain).toContain(`href="/area/${['인천', '옹진군', '백령면'].map(encodeURIComponent).join('/')}"`)
  expect(plain).toContain(title)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^인천 옹진군 백령면 \d+$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /백령면 맛집 \d/ })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1)

  await page.goto(`/search?${new URLSearchParams({ keyword: '홍대입구 뷁뷁' })}`)
  // Whether there are posts around it depends on other tests.
  await expect(page.getByText(/홍대입구역(?: 근처|에서 가까운 글)/).first()).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a station that no post names is found first, with the posts near it, and keeps its name in their list', async ({
  page,
  api,
}) => {
  await waitForAreas(api)
  const author = await buildUser(api)
  const title = uniqueName()
  const near = { lat: 37.4762, lng: 127.6296, address: null, place_name: null }
  await buildPost(api, { author, ...near, title, start_time: '00:00', end_time: '00:00' })
  await buildPost(api, { author, ...near, title: `${title} 둘` })
  const address = `/search?${new URLSearchParams({ keyword: '지평역' })}`
  const plain = await (await page.request.get(address)).text()
  expect(plain).toContain('지평역 근처')
  expect(plain).toContain(title)

  await page.goto(address)
  await waitForHydration(page)
  const main = page.getByRole('main')
  const cards = main.getByRole('article')
  await expect(main.getByRole('navigation', { name: '장소' }).getByRole('link')).toHaveText(
    '지평역지하철역 · 경기 양평군',
  )
  await expect(main.getByText('지평역 근처 · 글 2개')).toBeVisible()
  await expect(cards.first()).toContainText(title)
  await expect(cards.first()).toContainText(/\dm/)
  await expect(cards.filter({ hasText: `${title} 둘` })).toHaveCount(1)
  await main.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect(cards.filter({ hasText: `${title} 둘` })).toHaveCount(0)
  await expect(cards.first()).toContainText(title)

  const field = page.getByRole('combobox', { name: '검색어' })
  await field.click()
  const option = page.getByRole('option', { name: '지평역 지하철역 · 경기 양평군' })
  await expect(option).toBeVisible()
  await field.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '지평역 근처' })).toBeVisible()
  await expect(page).toHaveTitle(/^지평역 근처 \|/)
  await expect(cards.first()).toContainText(title)
  const forged = page.url().replace(/around=[^&]+/, `around=${title}`)
  await main.getByRole('link', { name: '모든 글 보기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '이웃이 나눈 맛집' })).toBeVisible()
  await page.goto(forged)
  await expect(page.getByRole('heading', { level: 1, name: '이웃이 나눈 맛집' })).toBeVisible()
  await expect(page).not.toHaveTitle(/근처/)
})

function firstFound(page: Page): Locator {
  return pickerResults(page).first()
}

test('shops that are loaded behind the first start are found around a station', async ({ api }) => {
  const station = { lat: 37.498, lng: 127.0277 }
  const found = () => api.searchPlaces({ keyword: '스타벅스 강남역' }).catch(() => [])
  const names = async () => (await found()).slice(0, 3).map(({ place_name }) => place_name)
  await expect.poll(names, { timeout: BUNDLE_LOAD_MS }).toEqual(Array(3).fill(expect.stringContaining('스타벅스')))
  for (const { position } of (await found()).slice(0, 3)) expect(metresBetween(position, station)).toBeLessThan(1500)
})

test('a number on a road that several cities have is offered in each of them, on the map and in the picker', async ({
  page,
  api,
  signIn,
}) => {
  const address = '서울특별시 송파구 올림픽로 300'
  const found = () => api.searchPlaces({ keyword: '올림픽로 300' }).catch(() => [])
  const first = async () => (await found())[0]?.address_name
  await expect.poll(first, { timeout: BUNDLE_LOAD_MS }).toBe(address)
  await page.goto('/map')
  await waitForHydration(page)
  const field = page.getByRole('combobox', { name: '지도 검색어' })
  await field.fill('올림픽로 300')
  await field.press('Enter')
  const places = page.getByRole('navigation', { name: '지도를 이곳으로 옮길까요?' })
  await places.getByRole('link', { name: address }).click()
  await expect(page.locator('.marker-pin')).toContainText('올림픽로 300')
  await expect(page).toHaveURL(/lat=37\.51.*zoom=1[56]$/)

  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await searchPlace(page, '올림픽로 300')
  await expect(firstFound(page)).toContainText('도로 단위 위치')
  await firstFound(page).getByRole('button', { name: '1. 올림픽로 300 선택' }).click()
  await expect(page.getByText('올림픽로 300은 이 길 어딘가예요. 핀을 옮겨 주세요.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '상호명' })).toHaveValue('')
})
