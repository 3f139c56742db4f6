import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { openSearch, waitForFonts, waitForHydration } from './scripts.ts'

test('during an upload everything else waits below a spinner, and Escape cancels', { tag: ['@wide', '@long'] }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('/v1_1/**', async (route) => {
    await arrival
    await route.abort()
  })
  const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() }
  await page.locator('input[type=file]').setInputFiles(photo)
  const overlay = page.getByRole('dialog', { name: '사진을 올리는 중' })
  await expect(overlay.getByText('Loading...')).toBeVisible()
  await expect(overlay.getByRole('status')).toHaveText('사진을 올리는 중')
  await expect(overlay).toHaveCSS('z-index', '11000')
  expect(await overlay.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
  await expect(overlay.locator('.spinner')).toHaveCSS('width', '50px')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(page.getByText('이미지 로드 애러가 났습니다.')).toBeHidden()
  arrive()

  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('alert')).toHaveText('인터넷 연결을 확인해 주세요.')
  expectErrors(/net::ERR_/)
})

test('a picture that cannot be loaded leaves the drawn one and the letter, and nothing moves', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn, expectErrors }) => {
  const member = await buildUser(api)
  const word = uniqueName()
  const [image, face] = [await uploadAs(member, await phonePhoto()), await uploadAs(member, await phonePhoto())]
  await api.as(member).update({ ...member, jwt: member.handle, image: face })
  // No other post has this place name; the page would show their pictures.
  const { id } = await buildPost(api, { author: member, contents: word, place_name: word, address: word, image })
  await signIn()
  const boxes = () =>
    page
      .locator('.photo, .avatar, h1, h2')
      // The user menu has a hidden one, as soon as it has loaded.
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
  const broken = page.locator('main .photo img, main .avatar img')
  for (const path of [`/search?keyword=${word}`, `/post/${id}`]) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(broken).toHaveCount(2)
    const whole = await boxes()
    await page.route('/images/**', (route) => route.abort())
    // Scripts load after the pictures have failed, so no listener exists yet.
    await page.route('**/*.js', async (route) => {
      await page.waitForFunction(() => [...document.images].every((image) => image.complete))
      await route.continue()
    })
    await page.reload()
    await expect(broken).toHaveCount(0)
    await expect(page.locator('main .photo .no-photo').first()).toBeVisible()
    await expect.poll(boxes).toEqual(whole)
    await page.unrouteAll()
  }
  expectErrors(/net::ERR_FAILED/)
})

test('a phone has room for what home, a post and the map show, also on its side and in text of twice the size', {
  tag: ['@narrow', '@long'],
}, async ({ page, signIn, api }) => {
  const author = await signIn()
  await test.step('what orders and filters home stands in one row', async () => {
    await buildPost(api, { author, lat: 37.556, lng: 126.91 })
    for (const path of ['/', '/?near=37.556,126.910']) {
      await page.goto(path)
      await waitForHydration(page)
      await waitForFonts(page)
      const tools = page.locator('.feed-tools')
      const middles = await tools.locator(':scope > *').evaluateAll((all) =>
        all.map((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return Math.round((top + bottom) / 2)
        }),
      )
      expect(middles.length).toBeGreaterThan(4)
      expect(new Set(middles).size, path).toBe(1)
    }
  })
  await test.step('breadcrumbs and the sources of the map are large enough for a finger', async () => {
    // A site that has just started is still writing its areas; a post from before would have none yet.
    const area = () => api.getArea({ path: '서울/마포구' }).catch(() => null)
    await expect.poll(area).toMatchObject({ name: '마포구' })
    const { id } = await buildPost(api, { author, address: '서울 마포구 망원동 1', lat: 37.556, lng: 126.901 })
    await page.goto(`/post/${id}`)
    const crumbs = page.getByRole('navigation', { name: '지역' }).getByRole('link')
    await expect(crumbs.nth(1)).toBeVisible()
    await page.locator('.map').scrollIntoViewIfNeeded()
    const sources = page.getByRole('button', { name: '지도 출처' })
    await expect(sources).toBeVisible()
    for (const target of [...(await crumbs.all()), sources]) {
      const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })
  await test.step('in text of twice the size hours, kind and price stay within their card on the map', async () => {
    const hours = { start_time: '00:05', end_time: '00:00' }
    const word = uniqueName()
    await buildPost(api, {
      author,
      contents: word,
      kind: 'cafe',
      price: 'from_1_to_2',
      lat: 34.6,
      lng: 125.7,
      ...hours,
    })
    await page.goto(`/map?lat=34.6&lng=125.7&zoom=14&keyword=${word}`)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const chips = page.locator('.mini .chip')
    await expect(chips.first()).toBeVisible()
    const faults = await chips.evaluateAll((all) =>
      all.flatMap((chip) => {
        const frame = chip.closest('.mini-text')?.getBoundingClientRect()
        const isCut =
          chip.scrollWidth > chip.clientWidth || chip.getBoundingClientRect().right > (frame?.right ?? 0) + 1
        return isCut ? [chip.textContent] : []
      }),
    )
    expect(faults).toEqual([])
  })
  await test.step('on its side it has its links at the top and no bar below', async () => {
    await page.setViewportSize({ width: 640, height: 360 })
    await page.goto('/map')
    await expect(page.getByRole('navigation', { name: '하단 메뉴' })).toBeHidden()
    const links = page.getByRole('navigation', { name: '주요 메뉴' }).getByRole('link')
    await expect(links).toHaveText(['홈', '글쓰기', '지도', '내 맛집'])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBe(0)
    const height = () => page.locator('.map-canvas').evaluate((map) => map.clientHeight)
    expect(await height()).toBeGreaterThanOrEqual(250)
    await openSearch(page)
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 0.9 })
    expect(await overflow()).toBe(0)
  })
})
