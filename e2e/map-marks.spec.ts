import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, testOn } from './fixtures.ts'
import { boxOf, drawnMap, mapOf } from './places.ts'
import { openUntilShown, waitForHydration, waitForOverlays } from './scripts.ts'
import { expectContrast, expectReadable, expectThemed, inBothThemes, MARK_CONTRAST, TEXT_CONTRAST } from './themes.ts'

/** The line that korea/NOTICE.md asks every map to show. */
const sourceLine = /^> (행정경계: .*)$/m.exec(readFileSync('korea/NOTICE.md', 'utf8'))?.[1] ?? ''

/** The dot must be found at a glance among names and lines. */
const HERE_CONTRAST = 4

const test = testOn(drawnMap)

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('the attribution of the map is shown without any import', async ({ page }) => {
  await page.goto('/map')
  await expectSource(page.getByRole('region', { name: '맛집 지도' }))
})

test('the device’s position is a dot in its circle among names, and a failure says so', { tag: '@narrow' }, async ({
  page,
  context,
}) => {
  await page.goto('/map')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await expect(mapOf(page)).toHaveAttribute('aria-label', /보이는 곳/)
  await map.getByRole('button', { name: '내 위치' }).click()
  await expect(page.getByText(/현재 위치를 알 수 없어요/)).toBeVisible()
  await expect(map.locator('.here-dot')).toHaveCount(0)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 37.5663, longitude: 126.9014, accuracy: 200 })
  await map.getByRole('button', { name: '내 위치' }).click()
  await expect(map.locator('.here-circle')).toBeVisible()
  await expect(async () => {
    const [dot, box] = [await boxOf(map.locator('.here-dot')), await boxOf(map)]
    expect(dot.x + dot.width / 2).toBeCloseTo(box.x + box.width / 2, -1)
  }).toPass()
  await expect(mapOf(page)).toHaveAttribute('aria-label', /마포구청역/)
  await expect(mapOf(page)).toHaveAttribute('aria-label', /동(,|$)/)
  await inBothThemes(page, async (theme) => {
    await expectThemed(map, theme)
    for (const [part, property] of [
      ['.here-dot', 'background-color'],
      ['.here-circle', 'stroke'],
    ] as const)
      await expectContrast(map.locator(part), [property, '--map-land'], HERE_CONTRAST)
  })
})

test('the device’s position is shown at the zoom of a nearer map, below every pin', { tag: '@wide' }, async ({
  page,
  context,
  api,
}) => {
  const word = uniqueName()
  const here = { lat: 36.4, lng: 124.4 }
  await buildPost(api, { author: await buildUser(api), title: '바로 여기', contents: word, ...here })
  await context.grantPermissions(['geolocation'])
  // Where the name of the pin is: 20 pixels below it.
  await context.setGeolocation({ latitude: 36.3999, longitude: here.lng, accuracy: 10 })
  await page.goto(`/map?lat=36.4&lng=124.4&zoom=18&keyword=${word}`)
  const map = page.getByRole('region', { name: '맛집 지도' })
  const pin = map.getByRole('button', { name: '바로 여기' })
  await expect(pin.locator('.marker-name')).toBeVisible()
  await map.getByRole('button', { name: '내 위치' }).click()
  const dot = map.locator('.here-dot')
  await expect(dot).toBeVisible()
  await expect(page).toHaveURL(/lat=36\.3999.*zoom=18/)
  await expect(page.getByRole('button', { name: '이 지역에서 다시 찾기' })).toHaveCount(0)
  const layerOf = (one: Locator) => one.evaluate((element) => Number(getComputedStyle(element).zIndex))
  expect(await layerOf(dot)).toBeLessThan(await layerOf(pin))
  expect(await dot.evaluate((element) => element.parentElement?.className)).toBe(
    await pin.evaluate((element) => element.parentElement?.className),
  )
  await pin.click()
  await expect(pin.locator('.marker-chosen')).toBeVisible()
  await expect.poll(async () => (await layerOf(pin)) > (await layerOf(dot))).toBe(true)
  await inBothThemes(page, async () => {
    await expectContrast(pin.locator('.marker-name'), ['color', '--map-halo'], TEXT_CONTRAST)
    await expectContrast(pin.locator('.marker-text'), ['background-color', '--map-land'], MARK_CONTRAST)
  })
})

test('the first view shows all of the country, clear of the sheet and the buttons @wide', async ({ page, api }) => {
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
})

test('the names of cities stand beside the numbers that cover them', { tag: '@narrow' }, async ({ page, api }) => {
  const author = await buildUser(api)
  for (const [lat, lng] of [
    [37.56, 126.98],
    [35.18, 129.08],
  ] as const)
    for (const title of ['하나', '둘']) await buildPost(api, { author, title, lat, lng })
  await page.goto('/map')
  await expect(page.getByRole('button', { name: /글 \d+개, 가까이 보기/ })).not.toHaveCount(0)
  for (const city of ['서울', '부산']) await expect(mapOf(page)).toHaveAttribute('aria-label', new RegExp(city))
})

