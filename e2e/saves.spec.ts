import { errorMessages } from '#rules/errors.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './people.ts'
import { holdScripts, openUntilShown, waitForHydration } from './scripts.ts'

test('one press keeps a post, on a card, on its page and on the page of its place', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await buildUser(api)
  const word = uniqueName()
  const { id } = await buildPost(api, { author, title: '책갈피집', contents: word, place_name: word })
  const { place_id } = await api.getPost({ id })
  const user = await signIn()
  await page.goto(`/search?keyword=${word}`)
  const want = page.getByRole('button', { name: /^‘.*’ 가고 싶어요$/ })
  const been = page.getByRole('button', { name: /^‘.*’ 다녀왔어요$/ })
  await want.click()
  await expect(want).toHaveAttribute('aria-pressed', 'true')
  const said = page.getByRole('status').filter({ hasText: '가고 싶어요에 담았어요' })
  await expect(said).toBeVisible()
  // While its button has the focus it does not go by itself.
  await said.getByRole('button', { name: '모음에 담기' }).focus()
  await want.dispatchEvent('click')
  await expect(said).toBeHidden()
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  await want.click()
  await expect(want).toHaveAttribute('aria-pressed', 'true')
  const marks = async () => {
    const { wanted, been } = await api.as(user).getPost({ id })
    return { wanted, been }
  }
  await expect.poll(marks).toEqual({ wanted: true, been: false })
  await page.goto(`/post/${id}`)
  await expect(want).toHaveAttribute('aria-pressed', 'true')
  await been.press('Enter')
  await expect(been).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(marks).toEqual({ wanted: true, been: true })
  await page.goto(`/place/${place_id}`)
  const marksOfPlace = page.locator('.place-marks')
  await expect(marksOfPlace.getByRole('button', { name: `‘${word}’ 다녀왔어요` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await marksOfPlace.getByRole('button', { name: `‘${word}’ 가고 싶어요` }).click()
  await expect.poll(marks).toEqual({ wanted: false, been: true })
})

test('the first paint shows the marks, and a failure takes the press back', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
  expectErrors,
}) => {
  const author = await buildUser(api)
  const word = uniqueName()
  const { id } = await buildPost(api, { author, title: '처음부터집', contents: word })
  const user = await signIn()
  await api.as(user).savePost({ post: id, list: 'been', saved: true })
  const release = await holdScripts(page)
  await page.goto(`/search?keyword=${word}`, { waitUntil: 'commit' })
  const been = page.getByRole('button', { name: '‘처음부터집’ 다녀왔어요' })
  const want = page.getByRole('button', { name: '‘처음부터집’ 가고 싶어요' })
  await expect(been).toHaveAttribute('aria-pressed', 'true')
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  release()
  await waitForHydration(page)
  await expect(been).toHaveAttribute('aria-pressed', 'true')
  await page.route('/graphql', (route) =>
    route.request().postData()?.includes('savePost(') ? route.abort() : route.fallback(),
  )
  await want.click()
  await expect(page.getByText('인터넷 연결을 확인해 주세요.')).toBeVisible()
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  expectErrors(/net::ERR_FAILED/)
})

test('a visitor who wants to keep a post logs in and returns to it', { tag: '@wide' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const user = await buildUser(api)
  const word = uniqueName()
  const { id } = await buildPost(api, { author, title: '로그인집', contents: word })
  const want = page.getByRole('button', { name: '‘로그인집’ 가고 싶어요' })
  await openUntilShown(page, `/post/${id}`, want)
  await waitForHydration(page)
  await want.click({ force: true })
  const dialog = page.getByRole('dialog', { name: '로그인하면 내 맛집에 담을 수 있어요' })
  await dialog.getByRole('link', { name: '로그인' }).click()
  await logIn(page, user)
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(want).toBeEnabled()
})

