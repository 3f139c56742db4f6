import type { Page } from '@playwright/test'
import { errorMessages, failures } from '#rules/errors.ts'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import {
  holdScripts,
  openSearch,
  openUntilShown,
  returnToTab,
  scrollToPost,
  waitForHydration,
  waitForPaint,
} from './scripts.ts'

/** That many posts that contain the returned word, the last one the newest. */
async function buildPosts(api: Api, count: number) {
  const author = await buildUser(api)
  const word = uniqueName()
  const posts: { id: string; title: string }[] = []
  for (let index = 0; index < count; index++) {
    posts.push(
      await buildPost(api, { author, title: `식당 ${String(index).padStart(2, '0')}`, contents: `맛있는 ${word}` }),
    )
  }
  return { author, word, posts }
}

function cardsOf(page: Page) {
  return page.getByRole('article')
}

/** Waits until the cards are those of these posts, in this order. */
async function expectInOrder(page: Page, posts: { id: string }[]): Promise<void> {
  const addresses = () =>
    page.locator('.feed h2 a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await expect.poll(addresses).toEqual(posts.map(({ id }) => `/post/${id}`))
}

test('a list loads more as the reader scrolls, shows no post twice, and starts again at its end', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const { author, word, posts } = await buildPosts(api, 43)
  const newestFirst = posts.toReversed()
  await page.goto(`/search?keyword=${word}`)
  await expect(cardsOf(page)).toHaveCount(10)
  await buildPost(api, { author, title: '그 사이 새 글', contents: word })
  await scrollToPost(page, 40)
  await expectInOrder(page, newestFirst.slice(0, 40))
  await page.getByRole('button', { name: '더 보기' }).click()
  await expect(page.getByText('글 43개를 불러왔어요.')).toBeAttached()
  const firstNew = page.locator(`h2 a[href="/post/${newestFirst[40]?.id}"]`)
  await expect(firstNew).toBeFocused()
  await expectInOrder(page, newestFirst)

  // Cards far from the window are not painted, but take the same room, and the browser finds their text.
  const height = () => page.getByRole('main').evaluate((main) => Math.round(main.getBoundingClientRect().height))
  const whole = await height()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const middle = cardsOf(page).nth(19).getByRole('link').last()
  await expect.poll(() => middle.evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }))).toBe(false)
  expect(await height()).toBe(whole)
  await expect(firstNew).toBeFocused()
  const found = '식당 23'
  expect(
    await page.evaluate((text) => (window as unknown as { find: (text: string) => boolean }).find(text), found),
  ).toBe(true)
  await expect(page.getByRole('heading', { name: found })).toBeInViewport()

  await scrollToPost(page, 43)
  await expect(page.getByText('마지막 글까지 모두 보셨어요.')).toBeVisible()
  await page.getByRole('button', { name: '처음부터 다시 보기' }).click()
  await expect(cardsOf(page)).toHaveCount(10)
  await expect(cardsOf(page).first().getByRole('heading')).toHaveText('그 사이 새 글')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a list that ends in the first window does not offer to start again @wide', async ({ page, api }) => {
  const { word } = await buildPosts(api, 1)
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  await expect(page.getByText('마지막 글까지 모두 보셨어요.')).toBeVisible()
  const again = page.getByRole('button', { name: '처음부터 다시 보기' })
  await expect(again).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 400 })
  await expect(again).toBeVisible()
})

for (const post of [
  'a post',
  'a post that was loaded anew',
  'a post that was loaded anew before it came',
  'a post whose script has not come yet',
] as const) {
  test(`Back returns to the same card, from ${post}`, { tag: '@narrow' }, async ({ page, api }) => {
    const { word } = await buildPosts(api, 25)
    await page.goto(`/search?keyword=${word}`)
    await cardsOf(page).last().scrollIntoViewIfNeeded()
    await expect(cardsOf(page)).toHaveCount(20)
    const card = cardsOf(page).nth(16)
    await card.scrollIntoViewIfNeeded()
    await waitForPaint(page)
    const before = await card.boundingBox()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(500)
    const title = (await card.getByRole('heading').textContent()) ?? ''
    const heading = page.getByRole('heading', { level: 1, name: title })
    if (post === 'a post that was loaded anew before it came') await page.route('**/graphql', () => {})
    await card.locator('h2 a').click()
    await expect(page).toHaveURL(/\/post\/\d+$/)
    if (post === 'a post that was loaded anew before it came') {
      await page.reload()
      await page.unroute('**/graphql')
    }
    await expect(heading).toBeVisible()
    if (post === 'a post whose script has not come yet') {
      const release = await holdScripts(page)
      await page.reload({ waitUntil: 'commit' })
      await expect(heading).toBeVisible()
      await page.goBack({ waitUntil: 'commit' })
      // The list is hidden until its script has restored it.
      await expect(page.locator('.feed article').first()).toBeAttached()
      release()
    } else {
      if (post === 'a post that was loaded anew') await page.reload()
      await waitForHydration(page)
      await page.goBack()
    }
    // Nothing hides the list any more.
    await expect(page.locator('html')).toHaveAttribute('data-returning', 'done')
    // The page may still be loaded anew.
    await expect(async () => {
      expect(await page.evaluate(() => Math.round(scrollY))).toBe(Math.round(scrolled))
      expect(Math.round((await card.boundingBox())?.y ?? -1)).toBe(Math.round(before?.y ?? 0))
    }).toPass()
  })
}

