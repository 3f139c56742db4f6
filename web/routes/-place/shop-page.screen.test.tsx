import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { collection } from '#tests/fake-collections.ts'
import { ownMap, place, shopRecord as record, shopPlace } from '#tests/fake-places.ts'
import { answersBesidePost, listedPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const at = { lat: 37.5625, lng: 126.9856 }
const shop = shopPlace()
const api: Answers = {
  ...ownMap,
  ...answersBesidePost,
  getPlace: shop,
  getPostsAround: { data: [{ ...listedPost('3', { title: '골목 안 손만두' }), ...at }] },
  getPlaceSuggestions: { suggestions: [] },
  getNearestLandmark: null,
  reverseGeocode: null,
  tellShop: { count: 1 },
}
const url = `/place/${shop.id}`
const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
const gone = page.getByRole('button', { name: '‘명동교자’ 없어졌어요' })

test('the page of a shop without a post tells its record and the posts around it, and is for no search engine', async () => {
  await openScreen(url, { api, width: 1280 })
  await expect.element(page.getByRole('heading', { name: '명동교자' })).toBeVisible()
  await expect.element(page.getByText('서울 명동', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('소상공인시장진흥공단 공공데이터 2025년 기준이에요. 지금과 다르면 알려 주세요.'))
    .toBeVisible()
  const around = page.getByRole('region', { name: '가까운 곳의 글' })
  await expect.element(around.getByRole('listitem')).toMatchTextContent(/골목 안 손만두.*100m 이내/)
  expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})

test('a phone shows the map of a shop before what can be done there, a wide screen beside it', async () => {
  const boxes = () => ['.shop-head h1', '.place-map', '.acts'].map((one) => box(one))
  await openScreen(url, { api })
  const [name, map, acts] = boxes()
  expect(map?.top).toBeGreaterThan(name?.bottom ?? Number.NaN)
  expect(acts?.top).toBeGreaterThan(map?.bottom ?? Number.NaN)
  await openScreen(url, { api, width: 1280 })
  const [wideName, wideMap, wideActs] = boxes()
  expect(wideMap?.top).toBe(wideName?.top)
  expect(wideMap?.left).toBeGreaterThan(wideActs?.right ?? Number.NaN)
})

test('a shop is saved on its page, which search engines then may list', async () => {
  const screen = await openScreen(url, {
    api: { ...api, savePlace: { count: 1 } },
    viewer,
    places: { [shop.id]: { been: true, visits: 3 } },
  })
  const mark = page.getByRole('button', { name: '‘명동교자’ 가고 싶어요에 저장' })
  await expect.element(mark).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('button', { name: '‘명동교자’ 3번 다녀왔어요' })).toBeVisible()
  await mark.click()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'true')
  expect(screen.asked.find(({ name }) => name === 'savePlace')?.variables).toEqual({
    place: shop.id,
    list: 'want',
    saved: true,
  })
  await screen.reload({ api: { ...api, getPlace: { ...shop, record: { ...record, kept: true } } } })
  expect(document.head.querySelector('meta[name="robots"]')).toBeNull()
  expect(document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(`/place/${shop.id}`)
})

test('the first post about a shop has its name, place and kind filled in', async () => {
  await openScreen(url, { api, viewer })
  await page.getByRole('link', { name: '첫 글 쓰기' }).click()
  await expect.element(page.getByLabelText('상호명')).toHaveValue('명동교자')
  await page.getByLabelText('상세내용').fill('칼국수가 부드러워요.')
  const screen = await openScreen(`/add_post?place=${shop.id}`, {
    api: { ...api, addPost: { count: 1, id: '7' } },
    viewer,
  })
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: /^성공적으로/ })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'addPost')?.variables).toMatchObject({
    title: '명동교자',
    place_name: '명동교자',
    address: '서울특별시 중구 명동10길 29',
    kind: 'korean',
    ...at,
  })
})

test('a shop whose position was estimated asks for its pin in the first post', async () => {
  const estimated = { ...shop, record: { ...record, estimated: true } }
  await openScreen(`/add_post?place=${shop.id}`, { api: { ...api, getPlace: estimated }, viewer })
  await expect.element(page.getByText('명동교자의 위치를 주소로 추정했어요. 핀을 확인해 주세요.')).toBeVisible()
})

