import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, testOn } from './fixtures.ts'
import { uploadAs } from './people.ts'
import { boxOf, koreaMapOf, runMapSite } from './places.ts'
import { openUntilShown, waitForFonts } from './scripts.ts'
import { brightnessOf, expectContrast, expectThemed, inBothThemes, MARK_CONTRAST, TEXT_CONTRAST } from './themes.ts'
import { PHONE, WIDE } from './windows.ts'

/** The dot must be found at a glance among names and lines. */
const HERE_CONTRAST = 4

const test = testOn(runMapSite)
test.use(WIDE)

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('names show the location at every zoom, from the country to a street corner', async ({ page }) => {
  for (const [view, name] of [
    ['', '부산'],
    ['?lat=37.556&lng=126.923&zoom=11', '마포구'],
    ['?lat=37.556&lng=126.923&zoom=12', '홍대입구역'],
    ['?lat=37.556&lng=126.923&zoom=14', '홍대입구역'],
    ['?lat=37.556&lng=126.923&zoom=16', '동교로'],
    ['?lat=35.158&lng=129.059&zoom=11', '부산진구'],
    ['?lat=35.158&lng=129.059&zoom=12', '서면역'],
    ['?lat=35.158&lng=129.059&zoom=16', '서면역'],
    ['?lat=33.45&lng=126.53&zoom=9', '제주시'],
    ['?lat=33.5&lng=126.53&zoom=13', '이도2동'],
    ['?lat=33.5&lng=126.53&zoom=16', '동광로'],
  ] as const) {
    await page.goto(`/map${view}`)
    await expect(koreaMapOf(page), view).toHaveAttribute('aria-label', new RegExp(`: (.*, )?${name}(,|$)`))
  }
  const light = () => brightnessOf(page.locator('.map'))
  await expect.poll(light).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(light).toBeLessThan(70)
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /동광로/)
})

test('while tiles are on their way the map says so, and those that failed are asked for again', async ({
  page,
  expectErrors,
}) => {
  let failures = 0
  await page.route(/\/map\/korea\//, async (route) => {
    if (failures >= 6) return route.continue()
    failures++
    await route.abort()
  })
  await page.goto('/map?lat=37.556&lng=126.923&zoom=12')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect(map.locator('.map-canvas[data-loading]')).toBeVisible()
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /홍대입구역/)
  await expect(map.locator('.map-canvas[data-loading]')).toHaveCount(0)
  expect(failures).toBeGreaterThan(0)
  expectErrors(/ERR_FAILED .*\/map\/korea\//)
})

test('keys zoom and move the map, a mouse drags it, and its accessible name lists what is in view', async ({
  page,
}) => {
  await page.goto('/map?lat=37.556&lng=126.923&zoom=13')
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /홍대입구역/)
  await page.getByRole('application', { name: /방향키/ }).focus()
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/zoom=14/)
  await expect(koreaMapOf(page)).not.toHaveAttribute('aria-label', /아현역|공덕역/)
  // One long step: Leaflet ignores keys that are pressed while a step is animated.
  await page.keyboard.press('Shift+ArrowRight')
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /공덕역/)
  const box = await boxOf(page.getByRole('region', { name: '맛집 지도' }))
  const [x, y] = [box.x + box.width - 150, box.y + 200]
  await expect(koreaMapOf(page)).not.toHaveAttribute('aria-label', /시청역/)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 400, y + 200, { steps: 20 })
  await page.mouse.up()
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /시청역/)
})

test('the device’s position is a dot in its circle among names', async ({ page, context }) => {
  await page.setViewportSize(PHONE.viewport)
  await page.goto('/map')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /보이는 곳/)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 37.5663, longitude: 126.9014, accuracy: 200 })
  await map.getByRole('button', { name: '내 위치' }).click()
  await expect(map.locator('.here-circle')).toBeVisible()
  await expect(async () => {
    const [dot, box] = [await boxOf(map.locator('.here-dot')), await boxOf(map)]
    expect(dot.x + dot.width / 2).toBeCloseTo(box.x + box.width / 2, -1)
  }).toPass()
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /마포구청역/)
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /동(,|$)/)
  await inBothThemes(page, async (theme) => {
    await expectThemed(map, theme)
    for (const [part, property] of [
      ['.here-dot', 'background-color'],
      ['.here-circle', 'stroke'],
    ] as const)
      await expectContrast(map.locator(part), [property, '--map-land'], HERE_CONTRAST)
  })
})

