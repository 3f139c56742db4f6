import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { judge } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

const cards = (page: Page) => page.getByRole('article')
const open = (page: Page) => page.getByRole('button', { name: '필터' }).click()
const chosen = (page: Page) => page.getByRole('list', { name: '고른 조건' }).getByRole('link')

test('kinds, prices and traits are chosen in a sheet, taken away one by one, and kept in the URL', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const word = uniqueName()
  const author = await buildUser(api)
  const common = { author, contents: word, lat: 37.55, lng: 126.94 }
  await buildPost(api, { ...common, title: '혼자 국밥', kind: 'korean', price: 'under_1', traits: ['solo'] })
  await buildPost(api, { ...common, title: '카페 둘', kind: 'cafe', traits: ['pets'] })
  await buildPost(api, { ...common, title: '말없는 집' })
  await page.goto(`/search?keyword=${word}`)
  await expect(cards(page)).toHaveCount(3)
  await waitForHydration(page)
  await open(page)
  const sheet = page.getByRole('dialog', { name: '필터' })
  // By keyboard.
  await expect(sheet.getByRole('checkbox', { name: '한식' })).toBeFocused()
  await page.keyboard.press('Space')
  await sheet.getByRole('checkbox', { name: '카페·디저트' }).check()
  await sheet.getByRole('checkbox', { name: '혼밥' }).check()
  expect((await judge(page, { include: ['.dialog'] })).faults).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/kind=korean%2Ccafe&traits=solo/)
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '조건에 맞는 글 1개를 찾았어요.' })).toBeVisible()
  await expect(chosen(page)).toHaveText(['한식', '카페·디저트', '혼밥', '초기화'])
  await expect(page.getByRole('button', { name: '필터, 3개 적용', exact: true })).toBeVisible()
  await waitForOverlays(page, 0)
  await chosen(page).getByText('혼밥').click()
  await expect(cards(page)).toHaveCount(2)

  await page.getByRole('main').getByRole('link', { name: '지도', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '글 2개' })).toHaveCount(1)
  await page.goBack()
  await expect(chosen(page)).toHaveText(['한식', '카페·디저트', '초기화'])
  await page.reload()
  await expect(chosen(page)).toHaveCount(3)
  await expect(cards(page)).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)

  await page.goto(`/search?keyword=${word}&kind=seafood,soup`)
  await expect(page.getByRole('heading', { name: '조건에 맞는 글이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '모든 글 보기' }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('a filtered list of several pages says how many posts it has at least', { tag: '@wide' }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  const author = await buildUser(api)
  for (let count = 0; count < 11; count++) await buildPost(api, { author, contents: word, kind: 'korean' })
  await page.goto(`/search?keyword=${word}&kind=korean`)
  await expect(page.getByText('조건에 맞는 글 10개 이상을 찾았어요.')).toBeVisible()
})

test('a list by distance ends at a radius, and widens step by step', { tag: '@narrow' }, async ({ page, api }) => {
  const author = await buildUser(api)
  // In the sea, where nothing else is.
  const at = { lat: 31.5, lng: 124.5 }
  await buildPost(api, { author, title: '먼 섬 식당', lat: at.lat + 0.04, lng: at.lng })
  await page.goto(`/?near=${at.lat},${at.lng}&radius=1000&open=1`)
  await expect(page.getByRole('heading', { name: '1 km 안에 열린 곳이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '3 km로 넓히기' }).click()
  await expect(page).toHaveURL(/radius=3000/)
  await page.goto(`/?near=${at.lat},${at.lng}&radius=3000`)
  await expect(page.getByRole('heading', { name: '3 km 안에 맛집이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '5 km로 넓히기' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('5 km 안의 글이에요.')).toBeVisible()
  await page.getByRole('link', { name: '10 km로 넓히기' }).click()
  await expect(page.getByText('10 km 안의 글이에요.')).toBeVisible()
  await page.getByRole('link', { name: '더 먼 곳도 보기' }).click()
  await expect(page).toHaveURL(/radius=any/)
})

test('home, an area, an author, the followed, a place and what one keeps are filtered in the same sheet', {
  tag: '@narrow',
}, async ({ page, api, signIn }) => {
  const author = await buildUser(api)
  const user = await signIn()
  await api.as(user).followUser({ handle: author.handle, follow: true })
  const place = { place_name: '둘이서', address: '제주특별자치도 제주시 은남길 7', lat: 33.49, lng: 126.49 }
  await buildPost(api, { author, title: '낮에는 카페', kind: 'cafe', ...place })
  const { id } = await buildPost(api, { author, title: '밤에는 술집', kind: 'bar', ...place })
  const { place_id } = await api.getPost({ id })
  for (const { id } of (await api.getPosts({ user_id: author.handle })).data) {
    await api.as(user).savePost({ post: id, list: 'want', saved: true })
  }
  // Others have posts in the first two.
  const paths = ['/', '/area/제주/제주시', `/u/${author.handle}`, '/following', '/me', `/place/${place_id}`]
  const title = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    await expect(title('낮에는 카페')).toBeVisible()
    await waitForHydration(page)
    await open(page)
    await page.getByRole('dialog', { name: '필터' }).getByRole('checkbox', { name: '술집' }).check()
    await page.keyboard.press('Enter')
    await expect(title('밤에는 술집')).toBeVisible()
    await expect(title('낮에는 카페')).toHaveCount(0)
    await expect(chosen(page)).toHaveText(['술집', '초기화'])
    if (index < 2) continue
    await page.goto(`${path}?kind=seafood`)
    await expect(page.getByRole('heading', { name: '조건에 맞는 글이 없어요' })).toBeVisible()
  }
  // A place can be kept, whatever passes the filter.
  await expect(page.getByRole('main').getByRole('button', { name: '가고 싶어요' })).toBeVisible()
})
