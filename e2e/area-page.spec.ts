import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { unlimited } from '#tests/unlimited.ts'
import { expect, testOn } from './fixtures.ts'
import { areasAreKnown, BUNDLE_PATIENCE } from './places.ts'
import { type RunningApp, startApp } from './running-app.ts'
import { openSearch, waitForHydration } from './scripts.ts'
import { atBothWidths, expectReadable } from './themes.ts'

/** A site with the bundled borders, as an operator has it. */
const test = testOn<RunningApp>(async (use) => {
  const app = await startApp('e2e-areas', unlimited)
  await use(app)
  await app.stop()
})
test.setTimeout(BUNDLE_PATIENCE + 60_000)

const ULLEUNG = { lat: 37.4845, lng: 130.9057, dong: '울릉읍', district: '울릉군' }

test('a post and the map lead to an area, which lists its posts and links to its parts', { tag: '@narrow' }, async ({
  page,
  api,
  origin,
}) => {
  await areasAreKnown(api)
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

test('popular areas and half a name in the search field lead to areas, and an area without posts says so', {
  tag: '@narrow',
}, async ({ page, api }) => {
  await areasAreKnown(api)
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

test('other names of an area redirect to its one URL, and an unknown area is not found', { tag: '@narrow' }, async ({
  request,
  api,
}) => {
  await areasAreKnown(api)
  for (const [path, status, target] of [
    ['/area/서울/마포구', 200, undefined],
    ['/area/서울특별시/마포구/망원제1동', 301, '/area/서울/마포구/망원동'],
    ['/area/서울/마포구/동교동?filter=popular', 301, '/area/서울/마포구/서교동?filter=popular'],
    ['/area?lat=37.5554&lng=126.9012&zoom=12', 302, '/area/서울/마포구'],
    ['/area/없는곳', 404, undefined],
    ['/area/<svg>', 404, undefined],
    ['/area/%00', 404, undefined],
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

test('a search for an area shows its posts, also when its name is misspelt, in one request', {
  tag: '@narrow',
}, async ({ page, api }) => {
  await areasAreKnown(api)
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
  expect(asked.length).toBeLessThanOrEqual(2)

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
  await expect(page.getByRole('heading', { level: 2, name: /^홍대입구역(?: 근처|에서 가까운 글)$/ })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a station that no post names is found first, with the posts near it, and keeps its name in their list', {
  tag: '@narrow',
}, async ({ page, api }) => {
  await areasAreKnown(api)
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
  await expect(main.getByText('이 말이 들어간 글은 없어요. 지평역에서 가까운 글부터 보여 드려요.')).toBeVisible()
  await expect(main.getByRole('heading', { level: 2, name: '지평역 근처' })).toBeVisible()
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