test('Back to a list of several pages asks once, and shows what has become of the posts', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const { author, word, posts } = await buildPosts(api, 25)
  const [, liked, , deleted] = posts
  await page.goto(`/search?keyword=${word}`)
  await scrollToPost(page, 25)
  await expect(cardsOf(page)).toHaveCount(25)
  await cardsOf(page).last().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: posts[0]?.title ?? '' })).toBeVisible()
  await api.as(author).likePost({ id: liked?.id ?? '', isLike: true, jwt: author.handle })
  await api.as(author).deletePost({ id: deleted?.id ?? '' })
  // What was loaded a moment ago is not asked for again.
  await page.clock.setSystemTime(Date.now() + 60_000)
  const asked: string[] = []
  page.on('request', (request) =>
    asked.push(/query get(?:SearchPosts|ListedAgain)/.exec(request.postData() ?? '')?.[0] ?? ''),
  )
  await page.goBack()
  await expect(cardsOf(page)).toHaveCount(24)
  await expect(page.getByRole('button', { name: `‘${liked?.title}’ 좋아요 1` })).toBeVisible()
  expect(asked.filter((query) => query !== '')).toEqual(['query getListedAgain'])
})

test('a post that loads slowly starts at its top, and Back finds the card before and after it has loaded', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const { word } = await buildPosts(api, 5)
  await page.goto(`/search?keyword=${word}`)
  await expect(cardsOf(page)).toHaveCount(5)
  await waitForHydration(page)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('/graphql', async (route) => {
    if (route.request().postData()?.includes('query getPost(')) await arrived
    await route.continue()
  })
  await cardsOf(page).nth(4).scrollIntoViewIfNeeded()
  const scroll = () => page.evaluate(() => Math.round(scrollY))
  const before = await scroll()
  expect(before).toBeGreaterThan(1000)
  for (const isThere of [false, true]) {
    await cardsOf(page).nth(4).getByRole('heading').getByRole('link').click()
    await expect(page.getByText('불러오는 중이에요.')).toBeAttached()
    await expect.poll(scroll).toBe(0)
    if (isThere) {
      arrive()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goBack()
    await expect(cardsOf(page)).toHaveCount(5)
    await expect.poll(scroll).toBe(before)
  }
})

test('the order of a list is in its URL', { tag: '@wide' }, async ({ page, api }) => {
  const { author, word, posts } = await buildPosts(api, 3)
  const [first = '', second = '', third = ''] = posts.map(({ title }) => title)
  const titles = cardsOf(page).getByRole('heading')
  await api.as(author).likePost({ id: posts[1]?.id ?? '', isLike: true, jwt: author.handle })
  await page.goto(`/search?keyword=${word}`)
  await expect(titles).toHaveText([third, second, first])
  await page.getByText('정렬: 정확도순').click()
  await page.getByRole('link', { name: '인기순' }).click()
  await expect(page).toHaveURL(`/search?keyword=${word}&filter=popular`)
  await expect(titles).toHaveText([second, third, first])
  await page.getByText('정렬: 인기순').click()
  await page.getByRole('link', { name: '이름순' }).click()
  await expect(page).toHaveURL(`/search?keyword=${word}&filter=order`)
  await expect(titles).toHaveText([first, second, third])
  await page.reload()
  // The list is hidden until its position is restored.
  await expect(titles).toHaveText([first, second, third])
  await page.goto('/')
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('link', { name: '이름순' }).click()
  await expect(page).toHaveURL('/?filter=order')
  await page.goBack()
  await expect(page.locator('summary', { hasText: '최신순' })).toBeVisible()
})

/** Answers every request to the API with this error. */
async function answerWith(page: Page, code: 'FORBIDDEN' | 'UNAVAILABLE'): Promise<void> {
  const errors = [{ message: errorMessages[code], extensions: { code } }]
  await page.route('/graphql', (route) => route.fulfill({ json: { data: null, errors } }))
}

test('a later page that fails keeps the cards, can be retried, and continues by itself if the site was away', {
  tag: '@wide',
}, async ({ page, api, expectErrors }) => {
  const { word } = await buildPosts(api, 13)
  await page.goto(`/search?keyword=${word}`)
  await expect(cardsOf(page)).toHaveCount(10)
  await answerWith(page, 'FORBIDDEN')
  await cardsOf(page).last().scrollIntoViewIfNeeded()
  await expect(page.getByText('글을 더 불러오지 못했어요.')).toBeVisible()
  await page.route('/graphql', (route) => route.abort())
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByText(failures.offline)).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(10)
  await page.unroute('/graphql')
  await returnToTab(page)
  await expect(cardsOf(page)).toHaveCount(13)
  expectErrors(/net::ERR_FAILED/)
})