test('the first view shows all of the country, clear of the sheet and the buttons, with the names of cities beside numbers', async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const ends = {
    '북쪽 끝 집': [38.2, 128.5],
    '동쪽 끝 집': [35.6, 129.4],
    '남쪽 끝 집': [33.3, 126.5],
    '서쪽 끝 집': [34.8, 126.2],
  }
  for (const [title, [lat = 0, lng = 0]] of Object.entries(ends)) await buildPost(api, { author, title, lat, lng })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const map = page.getByRole('region', { name: '맛집 지도' })
    await openUntilShown(page, '/map', map.getByRole('button', { name: '서쪽 끝 집' }))
    for (const title of Object.keys(ends)) {
      const pin = map.getByRole('button', { name: title })
      await expect(pin, `${title} at ${width}`).toBeVisible()
      // The map may still be moving.
      await expect(async () => {
        const [seen, tools] = [await boxOf(pin), await boxOf(map.locator('.map-tools'))]
        expect(covers(await boxOf(map), seen), `${title} at ${width}`).toBe(true)
        const isUnderTools = seen.x + seen.width > tools.x && seen.y + seen.height > tools.y
        expect(isUnderTools, `${title} at ${width}`).toBe(false)
        if (width < 1024) expect(seen.y + seen.height).toBeLessThanOrEqual((await boxOf(page.locator('.map-list'))).y)
      }).toPass()
    }
    await inBothThemes(page, async (theme) => {
      await expectThemed(map, theme)
      await expectContrast(map.locator('.map-tool').first(), ['border-top-color', '--map-land'], MARK_CONTRAST)
      // On a light map a pin is seen by its edge, on a dark one by its ground.
      const seen = theme === 'light' ? '--control' : 'background-color'
      for (const word of await map.locator('.marker-kind .marker-text').all()) {
        await expectContrast(word, ['color', 'background-color'], TEXT_CONTRAST)
        await expectContrast(word, [seen, '--map-land'], MARK_CONTRAST)
      }
    })
  }
  for (const [lat, lng] of [
    [37.56, 126.98],
    [35.18, 129.08],
  ] as const)
    for (const title of ['하나', '둘']) await buildPost(api, { author, title, lat, lng })
  await page.setViewportSize({ width: 360, height: 740 })
  await openUntilShown(page, '/map', page.getByRole('button', { name: /^서울특별시, 글 \d+개, 확대해서 보기$/ }))
  for (const city of ['서울', '부산']) await expect(koreaMapOf(page)).toHaveAttribute('aria-label', new RegExp(city))
})

test('the tiles of a first view are at most 150 kB', async ({ page }) => {
  for (const view of [
    '',
    '?lat=37.55&lng=126.99&zoom=12',
    '?lat=34.8&lng=128.4&zoom=10',
    '?lat=37.5&lng=127.03&zoom=16',
  ]) {
    const fetched = countBytes(page)
    await page.goto(`/map${view}`)
    await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /보이는 곳/)
    await page.waitForLoadState('networkidle')
    const bytes = await fetched()
    // Later views reuse the files of earlier ones.
    if (view === '') expect(bytes).toBeGreaterThan(5000)
    expect(bytes, view).toBeLessThan(150_000)
  }
})

const devices = [
  ['a phone', 'Linux; Android 16; K', PHONE],
  ['Windows', 'Windows NT 10.0; Win64; x64', {}],
  ['Linux', 'X11; Linux x86_64', {}],
] as const

test('the first view of the map is at most 350 kB in all; our fonts come after it, on Windows when it is left', async ({
  api,
  browser,
  contextOptions,
  origin,
}) => {
  const author = await buildUser(api)
  // As wide as a card on a phone; larger ones would only take longer to prepare.
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#d02020' } })
    .jpeg()
    .toBuffer()
  // More than the list shows at first.
  for (let number = 0; number < 12; number++) {
    const image = await uploadAs(author, photo)
    await buildPost(api, { author, image, lat: 37.5 + number / 1000, lng: 127 })
  }
  for (const [device, platform, screen] of devices) {
    const userAgent = `Mozilla/5.0 (${platform})`
    const page = await browser.newPage({ ...contextOptions, ...screen, userAgent, baseURL: origin })
    const { fonts, others, asked } = await weighMap(page, device === 'Linux')
    expect(others, device).toBeGreaterThan(100_000)
    expect(others, device).toBeLessThanOrEqual(350_000)
    expect(asked[0], device).toBe('tile')
    // A device that may have no Korean font needs ours.
    if (device === 'Linux') expect(fonts).toBeLessThanOrEqual(150_000)
    else expect(asked, device).not.toContain('font')
    if (device === 'Windows') {
      await page.getByRole('link', { name: '맛나눔', exact: true }).click()
      await waitForFonts(page)
    }
    await page.close()
  }
})

/** Opens the map and counts the transferred bytes. */
async function weighMap(page: Page, hasOurFonts: boolean) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const fonts = new Set<string>()
  const bytes = { fonts: 0, others: 0 }
  const asked: ('font' | 'tile')[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push('font')
    else if (/\/map\/korea\//.test(request.url())) asked.push('tile')
  })
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Font' && fonts.add(requestId))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[fonts.has(requestId) ? 'fonts' : 'others'] += encodedDataLength
  })
  await page.goto('/map')
  await expect(koreaMapOf(page)).toHaveAttribute('aria-label', /보이는 곳/)
  await expect(page.locator('.map-canvas[data-loading]')).toHaveCount(0)
  if (hasOurFonts) await waitForFonts(page)
  await page.waitForLoadState('networkidle')
  return { ...bytes, asked }
}

/** Counts the transferred bytes of the map's files. */
function countBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\/map\/korea\//.test(request.url()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0)
}

type Box = Awaited<ReturnType<typeof boxOf>>

function covers(outer: Box, inner: Box): boolean {
  const { x, y, width, height } = inner
  return outer.x <= x && outer.y <= y && outer.x + outer.width >= x + width && outer.y + outer.height >= y + height
}
