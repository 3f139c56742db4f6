import type { Locator, Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { openSearch, waitForFonts, waitForHydration } from './scripts.ts'

test('a phone has its bar at the lower edge', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: '하단 메뉴' })
  await expect(bar).toBeInViewport()
  // The login as well as the logout, of which one is hidden.
  await expect(bar.locator(':is(a, button):visible')).toHaveText(['로그인', '홈', '글쓰기', '지도', '내 맛집'])
  await expect(page.getByRole('navigation', { name: '주요 메뉴' })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeHidden()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(360)
  await page.goto('/account/sign_up')
  await expect(page.getByRole('button', { name: '사진 고르기' })).toBeVisible()
  expect(await width()).toBe(360)
})

test('a wide window has its links in the bar at the top, which stays there', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/account/sign_up')
  await expect(page.getByRole('navigation', { name: '하단 메뉴' })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: '로그인' })).toBeVisible()
  const bar = page.getByRole('navigation', { name: '주요 메뉴' })
  await expect(bar.getByRole('link')).toHaveText(['홈', '글쓰기', '지도', '내 맛집'])
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeInViewport()
})

test('a phone on its side has its links at the top and no bar below', { tag: '@narrow' }, async ({ page, signIn }) => {
  await signIn()
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

test('pictures have their fixed sizes: 220 in a card, 250 or 330 to drop one', async ({
  page,
  api,
  signIn,
  isMobile,
}) => {
  const author = await signIn()
  const word = uniqueName()
  await buildPost(api, {
    author,
    title: '사진 있는 글',
    contents: word,
    image: await uploadAs(author, await phonePhoto()),
  })
  await buildPost(api, { author, title: '사진 없는 글', contents: word })
  await page.goto(`/search?keyword=${word}`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all()) expect((await card.locator('.photo').boundingBox())?.height).toBe(220)
  const drawing = cards.filter({ hasText: '사진 없는 글' }).locator('.photo .no-photo use')
  await expect.poll(() => drawing.evaluate((shape: SVGGraphicsElement) => shape.getBBox().width)).toBeGreaterThan(0)
  await page.goto('/add_post')
  expect((await page.locator('.drop').boundingBox())?.height).toBe(isMobile ? 250 : 330)
})

test('during an upload everything else waits below a spinner, and Escape cancels', { tag: '@wide' }, async ({
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

/** The width of the page, and every date that overflows, lies below a button, or is cut. */
async function dateFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth
    const faults = wide > innerWidth ? [`the page is ${wide} wide`] : []
    for (const head of document.querySelectorAll('.card-head, .byline')) {
      const range = document.createRange()
      range.selectNodeContents(head.querySelector('time') ?? head)
      const [date, place] = [range.getBoundingClientRect(), head.getBoundingClientRect()]
      if (date.right > place.right || date.top < place.top || date.bottom > place.bottom) faults.push('a date is cut')
      const isBelow = (box: DOMRect) => date.right > box.left + 12 && date.bottom > box.top && date.top < box.bottom
      const tools = [...head.querySelectorAll('.icon-btn')]
      if (tools.some((tool) => isBelow(tool.getBoundingClientRect()))) faults.push('a date lies below a button')
    }
    return faults
  })
}

test('dates and the theme switch fit with text of twice the size, and on the narrowest screen', async ({
  page,
  api,
  signIn,
}) => {
  const author = await signIn({ username: '글씨큰이웃' })
  const { id } = await buildPost(api, { author })
  const height = page.viewportSize()?.height ?? 0
  for (const path of ['/account/my_list', `/post/${id}`]) {
    await page.goto(path)
    await expect(page.locator('time').first()).toBeVisible()
    expect(await dateFaults(page)).toEqual([])
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await dateFaults(page)).toEqual([])
  }
  const menu = page.getByRole('navigation', { name: '사용자 메뉴' })
  await page.getByRole('button', { name: '사용자 메뉴' }).click()
  await expect(menu).toBeVisible()
  expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 320, height })
  await page.goto('/account/my_list')
  expect(await dateFaults(page)).toEqual([])
})

