import { webpUrl } from '#rules/images.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { phonePhoto, uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'
import { expectReadable } from './themes.ts'

test('every name leads to the page of its author, with their picture, numbers, posts and map', {
  tag: ['@narrow', '@long'],
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
  await expect(shown).toHaveAttribute('src', webpUrl(portrait, 320) ?? '')
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
    .getByRole('list', { name: '선택한 곳' })
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

  await test.step('the page of somebody who is unknown or has withdrawn says so', async () => {
    const gone = await buildUser(api)
    await api.as(gone).remove({ jwt: gone.handle })
    for (const handle of [gone.handle, 'x'.repeat(22), 'nobody']) {
      const response = await fetch(`${api.origin}/u/${handle}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('이웃을 찾을 수 없어요.')
    }
  })
})

test('a member follows, reads the posts of whom they follow, and stops again', { tag: ['@narrow', '@long'] }, async ({
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