test('내 맛집 has four lists with numbers, a search and an order by distance', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
  context,
}) => {
  const author = await buildUser(api)
  const user = await signIn()
  const me = api.as(user)
  const near = await buildPost(api, { author, title: '가까운 국밥', lat: 37.5, lng: 127 })
  const far = await buildPost(api, {
    author,
    title: '먼 국수',
    lat: 35.1,
    lng: 129,
    start_time: '00:00',
    end_time: '00:00',
  })
  for (const { id } of [near, far]) await me.savePost({ post: id, list: 'want', saved: true })
  const lost = await buildPost(api, {
    author,
    title: '없어질집',
    place_name: '없어진식당',
    address: '서울 서초구 방배로 33',
  })
  await me.savePost({ post: lost.id, list: 'been', saved: true })
  await api.as(author).deletePost({ id: lost.id })
  await me.likePost({ id: near.id, isLike: true, jwt: user.handle })
  const own = await buildPost(api, { author: user, title: '내가 쓴 집' })
  await page.goto('/me')
  await waitForHydration(page)
  await expect(page.getByText('2곳 중 1곳이 지금 열려 있어요.')).toBeVisible()
  const rows = page.locator('.saved h2')
  await expect(rows).toHaveText(['먼 국수', '가까운 국밥'])
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 37.5, longitude: 127 })
  await page.getByRole('combobox', { name: '순서' }).selectOption('가까운 순')
  await expect(rows).toHaveText(['가까운 국밥'])
  await expect(page.getByText('10 km 안의 글이에요. 위치가 없는 글은 빠졌어요.')).toBeVisible()
  await page.getByRole('link', { name: '더 먼 곳도 보기' }).click()
  await expect(rows).toHaveText(['가까운 국밥', '먼 국수'])
  await expect(page.getByText('100m 이내')).toBeVisible()
  await page.getByRole('searchbox', { name: '가고 싶은 곳에서 찾기' }).fill('국수')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(['먼 국수'])
  await page.getByRole('searchbox').fill('마라탕')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '‘마라탕’은 아직 담지 않았어요' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: '내 맛집 목록' })
  await tabs.getByRole('link', { name: '1 다녀왔어요' }).click()
  await expect(rows).toHaveText(['없어진식당'])
  await expect(page.getByText('지워진 글 · 서울 서초구 방배로 33')).toBeVisible()
  await tabs.getByRole('link', { name: '1 좋아요' }).click()
  await expect(rows).toHaveText(['가까운 국밥'])
  await tabs.getByRole('link', { name: '1 내가 쓴 글' }).click()
  await expect(rows).toHaveText(['내가 쓴 집'])
  await expect(page.getByRole('link', { name: '‘내가 쓴 집’ 글 수정' })).toHaveAttribute('href', `/edit/${own.id}`)
  await tabs.getByRole('link', { name: '2 가고 싶어요' }).click()
  await page.getByRole('button', { name: '‘먼 국수’ 가고 싶어요' }).click()
  await expect(page.getByRole('button', { name: '‘먼 국수’ 가고 싶어요' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await me.getSavedCounts()).want).toBe(1)
})

test('the map of a list has a pin for each place, which shows its post', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await buildUser(api)
  const user = await signIn()
  const place = { lat: 33.4996, lng: 126.5312 }
  const { id } = await buildPost(api, { author, title: '지도국밥', ...place })
  const other = await buildPost(api, { author, title: '다른 곳', lat: 33.25, lng: 126.56 })
  for (const post of [id, other.id]) await api.as(user).savePost({ post, list: 'want', saved: true })
  await page.goto('/me?view=map')
  // On a wide screen both are there, and the switch is hidden.
  await expect(page.locator('.me-views [aria-current]')).toHaveText('지도')
  const map = page.getByRole('region', { name: '가고 싶어요 지도' })
  await map.getByRole('button', { name: '지도국밥' }).press('Enter')
  const card = map.getByRole('list', { name: '고른 곳' })
  await card.getByRole('link', { name: /지도국밥/ }).click()
  await expect(page).toHaveURL(`/post/${id}`)

  // The other lists, each with pins of its own sign.
  await api.as(user).savePost({ post: id, list: 'been', saved: true })
  await api.as(user).likePost({ id, isLike: true, jwt: user.handle })
  await buildPost(api, { author: user, title: '내가 쓴 집', ...place })
  for (const [list, name, sign, title] of [
    ['been', '다녀왔어요', 'been', '지도국밥'],
    ['liked', '좋아요', 'liked', '지도국밥'],
    ['written', '내가 쓴 글', 'mine', '내가 쓴 집'],
  ]) {
    await page.goto(`/me?list=${list}&view=map`)
    const pin = page.getByRole('region', { name: `${name} 지도` }).getByRole('button', { name: title })
    await expect(pin.locator(`[data-mark=${sign}]`)).toBeVisible()
  }
})

