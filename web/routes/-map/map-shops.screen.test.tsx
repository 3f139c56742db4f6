import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerMap, mapPost } from '#tests/fake-map.ts'
import { fakeShop as shopAt } from '#tests/fake-places.ts'
import { mapRegion, postList, untilDrawn } from '#tests/screens/map.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'

const shops = Array.from({ length: 12 }, (_, n) => shopAt(n))
const api: Answers = { ...answerMap([mapPost('1', '이웃 집', 37.501, 127.0372)]), getMapShops: shops }
const AT = '/map?lat=37.5005&lng=127.036&zoom=16'
const section = page.getByRole('region', { name: '이 동네 가게 아직 글이 없는 곳' })
const dots = () => [...document.querySelectorAll<HTMLElement>('.marker-place:has(.marker-shop)')]

test('from zoom 16 a map shows shops as dots under the pins of posts, and lists them after the posts, apart', async () => {
  const screen = await openScreen(AT, { api, width: 1280 })
  await untilDrawn()
  await expect.poll(() => dots().length).toBe(12)
  const pin = mapRegion.getByRole('button', { name: '이웃 집' }).element() as HTMLElement
  for (const dot of dots()) expect(Number(dot.style.zIndex)).toBeLessThan(Number(pin.style.zIndex))
  // Too many to pass with the keyboard; the list has them too.
  expect(dots().every((dot) => dot.tabIndex < 0 && dot.ariaHidden === 'true')).toBe(true)
  await expect.poll(() => dots().filter((dot) => dot.hasAttribute('data-named')).length).toBeGreaterThan(0)
  const rows = () => section.getByRole('listitem').elements()
  expect(rows()).toHaveLength(10)
  expect(postList.element().textContent?.indexOf('이웃 집')).toBeLessThan(
    postList.element().textContent?.indexOf('이 동네 가게') ?? 0,
  )
  await section.getByRole('button', { name: '가게 더 보기' }).click()
  expect(rows()).toHaveLength(12)
  await expect
    .element(section.getByRole('link', { name: '‘국밥 5’ 첫 글 쓰기' }))
    .toHaveAttribute('href', `/add_post?place=${shopAt(5).id}`)
  expect(screen.asked.filter(({ name }) => name === 'getMapShops')).toHaveLength(1)
})

test('a pressed dot is the first row of the sheet, with a link to its page', async () => {
  await openScreen(AT, { api, width: 360 })
  await untilDrawn()
  await expect.poll(() => dots().length).toBe(12)
  dots()[3]?.click()
  const chosen = page.getByRole('region', { name: '선택한 가게' })
  await expect.element(chosen.getByText('국밥 3')).toBeVisible()
  await expect
    .element(chosen.getByRole('link', { name: /국밥 3.*한식.*강남구 역삼로 1/ }))
    .toHaveAttribute('href', `/place/${shopAt(3).id}`)
  expect(document.querySelectorAll('.marker-shop.marker-chosen')).toHaveLength(1)
})

test('a row without a distance tells the smallest area that is known', async () => {
  const inYeoksam = shops.map((shop) => ({ ...shop, area: '역삼동' }))
  await openScreen(AT, { api: { ...api, getMapShops: inYeoksam }, width: 1280 })
  await untilDrawn()
  await expect.element(section.getByRole('link', { name: /국밥 5.*한식.*역삼동/ })).toBeVisible()
  await expect.element(section.getByText(/강남구 역삼로/)).not.toBeInTheDocument()
})

test.for(['/map?lat=37.5005&lng=127.036&zoom=15', `${AT}&keyword=국밥`, `${AT}&open=1`, `${AT}&price=under_1`])(
  '%s shows no shops',
  async (url) => {
    const screen = await openScreen(url, { api, width: 1280 })
    await untilDrawn()
    await expect.element(postList.getByRole('heading', { name: '지도에서 보는 맛집' })).toBeVisible()
    expect(dots()).toEqual([])
    expect(screen.asked.filter(({ name }) => name === 'getMapShops')).toEqual([])
  },
)

test('the closed sheet counts the shops of a map without a post', async () => {
  await openScreen(AT, { api: { ...answerMap(), getMapShops: shops } })
  await untilDrawn()
  await expect.element(postList.getByText('지도에 보이는 가게 12곳')).toBeVisible()
  await expect.element(postList.getByText(/글 0개/)).not.toBeInTheDocument()
})

test('a map that shows neither posts nor shops lists the nearest shops and leads to them', async () => {
  const far = [shopAt(200), shopAt(210)]
  const screen = await openScreen(AT, { api: { ...answerMap(), getMapShops: [], getNearShops: far }, width: 1280 })
  await untilDrawn()
  const near = page.getByRole('region', { name: '가장 가까운 가게 아직 글이 없는 곳' })
  await expect.element(near.getByRole('link', { name: /국밥 200.*2.2km/ })).toBeVisible()
  expect(near.getByRole('listitem').elements()).toHaveLength(2)
  await near.getByRole('link', { name: '지도에서 보기' }).click()
  await expect.poll(() => screen.url).toMatch(/lat=37.52&lng=127.036&zoom=16/)
})

test('a map of one kind shows shops of that kind', async () => {
  const screen = await openScreen(`${AT}&kind=korean`, { api, width: 1280 })
  await expect.poll(() => dots().length).toBe(12)
  expect(screen.asked.find(({ name }) => name === 'getMapShops')?.variables).toMatchObject({ kind: ['korean'] })
})