test('nothing is wider than the narrowest screen, and the buttons of a sheet are in view in a low window', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const author = await signIn()
  const word = uniqueName()
  const { id } = await buildPost(api, { author, title: word, contents: word.repeat(9), place_name: word })
  await api.as(author).savePost({ post: id, list: 'want', saved: true })
  await page.setViewportSize({ width: 320, height: 500 })
  for (const path of ['/', `/post/${id}`, `/search?keyword=${word}`, '/me']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('link', { name: word }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('button', { name: '필터' }).click()
  const sheet = page.getByRole('dialog', { name: '필터' })
  await expect(sheet.getByRole('button').last()).toBeInViewport({ ratio: 1 })
  expect((await sheet.boundingBox())?.height).toBeGreaterThan(500)
})

test('in a window as low as that of a page enlarged four times both bars scroll away', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/account/sign_up', '/account/login', '/legal/terms']) {
    await page.goto(path)
    await expect(page.locator('.topbar'), path).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo(0, 70))
    for (const bar of ['.topbar', '.bottombar']) await expect(page.locator(bar), path).not.toBeInViewport()
  }
})

test('what orders and filters home stands in one row of a phone', { tag: '@narrow' }, async ({ page, api, signIn }) => {
  const author = await signIn()
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

test('suggestions are wide enough to read on a tablet', { tag: '@narrow' }, async ({ page, api }) => {
  const title = uniqueName()
  await buildPost(api, { author: await buildUser(api), title })
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/')
  await openSearch(page)
  await page.getByRole('combobox', { name: '검색어' }).fill(title.slice(0, -1))
  const list = page.locator('.suggest')
  await expect(list).toBeInViewport({ ratio: 1 })
  expect((await list.boundingBox())?.width).toBeGreaterThanOrEqual(24 * 16)
})

test('with text of twice the size no screen is wider than a phone, and the lower bar shows its words', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const author = await buildUser(api)
  const image = await uploadAs(author, await phonePhoto())
  const place = {
    place_name: '을지로 골뱅이 골목',
    address: '서울특별시 중구 을지로 13길',
    lat: 37.5665,
    lng: 126.9926,
  }
  const { id } = await buildPost(api, {
    author,
    image,
    kind: 'korean',
    dishes: [{ name: '골뱅이무침', price: 25000 }],
    ...place,
  })
  const { place_id } = await api.getPost({ id })
  const { id: collection } = await api.as(author).addCollection({ name: '을지로 데이트', visibility: 'public' })
  await api.as(author).putInCollection({ id: collection, post: id, note: '낮에 가요.' })
  await api.as(author).addComment({ post: id, text: '나도 가 봤어요.' })
  const user = await signIn()
  const fan = await buildUser(api, { username: '이름이아주긴이웃'.repeat(2) })
  await api.as(fan).followUser({ handle: user.handle, follow: true })
  for (const path of [
    '/',
    '/search?keyword=을지로',
    `/post/${id}`,
    `/place/${place_id}`,
    `/collection/${collection}`,
    `/u/${author.handle}`,
    '/me',
    '/following',
    '/here',
    '/notifications',
    '/add_post',
    '/account/profile',
    '/account/people/blocked',
  ]) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
    for (const word of ['로그아웃', '홈', '글쓰기', '지도', '내 맛집'])
      await expect(page.locator('.bottombar').getByText(word, { exact: true })).toBeInViewport({ ratio: 1 })
    // A long name has the width of the screen, and the button beside it goes below.
    if (path === '/notifications')
      expect((await page.locator('.notification-text').boundingBox())?.width).toBeGreaterThan(180)
  }
})

