import { variantUrl } from '#rules/images.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { startScreenReader } from './screen-reader.ts'
import { waitForHydration } from './scripts.ts'
import { expectReadable } from './themes.ts'

test('every name leads to the page of its author, with their picture, numbers, posts and map', {
  tag: '@narrow',
}, async ({ page, api, origin }) => {
  const about = '국밥 삼백 그릇을 목표로 걸어요.'
  const author = await buildUser(api, { username: '국밥순례' })
  const portrait = await uploadAs(author, await phonePhoto())
  await api.as(author).update({ ...author, jwt: author.handle, about, image: portrait })
  const word = uniqueName()
  const image = await uploadAs(author, await phonePhoto())
  const hours = { start_time: '00:00', end_time: '00:00' }
  const open = await buildPost(api, {
    author,
    title: '가나국밥',
    contents: word,
    image,
    lat: 37.55,
    lng: 126.9,
    ...hours,
  })
  await buildPost(api, { author, title: '다라국수', contents: word, lat: 37.56, lng: 126.95 })
  const fan = await buildUser(api)
  await api.as(fan).likePost({ id: open.id, isLike: true, jwt: fan.handle })
  await api.as(fan).followUser({ handle: author.handle, follow: true })

  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  const byline = page.getByRole('article').first().getByRole('link', { name: '국밥순례' })
  const box = await page.getByRole('article').first().locator('.by').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await byline.click()
  await expect(page).toHaveURL(`/u/${author.handle}`)
  await expect(page).toHaveTitle('국밥순례 | 맛나눔')
  await expect(page.getByRole('heading', { level: 1, name: '국밥순례' })).toBeVisible()
  await expect(page.getByText(about)).toBeVisible()
  const shown = page.getByRole('region', { name: '이웃 소개' }).locator('img')
  await expect(shown).toHaveAttribute('src', variantUrl(portrait, 320) ?? '')
  await expect(shown).toBeInViewport({ ratio: 1 })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText(/^\d{4}년 \d{1,2}월부터 함께해요$/)).toBeVisible()
  const number = (name: string) => page.locator('.author-numbers div', { hasText: name }).locator('dd')
  await expect(page.locator('.author-numbers dd')).toHaveText(['2', '1', '1', '0'])
  await expect(number('팔로워')).toHaveText('1')
  const titles = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText(['다라국수', '가나국밥'])
  // Two side by side on a phone.
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().y))
  expect(tops[0]).toBe(tops[1])
  // With room for a whole address.
  const addresses = page.getByRole('article').locator('.address span')
  for (const address of await addresses.all()) {
    expect(await address.evaluate((it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight)).toBe(
      true,
    )
  }
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('link', { name: '인기순' }).click()
  await expect(titles).toHaveText(['가나국밥', '다라국수'])
  await page.getByRole('link', { name: '영업 중' }).click()
  await expect(titles).toHaveText(['가나국밥'])
  await expectReadable(page, '.author-head', '.author-tabs')

  await page
    .getByRole('navigation', { name: '국밥순례님의 맛집' })
    .getByRole('link', { name: '지도', exact: true })
    .click()
  const map = page.getByRole('region', { name: '국밥순례님의 맛집 지도' })
  // The map has the window: the person is told in one row above it.
  await expect(page.getByText(about)).toBeHidden()
  const { y = 0, height = 0 } = (await map.boundingBox()) ?? {}
  expect(y).toBeLessThan(260)
  expect(y + height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) - 56)
  await map.getByRole('button', { name: '가나국밥' }).press('Enter')
  await map
    .getByRole('list', { name: '고른 곳' })
    .getByRole('link', { name: /가나국밥/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '가나국밥' })).toBeVisible()
  await page.getByRole('link', { name: '국밥순례', exact: true }).click()
  await expect(page).toHaveURL(`/u/${author.handle}`)

  await page.reload()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/u/${author.handle}`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', `${about} · 글 2개 · 받은 좋아요 1개`)
  await expect(page.locator('link[type="application/atom+xml"]')).toHaveAttribute(
    'href',
    `/u/${author.handle}/feed.atom`,
  )
  const feed = await (await page.request.get(`/u/${author.handle}/feed.atom`)).text()
  expect(feed).toContain('<title>가나국밥</title>')
  const [data, list] = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((json) =>
    JSON.parse(json),
  )
  expect(data).toMatchObject({ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: '국밥순례' } })
  expect(list).toMatchObject({ '@type': 'ItemList', itemListElement: [{ position: 1 }, { position: 2 }] })
})

test('the whole card leads to its post, and its name to the author', { tag: '@wide' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const word = uniqueName()
  const { id } = await buildPost(api, { author, contents: word })
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  const card = page.getByRole('article').first()
  // The title's link lies over it.
  await card.locator('.description').click({ force: true })
  await expect(page).toHaveURL(`/post/${id}`)
  await page.goBack()
  await card.locator('time').click({ force: true })
  await expect(page).toHaveURL(`/u/${author.handle}`)
})

test('a member follows, reads the posts of whom they follow, and stops again', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const author = await buildUser(api, { username: '두부장인' })
  const title = `순두부 ${uniqueName().slice(0, 6)}`
  await buildPost(api, { author, title })
  const reader = await signIn({ username: '읽는이' })

  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: '팔로잉' }).click()
  await expect(page.getByRole('heading', { name: '팔로우한 이웃의 새 글이 여기에 모여요' })).toBeVisible()
  const proposed = page.getByRole('list', { name: '추천하는 이웃' }).getByRole('listitem')
  expect(await proposed.count()).toBeLessThanOrEqual(5)
  const row = proposed.filter({ hasText: '두부장인' })
  // The follow is shown at once, and arrives only after the press on what it leads to.
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('followUser')) await pressed
    await route.continue()
  })
  await row.getByRole('button', { name: '두부장인님 팔로우' }).click()
  await expect(row.getByRole('button', { name: /팔로잉/ })).toBeVisible()
  await page.getByRole('button', { name: '새 글 보기' }).click()
  press()
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()

  await page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: '두부장인' }).click()
  await expect(page.locator('.author-numbers dd')).toHaveText(['1', '0', '1', '0'])
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: /팔로잉/ }).click()
  await expect(page.locator('.author-numbers dd')).toHaveText(['1', '0', '0', '0'])
  await expect(page.getByRole('button', { name: '두부장인님 팔로우' })).toBeVisible()
  await expect.poll(async () => (await api.as(reader).getAuthor({ handle: author.handle })).followed).toBe(false)
})

test('a screen reader hears whom one follows, before and after the press', { tag: '@wide' }, async ({
  page,
  api,
  signIn,
}) => {
  const reader = await startScreenReader(page)
  const author = await buildUser(api, { username: '두부장인' })
  await signIn()
  await page.goto(`/u/${author.handle}`)
  await waitForHydration(page)
  const isHeard = (button: string) => expect.poll(reader.focused).toBe(`button ${button}`)
  await page.getByRole('button', { name: '두부장인님 팔로우' }).focus()
  await isHeard('"두부장인님 팔로우" pressed=false')
  await page.keyboard.press('Enter')
  await isHeard('"두부장인님 팔로잉" pressed=true')
  await expect.poll(async () => (await api.getAuthor({ handle: author.handle })).followers).toBe(1)
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: '두부장인님 팔로잉' }).focus()
  await isHeard('"두부장인님 팔로잉" pressed=true')
  await page.keyboard.press('Enter')
  await isHeard('"두부장인님 팔로우" pressed=false')
})

test('visitors are led to the login and back, and see no lists of people', { tag: '@wide' }, async ({
  page,
  api,
  context,
}) => {
  const author = await buildUser(api, { username: '낯선이' })
  await page.goto(`/u/${author.handle}`)
  await waitForHydration(page)
  await expect(page.getByText('아직 나눈 맛집이 없어요')).toBeVisible()
  await expect(page.getByRole('button', { name: /차단/ })).toBeHidden()
  await page.getByRole('link', { name: '낯선이님 팔로우' }).click()
  await expect(page).toHaveURL(`/account/login?next=${encodeURIComponent(`/u/${author.handle}`)}`)
  for (const path of ['/following', '/account/people/followers']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/account\/login/)
  }
  await context.clearCookies()
})

test('one’s own page leads to the profile, where the line about oneself is written, and to one’s people', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  const me = await signIn({ username: '나나' })
  const fan = await buildUser(api, { username: '팬팬' })
  await api.as(fan).followUser({ handle: me.handle, follow: true })
  await page.goto(`/u/${me.handle}`)
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: /팔로우|차단/ })).toHaveCount(0)
  await page.getByRole('link', { name: '프로필 고치기' }).click()
  const about = page.getByRole('textbox', { name: '한 줄 소개' })
  await about.fill('가'.repeat(81))
  await page.getByRole('button', { name: '저장하기' }).click()
  await expect(page.getByText('한 줄 소개를 80자 이내로 작성해 주세요.')).toBeVisible()
  await expect(about).toHaveValue('가'.repeat(81))
  await about.fill('국수를 좋아해요.')
  await page.getByRole('button', { name: '저장하기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
  await page.getByRole('link', { name: '내 이웃 보기' }).click()
  const people = page.getByRole('list', { name: '팔로워' })
  await expect(people.getByRole('link', { name: '팬팬' })).toBeVisible()
  await expectReadable(page, '.account-head', '.people')
  const [head, list] = [await page.locator('.account-head').boundingBox(), await people.boundingBox()]
  expect(list?.width).toBe(head?.width)
  await page.getByRole('link', { name: '팔로잉', exact: true }).click()
  await expect(page.getByText('아직 팔로우한 이웃이 없어요')).toBeVisible()
  await page.goto(`/u/${me.handle}`)
  await expect(page.getByText('국수를 좋아해요.')).toBeVisible()
})

test('the page of somebody who is unknown or has withdrawn says so', { tag: '@wide' }, async ({
  page,
  api,
  expectErrors,
}) => {
  const gone = await buildUser(api)
  await api.as(gone).remove({ jwt: gone.handle })
  for (const handle of [gone.handle, 'x'.repeat(22), 'nobody']) {
    const response = await page.goto(`/u/${handle}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '찾을 수 없는 이웃이에요.' })).toBeVisible()
  }
  expectErrors(/status of 404/)
})