test('a first page that fails shows the error page, which can be retried and continues if the site was away', {
  tag: '@wide',
}, async ({ page, api, expectErrors }) => {
  const { word } = await buildPosts(api, 1)
  await page.goto('/')
  await openSearch(page)
  await page.getByRole('combobox', { name: '검색어' }).fill(word)
  await answerWith(page, 'FORBIDDEN')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '예기치 못한 에러가 발생했습니다!' })).toBeVisible()
  await expect(page.getByText('관리자에게 문의해주세요')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '홈으로' })).toBeVisible()
  await answerWith(page, 'UNAVAILABLE')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByText(failures.continues)).toBeVisible()
  await page.unroute('/graphql')
  await returnToTab(page)
  await expect(cardsOf(page)).toHaveCount(1)
  // The router writes what a loader failed with.
  expectErrors(/^ApiError: (?:권한이 없습니다|일시적으로 서비스를 이용할 수 없습니다)\./)
})

test('empty lists say so and what to do', { tag: '@wide' }, async ({ page, signIn }) => {
  await page.goto(`/search?keyword=${uniqueName()}`)
  await expect(page.getByRole('heading', { name: '검색 결과가 없어요' })).toBeVisible()
  await page.goto('/search')
  await expect(page.getByRole('heading', { name: '무엇을 찾으세요?' })).toBeVisible()
  await signIn()
  await page.goto('/account/my_list')
  await expect(page.getByRole('heading', { name: '아직 쓴 글이 없어요' })).toBeVisible()
  await waitForHydration(page)

  const nothing = { data: [], nextCursor: null, startCursor: null }
  await page.route('/graphql', async (route) => {
    const isFeed = route.request().postData()?.includes('query getPosts')
    await (isFeed ? route.fulfill({ json: { data: { getPosts: nothing } } }) : route.continue())
  })
  await page.getByRole('link', { name: '맛나눔' }).click()
  await expect(page.getByRole('heading', { name: '아직 올라온 글이 없어요' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '글쓰기' }).click()
  await expect(page).toHaveURL('/add_post')
})

test('a heart is disabled for a visitor, and a member’s is reverted on failure', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
}) => {
  const { word, posts } = await buildPosts(api, 1)
  const address = `/search?keyword=${word}`
  await page.goto(address)
  await expect(page.getByRole('button', { name: '좋아요 0' })).toBeDisabled()
  await page.goto(`/post/${posts[0]?.id}`)
  await expect(page.getByRole('button', { name: '좋아요 0' })).toBeDisabled()

  await signIn()
  await page.goto(address)
  await page.getByRole('button', { name: '좋아요 0' }).click()
  await expect(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  const likes = async () => (await api.getPost({ id: posts[0]?.id ?? '' })).like
  await expect.poll(likes).toBe(1)
  await page.getByRole('button', { name: '좋아요 1' }).click()
  await expect(page.getByRole('button', { name: '좋아요 0' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(likes).toBe(0)

  const errors = [{ message: errorMessages.RATE_LIMITED, extensions: { code: 'RATE_LIMITED' } }]
  await page.route('/graphql', (route) =>
    route.request().postData()?.includes('likePost(')
      ? route.fulfill({ json: { data: null, errors } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: '좋아요 0' }).click()
  await page.getByRole('dialog', { name: errorMessages.RATE_LIMITED }).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByRole('button', { name: '좋아요 0' })).toHaveAttribute('aria-pressed', 'false')
})

test('new posts wait behind a pill and move nothing', { tag: '@wide' }, async ({ page, api }) => {
  const { author, posts } = await buildPosts(api, 1)
  await page.clock.install()
  const first = cardsOf(page).first()
  await openUntilShown(page, '/', first.locator(`h2 a[href="/post/${posts[0]?.id}"]`))
  await waitForHydration(page)
  await buildPost(api, { author, title: '갓 올라온 글' })
  const pill = page.getByRole('button', { name: '새 글 1개' })
  await expect(async () => {
    // The answer may be a second old, and the next is asked for half a minute later.
    await page.clock.fastForward(31_000)
    await expect(pill).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(first.getByRole('heading')).toHaveText('식당 00')
  await pill.click()
  await expect(first.getByRole('heading')).toHaveText('갓 올라온 글')
})

test('a like while a list is loading loses neither the list nor the like @wide', async ({ page, api, signIn }) => {
  await signIn()
  const { posts } = await buildPosts(api, 1)
  const post = posts[0]
  if (!post) throw new Error('nothing was posted')
  await page.clock.install()
  await page.goto(`/post/${post.id}`)
  await waitForHydration(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query getPosts(')) return route.fallback()
    asked += 1
    await released
    // The first request was cancelled.
    await route.continue().catch(() => {})
  })
  // The old page stays past the time at which a blank one would appear, which it does not.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
  await page.getByRole('navigation').getByRole('link', { name: '홈' }).first().click()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.getByRole('button', { name: '좋아요 0' }).click()
  await page.clock.runFor(50)
  await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
  await page.clock.resume()
  release()
  await expect(page).toHaveURL('/')
  const card = cardsOf(page).filter({ has: page.locator(`a[href="/post/${post.id}"]`) })
  await expect(card.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
})