test('the picker and the map of a post show whose data they are drawn from', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author, title: '출처를 밝힌 집', lat: 37.27, lng: 127.03 })
  for (const [address, name] of [
    [`/post/${id}`, '장소 지도'],
    ['/add_post', '위치를 고르는 지도'],
  ] as const) {
    await page.goto(address)
    const map = page.getByRole('region', { name })
    await map.scrollIntoViewIfNeeded()
    await expect(mapOf(page)).toHaveAttribute('aria-label', /보이는 곳/)
    await expectSource(map)
  }
})

test('the name of a post gives way to the buttons over the map, and returns @wide', async ({ page, api }) => {
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), title: '비켜 선 집', contents: word, lat: 34.5, lng: 125.1 })
  await page.goto(`/map?lat=34.5&lng=125.1&zoom=14&keyword=${word}`)
  const map = page.getByRole('region', { name: '맛집 지도' })
  const pin = map.getByRole('button', { name: '비켜 선 집' })
  const name = pin.locator('.marker-name')
  await expect(name).toBeVisible()
  const [box, from, button] = [await boxOf(map), await boxOf(pin), await boxOf(map.locator('.map-tool').first())]
  const [right, down] = [button.x - from.x - 20, button.y - from.y - from.height]
  const drag = async (x: number, y: number, byRight: number, byDown: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + byRight, y + byDown, { steps: 5 })
    await page.mouse.up()
  }
  const [x, y] = [box.x + 60, box.y + 100]
  await drag(x, y, right, down)
  await expect(pin).toBeVisible()
  await expect(name).toBeHidden()
  await drag(x + right, y + down, -right, -down)
  await expect(name).toBeVisible()
})

test('no button, scale or line of sources covers a marker, wherever somebody pans', async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (const title of ['한집', '두집']) await buildPost(api, { author, title, contents: word, lat: 34.5, lng: 125.1 })
  const map = page.getByRole('region', { name: '맛집 지도' })
  const number = map.getByRole('button', { name: '글 2개, 가까이 보기' })
  const panBy = async (right: number, down: number) => {
    const { x, y } = await boxOf(number)
    await page.mouse.move(x - 40, y - 20)
    await page.mouse.down()
    await page.mouse.move(x - 40 + right, y - 20 + down, { steps: 5 })
    await page.mouse.up()
  }
  const names = ['지도 확대', '지도 축소', '내 위치', '이 지역에서 다시 찾기', '.map-credits', SCALE]
  for (const [n, name] of names.entries()) {
    // The same view again would be a reload, after which the map is where it was panned to.
    await page.goto(`/map?lat=34.5&lng=${125.1 + n / 10_000}&zoom=14&keyword=${word}`)
    await expect(number).toBeVisible()
    // Now the map can be searched again.
    await panBy(20, -20)
    const control = name.startsWith('.') ? map.locator(name) : map.getByRole('button', { name })
    const [from, to] = [middleOf(await boxOf(number)), middleOf(await boxOf(control))]
    await panBy(to.x - from.x, to.y - from.y)
    await expect.poll(() => isOnTop(number), `a marker below ${name}`).toBe(true)
    if (name === SCALE) await expect(control).toBeHidden()
    else expect(await isOnTop(control), name).toBe(true)
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    await page.setViewportSize({ width: width + 30, height: height + 40 })
    await expect.poll(() => isOnTop(number), `a marker below ${name} in a larger window`).toBe(true)
    await page.setViewportSize({ width, height })
    await expect.poll(() => isOnTop(number), `a marker below ${name} in the window as before`).toBe(true)
  }
})

test('plus zooms in and arrow keys move the map; the accessible name then lists what is in view @wide', async ({
  page,
}) => {
  await page.goto('/map?lat=37.556&lng=126.923&zoom=13')
  await expect(mapOf(page)).toHaveAttribute('aria-label', /홍대입구역/)
  await page.getByRole('application', { name: /방향키/ }).focus()
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/zoom=14/)
  await expect(mapOf(page)).not.toHaveAttribute('aria-label', /아현역|공덕역/)
  // One long step: Leaflet ignores keys that are pressed while a step is animated.
  await page.keyboard.press('Shift+ArrowRight')
  await expect(mapOf(page)).toHaveAttribute('aria-label', /공덕역/)
})

test('Back closes the card of a pin before it leaves the map, also after a reload or a return from its post', {
  tag: '@narrow',
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
  // What was closed stays closed.
  await page.reload()
  await waitForHydration(page)
  await expect(pin).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

/** The line is shown, on a small map after a press of its button. */
async function expectSource(map: Locator): Promise<void> {
  const line = map.getByText(sourceLine)
  const button = map.getByRole('button', { name: '지도 출처' })
  // They come after the map.
  await expect(line.or(button).filter({ visible: true }).first()).toBeVisible()
  if (!(await line.isVisible())) await button.click()
  await expect(line).toBeVisible()
}

const SCALE = '.leaflet-control-scale-line'

function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Whether a press in its middle is a press of it. */
function isOnTop(one: Locator): Promise<boolean> {
  return one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}

type Box = Awaited<ReturnType<typeof boxOf>>

function covers(outer: Box, inner: Box): boolean {
  const { x, y, width, height } = inner
  return outer.x <= x && outer.y <= y && outer.x + outer.width >= x + width && outer.y + outer.height >= y + height
}
