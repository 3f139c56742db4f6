import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ownMap } from '#tests/fake-places.ts'
import { besidePost, foundInPages, listedPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

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
const found = (posts: Parameters<typeof foundInPages>[0], kind: 'text' | 'dish' = 'text') => {
  const pages = foundInPages(posts)
  return (asked: Parameters<typeof pages>[0]) => ({ ...pages(asked), meaning: { ...meaning, kind } })
}
const api: Answers = {
  ...ownMap,
  ...besidePost,
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
  const read = (count: number) => ({ ...foundInPages([])({}), meaning: meant(count) })
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
  const none = { ...foundInPages([])({}), meaning: { ...meaning, kind: 'area' as const, areas: [gurye] } }
  const near = page.getByRole('heading', { name: '구례군 가게' })
  const given = { ...api, getSearchPosts: none, getNearShops: shops }
  const screen = await openScreen('/search?keyword=구례', { api: given })
  await expect.element(near).toBeVisible()
  await expect.element(page.getByRole('link', { name: '‘명동교자’ 첫 글 쓰기' })).toBeVisible()
  await expect.element(page.getByText('검색 결과가 없어요')).not.toBeInTheDocument()
  expect(screen.asked.find(({ name }) => name === 'getNearShops')?.variables).toEqual(gurye.position)
  const elsewhere = { ...none, ...foundInPages([listedPost('7', { title: '남원 추어탕' })])({}), meaning: none.meaning }
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