test('on a phone what is kept begins in the upper part of the screen, below one row of collections', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const user = await signIn()
  const post = await buildPost(api, { author: user, title: '아껴 둔 집' })
  await api.as(user).savePost({ post: post.id, list: 'want', saved: true })
  const row = page.getByRole('region', { name: '모음' }).getByRole('listitem')
  const kept = page.locator('.saved').first()
  const top = async () => (await kept.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  await page.goto('/me')
  await expect(row).toHaveText([/새 모음.*이름을 붙여 모아 보세요/])
  await expect(kept).toContainText('아껴 둔 집')
  expect(await top()).toBeLessThan(430)
  for (const name of ['성수 데이트', '비 오는 날', '혼밥하기 좋은 곳'])
    await api.as(user).addCollection({ name, visibility: 'private' })
  await page.reload()
  await expect(row).toHaveCount(4)
  await expect(kept).toContainText('아껴 둔 집')
  expect(await top()).toBeLessThan(430)
  // The others of the row come by a swipe.
  await row.last().getByRole('link').focus()
  await expect(row.last()).toBeInViewport({ ratio: 1 })
})

test('내 맛집 has one column on a phone, and two on a tablet', { tag: '@narrow' }, async ({ page, api, signIn }) => {
  const user = await signIn()
  for (const title of ['첫째 집', '둘째 집', '셋째 집']) {
    const { id } = await buildPost(api, { author: user, title })
    await api.as(user).savePost({ post: id, list: 'want', saved: true })
  }
  await page.goto('/me')
  const rows = page.locator('.saved')
  await expect(rows).toHaveCount(3)
  const columns = () =>
    rows.evaluateAll((all) => new Set(all.map((row) => Math.round(row.getBoundingClientRect().left))).size)
  expect(await columns()).toBe(1)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await columns()).toBe(2)
  const last = await page.locator('.saved').nth(1).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(768 - 48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
})

test('empty lists of 내 맛집 say what to do; visitors log in first, and come back', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  await page.goto('/me?list=been')
  await expect(page.getByText('내 맛집을 보려면 로그인해 주세요.')).toBeVisible()
  await logIn(page, await buildUser(api))
  await expect(page).toHaveURL('/me?list=been')
  await expect(page.getByRole('heading', { name: '다녀온 곳을 남기면 나만의 맛집 지도가 그려져요' })).toBeInViewport()
  await expect(page.getByRole('searchbox', { name: '다녀온 곳에서 찾기' })).toBeHidden()
  await page.goto('/me')
  await expect(page.getByRole('link', { name: '이웃 맛집 보기' })).toHaveAttribute('href', '/')
  await page.route('/graphql', (route) =>
    route.fulfill({
      json: {
        data: null,
        errors: [{ message: errorMessages.UNAUTHENTICATED, extensions: { code: 'UNAUTHENTICATED' } }],
      },
    }),
  )
  await page.getByRole('navigation', { name: '내 맛집 목록' }).getByRole('link', { name: '좋아요' }).click()
  await expect(page).toHaveURL(/\/account\/login\?next=/)
})