test('in text of twice the size hours, kind and price stay within their card', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  const hours = { start_time: '00:05', end_time: '00:00' }
  const author = await buildUser(api)
  await buildPost(api, { author, contents: word, kind: 'cafe', price: 'from_1_to_2', lat: 34.6, lng: 125.7, ...hours })
  for (const [path, chips] of [
    [`/search?keyword=${word}`, '.card .hours > :is(.chip, .tag)'],
    [`/map?lat=34.6&lng=125.7&zoom=14&keyword=${word}`, '.mini .chip'],
  ] as const) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(page.locator(chips).first()).toBeVisible()
    const faults = await page.locator(chips).evaluateAll((all) =>
      all.flatMap((chip) => {
        const frame = chip.closest('.card-body, .mini-text')?.getBoundingClientRect()
        const isCut =
          chip.scrollWidth > chip.clientWidth || chip.getBoundingClientRect().right > (frame?.right ?? 0) + 1
        return isCut ? [chip.textContent] : []
      }),
    )
    expect(faults, path).toEqual([])
  }
})

test('in text of twice the size both parts of an e-mail address have room', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/account/sign_up')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const name of ['이메일 아이디', '이메일 도메인']) {
    // A select tells nobody that its text is cut off: it needs room for the longest domain, its padding and its arrow.
    const width = await page.getByLabel(name).evaluate((element) => element.getBoundingClientRect().width)
    expect(width / 32, name).toBeGreaterThan(7)
  }
})

test('the head of a card is 68 high, for any author and while loading', async ({ page, api, signIn }) => {
  const author = await signIn()
  const word = uniqueName()
  await buildPost(api, { author, contents: word })
  await buildPost(api, { author: await buildUser(api), contents: word })
  await page.goto(`/search?keyword=${word}`)
  const heads = page.locator('.card-head').filter({ visible: true })
  await expect(heads).toHaveCount(2)
  const heights = () => heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().height))
  expect(await heights()).toEqual([68, 68])
  await waitForHydration(page)
  await page.route('/graphql', () => {})
  await page.getByRole('link', { name: '홈', exact: true }).filter({ visible: true }).click()
  await expect(page.locator('.card-skeleton').first()).toBeVisible()
  expect(new Set(await heights())).toEqual(new Set([68]))
})

test('states shown only by a background are also visible in forced colours', { tag: '@wide' }, async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const word = uniqueName()
  await buildPost(api, { author, contents: word, start_time: '09:00', end_time: '09:00' })
  await page.clock.install({ time: new Date('2026-03-02T12:00:00+09:00') })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const before = (element: Element, part: string) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element, part)
    return { ground: backgroundColor, ring: borderTopWidth === '0px' ? 'none' : borderTopColor }
  }
  const canvas = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const mark = await page.locator('.topnav a[aria-current]').evaluate(before, '::after')
  expect(mark.ground).not.toBe(canvas)
  await page.goto(`/search?keyword=${word}`)
  const open = await page.locator('.chip:not(.chip-off)').evaluate(before, '::before')
  expect(open.ground).not.toBe(canvas)
  await page.locator('.chip').evaluate((chip) => chip.classList.add('chip-off'))
  const closed = await page.locator('.chip-off').evaluate(before, '::before')
  expect(closed.ring).not.toBe('none')
  expect(closed.ring).not.toBe(canvas)
  const filter = page.getByRole('link', { name: '영업 중', exact: true })
  const groundOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
  const unpressed = await groundOf(filter)
  await page.goto(`/search?keyword=${word}&open=1`)
  await expect(filter).toHaveAttribute('aria-current', 'true')
  expect(await groundOf(filter)).not.toBe(unpressed)
  const themes = page.getByRole('group', { name: '화면 모드' })
  const chosen = themes.getByRole('button', { pressed: true })
  const others = themes.getByRole('button', { pressed: false })
  expect(await groundOf(chosen)).not.toBe(await groundOf(others.first()))
  await expect(others.first()).not.toHaveCSS('border-top-width', '0px')
})

test('a picture that cannot be loaded leaves the drawn one and the letter, and nothing moves', {
  tag: '@narrow',
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
    // So late that the pictures have failed before any listener exists.
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
