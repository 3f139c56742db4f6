import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration, waitForOverlays, waitForPaint, watchAssets } from './scripts.ts'
import { expectContrast, expectReadable, inBothThemes, MARK_CONTRAST, TEXT_CONTRAST } from './themes.ts'

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('Back closes the card of a pin before it leaves the map, also after a reload or a return from its post', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), title: '이름난 집', contents: word, lat: 37.56, lng: 126.9 })
  await page.goto('/')
  await page.goto(`/map?lat=37.56&lng=126.9&zoom=11&keyword=${word}`)
  const pin = page.getByRole('region', { name: '맛집 지도' }).getByRole('button', { name: '이름난 집' })
  await expect(pin.locator('.marker-name')).toBeHidden()
  await pin.click()
  const card = page.locator('.map-card[data-active]')
  await expect(card).toBeVisible()
  await expect(pin.locator('.marker-name')).toBeVisible()
  await inBothThemes(page, async () => {
    await expectContrast(pin.locator('.marker-name'), ['color', '--map-halo'], TEXT_CONTRAST)
    await expectContrast(pin.locator('.marker-text'), ['background-color', '--map-land'], MARK_CONTRAST)
  })
  await expectReadable(page, '.map-card[data-active]')
  await waitForOverlays(page, 1)
  await page.reload()
  await waitForHydration(page)
  await expect(card).toContainText('이름난 집')
  await expect(card.getByRole('link')).toBeInViewport({ ratio: 1 })
  await expect(pin.locator('.marker-name')).toBeInViewport()
  await waitForOverlays(page, 1)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { name: '이름난 집' })).toBeVisible()
  await page.goBack()
  await expect(card.getByRole('link')).toBeInViewport({ ratio: 1 })
  await expect(pin.locator('.marker-chosen')).toBeInViewport()
  await waitForOverlays(page, 1)
  await page.goBack()
  await expect(card).toHaveCount(0)
  await expect(page).toHaveURL(/\/map\?/)
  await waitForOverlays(page, 0)
  // Closed panels stay closed.
  await page.reload()
  await waitForHydration(page)
  await expect(pin).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('a map that is only looked at asks for nothing before it comes into view, on a post and on a place', {
  tag: ['@narrow', '@long'],
}, async ({ api, another }) => {
  const author = await buildUser(api)
  const place = { author, lat: 37.556, lng: 126.923, place_name: '멀리 식당', address: '서울 마포구 동교로 1' }
  const { id } = await buildPost(api, { ...place, title: '긴 글', contents: '바다\n'.repeat(60) })
  const { place_id } = await api.getPost({ id })
  for (const path of [`/post/${id}`, `/place/${place_id}`]) {
    const page = await another()
    const asked: string[] = []
    page.on('request', (request) => {
      const [what] = /\/map\/korea|getMapSettings/.exec(request.url() + request.postData()) ?? []
      if (what) asked.push(what)
    })
    const assets = watchAssets(page)
    // The script and the style of the map.
    const mapAssets = () => assets.having('leaflet-interactive')
    // Of a place the map would be in the first view of a whole phone.
    await page.setViewportSize({ width: 360, height: 200 })
    await page.goto(path)
    await waitForHydration(page)
    const map = page.getByRole('region', { name: '장소 지도' })
    /** Scrolls until the map begins that many pixels below the window. */
    const scrollTo = (below: number) =>
      map.evaluate((element, pixels) => {
        const away = element.getBoundingClientRect().top - innerHeight - pixels
        window.scrollBy({ top: away, behavior: 'instant' })
      }, below)
    await scrollTo(100)
    expect(((await map.boundingBox())?.y ?? 0) - (page.viewportSize()?.height ?? 0)).toBeCloseTo(100, -1)
    await page.waitForLoadState('networkidle')
    await waitForPaint(page)
    expect([asked, await mapAssets()], path).toEqual([[], []])
    await expect(map).toHaveAttribute('data-status', 'initialized')
    await scrollTo(-40)
    await expect(map).toHaveAttribute('data-status', 'success')
    await expect.poll(() => [...new Set(asked)].sort()).toEqual(['/map/korea', 'getMapSettings'])
    const kinds = (await mapAssets()).map((url) => url.split('.').at(-1))
    expect(kinds.sort()).toEqual(['css', 'js'])
  }
})