test('a member says that a shop is gone and takes that back', async () => {
  const screen = await openScreen(url, { api, viewer })
  const asked = () => screen.asked.filter(({ name }) => name === 'tellShop').map(({ variables }) => variables)
  await gone.click()
  await expect.element(page.getByText('알려 주셔서 고마워요. 한 분이 더 알려 주시면 목록에서 빼 드려요.')).toBeVisible()
  await expect.element(gone).toHaveAttribute('aria-pressed', 'true')
  await gone.click()
  await expect.element(gone).toHaveAttribute('aria-pressed', 'false')
  const common = { id: shop.id, word: 'gone' }
  expect(asked()).toEqual([
    { ...common, told: true },
    { ...common, told: false },
  ])
})

test('who says that a shop has moved can write where it is now, with its name and kind alone', async () => {
  const screen = await openScreen(url, { api: { ...api, addPost: { count: 1, id: '7' } }, viewer })
  await page.getByRole('button', { name: '‘명동교자’ 옮겼어요' }).click()
  await page.getByRole('link', { name: '새 위치를 아시면 글로 알려 주세요' }).click()
  await expect.element(page.getByLabelText('상호명')).toHaveValue('명동교자')
  await page.getByLabelText('상세내용').fill('을지로로 옮겼어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: /^성공적으로/ })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'addPost')?.variables).toMatchObject({
    ...{ title: '명동교자', kind: 'korean' },
    ...{ place_name: null, address: null, lat: null, lng: null },
  })
})

test('both words about a shop stand in one row in a window of every width', async () => {
  for (const width of [360, 768, 1280] as const) {
    await openScreen(url, { api, width })
    const tops = page
      .getByRole('region', { name: '가게 정보의 출처' })
      .getByRole('button')
      .elements()
      .map((button) => button.getBoundingClientRect().top)
    expect(tops).toHaveLength(2)
    expect(tops[0]).toBe(tops[1])
  }
})

test('a visitor is asked to log in before they say that a shop is gone', async () => {
  const visit = await openScreen(url, { api })
  await gone.click({ force: true })
  await expect.element(page.getByRole('dialog', { name: '로그인하면 이웃에게 알려 줄 수 있어요' })).toBeVisible()
  expect(visit.asked.filter(({ name }) => name === 'tellShop')).toEqual([])
})

test('a shop that two members have called gone says so', async () => {
  await openScreen(url, { api: { ...api, getPlace: { ...shop, record: { ...record, gone: true } } } })
  await expect.element(page.getByText(/지도와 검색에는 보이지 않아요/)).toBeVisible()
})

test('an address of a shop that has another place leads there', async () => {
  const other = place('12', { name: '명동교자', count: 1 })
  const screen = await openScreen(url, {
    api: { ...api, getPlace: other, getPosts: { data: [], nextCursor: null, startCursor: null } },
  })
  await expect.poll(() => screen.url).toBe('/place/12')
})

test('a shop is put into a collection on its page, and taken out again', async () => {
  let has = false
  const screen = await openScreen(url, {
    viewer,
    api: {
      ...api,
      getCollections: () => [collection('c1', { name: '토요일', has })],
      putInCollection: () => {
        has = true
        return { count: 1 }
      },
      takeFromCollection: () => {
        has = false
        return { count: 1 }
      },
    },
  })
  await page.getByRole('button', { name: '모음에 담기' }).click()
  const dialog = page.getByRole('dialog', { name: '모음에 담기' })
  await expect.element(dialog.getByText('‘명동교자’')).toBeVisible()
  const box = dialog.getByRole('checkbox', { name: '토요일' })
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.poll(() => has).toBe(true)
  await box.click()
  await expect.poll(() => has).toBe(false)
  for (const name of ['putInCollection', 'takeFromCollection'] as const) {
    expect(screen.asked.find((one) => one.name === name)?.variables).toEqual({ id: 'c1', place: shop.id })
  }
  expect(screen.asked.find(({ name }) => name === 'getCollections')?.variables).toMatchObject({ place: shop.id })
})
