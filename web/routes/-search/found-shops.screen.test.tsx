import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ownMap } from '#tests/fake-places.ts'
import { answerSearchInPages, answersBesidePost, listedPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'
import { rememberTown } from '../../storage/remembered.ts'

const shop = (id: string, name: string) => ({
  id,
  name,
  kind: 'korean' as const,
  category: '국수/칼국수',
  address: '서울특별시 중구 명동10길 29',
  lat: 37.5625,
  lng: 126.9856,
  around: null,
})
const shops = [shop('1000000000001', '명동교자'), shop('1000000000002', '명동교자 이태원점')]
const meaning = {
  kind: 'text' as const,
  correction: null,
  alternatives: [],
  areas: [],
  landmarks: [],
  suggestions: [],
  otherWords: null,
}
const found = (posts: Parameters<typeof answerSearchInPages>[0], kind: 'text' | 'dish' = 'text') => {
  const pages = answerSearchInPages(posts)
  return (asked: Parameters<typeof pages>[0]) => ({ ...pages(asked), meaning: { ...meaning, kind } })
}
const api: Answers = {
  ...ownMap,
  ...answersBesidePost,
  getSearchPosts: found([]),
  getSearchCollections: [],
  getSearchShops: shops,
  getPostsAround: { data: [{ ...listedPost('3', { title: '골목 안 손만두' }), lat: 37.563, lng: 126.985 }] },
}
const section = page.getByRole('region', { name: '가게 아직 글이 없는 곳' })

test('a search shows the shops of that name before posts near them, each with a way to write the first post', async () => {
  await openScreen('/search?keyword=명동교자', { api })
  await expect.element(section.getByRole('link', { name: /명동교자.*한식.*중구 명동10길 29/ }).first()).toBeVisible()
  await expect
    .element(section.getByRole('link', { name: '‘명동교자 이태원점’ 첫 글 쓰기' }))
    .toHaveAttribute('href', '/add_post?place=1000000000002')
  const around = page.getByRole('region', { name: '명동교자 근처의 글' })
  await expect.element(around.getByRole('link', { name: /골목 안 손만두/ })).toBeVisible()
  await expect.element(page.getByText('검색 결과가 없어요')).not.toBeInTheDocument()
})

test('the name of a shop that begins like an area leads to that area only where it has posts', async () => {
  const area = { name: '서울 중구 명동', path: '서울/중구/명동', named: true, position: { lat: 37.56, lng: 126.98 } }
  const meant = (count: number) => ({ ...meaning, otherWords: '교자', areas: [{ ...area, count }] })
  const read = (count: number) => ({ ...answerSearchInPages([])({}), meaning: meant(count) })
  const areas = page.getByRole('navigation', { name: '지역' })
  await openScreen('/search?keyword=명동교자', { api: { ...api, getSearchPosts: read(0) } })
  await expect.element(section).toBeVisible()
  await expect.element(areas).not.toBeInTheDocument()
  await openScreen('/search?keyword=명동교자', { api: { ...api, getSearchPosts: read(3) } })
  await expect.element(areas.getByRole('link', { name: '서울 중구 명동 3' })).toBeVisible()
})

test('posts that are found stand after the shops', async () => {
  await openScreen('/search?keyword=명동교자', {
    api: { ...api, getSearchPosts: found([listedPost('7', { title: '명동교자 줄' })]) },
  })
  await expect.element(section).toBeVisible()
  const post = page
    .getByRole('link', { name: /명동교자 줄/ })
    .first()
    .element()
  expect(section.element().compareDocumentPosition(post) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('who does not find a shop can write about it with the name that was searched', async () => {
  const link = page.getByRole('link', { name: '‘명동교자’ 직접 등록하고 글쓰기' })
  for (const getSearchShops of [shops, []]) {
    await openScreen('/search?keyword=명동교자', { api: { ...api, getSearchShops }, viewer })
    await expect.element(link).toBeVisible()
  }
  await link.click()
  await expect.element(page.getByLabelText('상호명')).toHaveValue('명동교자')
  // Other posts with the words are what was looked for.
  await openScreen('/search?keyword=명동교자', {
    api: { ...api, getSearchShops: [], getSearchPosts: found([listedPost('7', { title: '명동교자 줄' })]) },
    viewer,
  })
  await expect.element(page.getByRole('link', { name: /명동교자 줄/ }).first()).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})

test('a place alone without a post shows the shops nearest to it, before posts of elsewhere', async () => {
  const gurye = {
    ...{ name: '전남 구례군', path: '전남/구례군', count: 0, named: true },
    position: { lat: 35.2, lng: 127.46 },
  }
  const none = { ...answerSearchInPages([])({}), meaning: { ...meaning, kind: 'area' as const, areas: [gurye] } }
  const near = page.getByRole('heading', { name: '구례군 가게' })
  const given = { ...api, getSearchPosts: none, getNearShops: shops }
  const screen = await openScreen('/search?keyword=구례', { api: given })
  await expect.element(near).toBeVisible()
  await expect.element(page.getByRole('link', { name: '‘명동교자’ 첫 글 쓰기' })).toBeVisible()
  await expect.element(page.getByText('검색 결과가 없어요')).not.toBeInTheDocument()
  expect(screen.asked.find(({ name }) => name === 'getNearShops')?.variables).toEqual(gurye.position)
  // The way to its page says nothing of no post.
  const areas = page.getByRole('navigation', { name: '지역' })
  await expect.element(areas.getByRole('link', { name: '전남 구례군', exact: true })).toBeVisible()
  const elsewhere = {
    ...none,
    ...answerSearchInPages([listedPost('7', { title: '남원 추어탕' })])({}),
    meaning: none.meaning,
  }
  await openScreen('/search?keyword=구례', {
    api: { ...given, getSearchPosts: { ...elsewhere, instead: { name: '전남 구례군' }, from: gurye.position } },
  })
  await expect.element(near).toBeVisible()
  await expect.element(page.getByRole('link', { name: /남원 추어탕/ }).first()).toBeVisible()
  // With food it is the food that is missing.
  await openScreen('/search?keyword=구례 파스타', {
    api: {
      ...given,
      getSearchShops: [],
      getSearchPosts: { ...none, meaning: { ...none.meaning, otherWords: '파스타' } },
    },
  })
  await expect.element(page.getByText('검색 결과가 없어요')).toBeVisible()
  await expect.element(near).not.toBeInTheDocument()
})

const yeoksam = {
  ...{ name: '서울 강남구 역삼동', path: '서울/강남구/역삼동', count: 0, named: true },
  position: { lat: 37.4999, lng: 127.0374 },
}
const atYeoksam = { place: '역삼동', ...yeoksam.position }
const around = [
  { ...shop('1000000000003', '역전국밥'), lat: 37.5026, lng: 127.0374, around: { ...atYeoksam, food: '국밥' } },
  { ...shop('1000000000004', '할매집'), lat: 37.5017, lng: 127.0374, around: { ...atYeoksam, food: null } },
]
const readAs = (otherWords: string | null) => ({
  ...meaning,
  kind: 'area' as const,
  areas: [yeoksam],
  otherWords,
})
const postsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => listedPost(`${n + 20}`, { title: `국밥 ${n}` }))
const foundAt = (count: number, otherWords: string | null) => ({
  ...answerSearchInPages(postsOf(count))({}),
  meaning: readAs(otherWords),
})
const near = page.getByRole('region', { name: /^역삼동 근처 가게/ })
const askedOf = (screen: Awaited<ReturnType<typeof openScreen>>) =>
  screen.asked.filter(({ name }) => name === 'getSearchShops').map(({ variables }) => variables)

test('a place and a dish without a post show the shops around that place and no empty result', async () => {
  const screen = await openScreen('/search?keyword=역삼동 국밥', {
    api: { ...api, getSearchPosts: foundAt(0, '국밥'), getSearchShops: around, getPostsAround: { data: [] } },
  })
  const heading = page.getByRole('heading', { name: /^역삼동 근처 가게 국밥·한식\s·\s아직 글이 없는 곳$/ })
  await expect.element(heading).toBeVisible()
  const rows = near.getByRole('listitem')
  await expect.element(rows.nth(0).getByRole('link', { name: /역전국밥.*한식.*300m/ })).toBeVisible()
  await expect.element(rows.nth(1).getByRole('link', { name: /할매집.*한식.*200m/ })).toBeVisible()
  await expect
    .element(near.getByRole('link', { name: '‘할매집’ 첫 글 쓰기' }))
    .toHaveAttribute('href', '/add_post?place=1000000000004')
  await expect.element(page.getByText('검색 결과가 없어요')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: /직접 등록하고/ })).not.toBeInTheDocument()
  await expect.element(section).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(360)
  expect(askedOf(screen)).toEqual([{ keyword: '역삼동 국밥', around: true }])
})

test('a place and a dish with a few posts show the shops after them, with many none', async () => {
  const few = { ...api, getSearchPosts: foundAt(2, '국밥'), getSearchShops: around }
  await openScreen('/search?keyword=역삼동 국밥', { api: few })
  await expect.element(near).toBeVisible()
  const last = page.getByRole('link', { name: /국밥 1/ }).first()
  await expect.element(last).toBeVisible()
  expect(last.element().compareDocumentPosition(near.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const screen = await openScreen('/search?keyword=역삼동 국밥', {
    api: { ...few, getSearchPosts: foundAt(10, '국밥'), getSearchShops: ({ around: all }) => (all ? around : []) },
  })
  await expect.element(page.getByRole('link', { name: /국밥 9/ }).first()).toBeInTheDocument()
  await expect.element(near).not.toBeInTheDocument()
  expect(askedOf(screen)).toEqual([{ keyword: '역삼동 국밥', around: false }])
})

test('a place alone with a few posts shows its nearest shops after them', async () => {
  await openScreen('/search?keyword=역삼동', {
    api: { ...api, getSearchPosts: foundAt(2, null), getNearShops: shops },
  })
  const heading = page.getByRole('heading', { name: '역삼동 가게' })
  await expect.element(heading).toBeVisible()
  const last = page
    .getByRole('link', { name: /국밥 1/ })
    .first()
    .element()
  expect(last.compareDocumentPosition(heading.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await openScreen('/search?keyword=역삼동', { api: { ...api, getSearchPosts: foundAt(10, null) } })
  await expect.element(page.getByRole('link', { name: /국밥 9/ }).first()).toBeInTheDocument()
  await expect.element(heading).not.toBeInTheDocument()
})

test('a dish alone shows the shops around the position or the town that the reader chose', async () => {
  const nowhere = around.map((one) => ({ ...one, around: { ...one.around, place: null } }))
  const dish = { ...api, getSearchPosts: found([], 'dish'), getSearchShops: nowhere }
  const asked = { keyword: '국밥', around: true, lat: 37.5, lng: 127.037 }
  const screen = await openScreen('/search?keyword=국밥&near=37.500,127.037', { api: dish })
  await expect.element(page.getByRole('heading', { name: /^선택한 위치 근처 가게/ })).toBeVisible()
  expect(askedOf(screen)).toEqual([asked])
  rememberTown({ near: '37.500,127.037', name: '역삼동' })
  const inTown = nowhere.map((one) => ({ ...one, around: { ...one.around, lat: 37.5, lng: 127.037 } }))
  const home = await openScreen('/search?keyword=국밥', { api: { ...dish, getSearchShops: inTown } })
  await expect.element(near).toBeVisible()
  await expect.element(page.getByText('검색 결과가 없어요')).not.toBeInTheDocument()
  expect(askedOf(home)).toEqual([asked])
})

test('a filter, of which public data tell nothing, leaves the shops around a place out', async () => {
  const screen = await openScreen('/search?keyword=역삼동 국밥&open=1', {
    api: { ...api, getSearchPosts: foundAt(0, '국밥'), getSearchShops: [] },
  })
  await expect.element(page.getByRole('heading', { name: /검색 결과$/ })).toBeVisible()
  expect(askedOf(screen)).toEqual([{ keyword: '역삼동 국밥', around: false }])
})

test('a keyword that names food asks for no shops', async () => {
  const screen = await openScreen('/search?keyword=국밥', {
    api: { ...api, getSearchPosts: found([listedPost('7', { title: '국밥집' })], 'dish') },
  })
  await expect.element(page.getByRole('link', { name: /국밥집/ }).first()).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
  expect(screen.asked.filter(({ name }) => name === 'getSearchShops')).toEqual([])
})

test('a shop is saved in its row', async () => {
  const [first] = shops
  const screen = await openScreen('/search?keyword=명동교자', { api: { ...api, savePlace: { count: 1 } }, viewer })
  const mark = section.getByRole('button', { name: '‘명동교자’ 가고 싶어요', exact: true })
  await mark.click()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'true')
  const saved = screen.asked.find(({ name }) => name === 'savePlace')
  expect(saved?.variables).toEqual({ place: first?.id, list: 'want', saved: true })
})
