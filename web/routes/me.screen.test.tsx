import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { collection } from '#tests/fake-collections.ts'
import { savedPost } from '#tests/fake-posts.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const rows = () => [...document.querySelectorAll('.saved h2')].map(({ textContent }) => textContent)
const tabs = page.getByRole('navigation', { name: '내 맛집 목록' })
const page1 = { nextCursor: null, startCursor: null, gone: [] }

/** Responses for a member who wants to go to these places. */
function wanting(...titles: string[]): Answers {
  return {
    ...meAnswers,
    getSavedPosts: { ...page1, data: titles.map((title) => savedPost(title, { title })) },
    getSavedCounts: { ...meAnswers.getSavedCounts, want: titles.length },
  }
}

test('내 맛집 has four lists with numbers, a search and an order by distance', async () => {
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords: { latitude: 37.5, longitude: 127, accuracy: 10 } } as GeolocationPosition),
  )
  const near = savedPost('near', { title: '가까운 국밥', lat: 37.5, lng: 127, user_id: 'duri' })
  const far = savedPost('far', { title: '먼 국수', lat: 35.1, lng: 129, user_id: 'duri' })
  const own = savedPost('own', { title: '내가 쓴 집', user_id: viewer.jwt, hiddenBecause: '광고예요.' })
  const lost = {
    title: '없어진식당',
    address: '서울 서초구 방배로 33',
    lat: null,
    lng: null,
    place_id: null,
    shop: null,
    at: 0,
  }
  const screen = await openScreen('/me', {
    viewer,
    posts: { near: { wanted: true, liked: true }, far: { wanted: true }, own: { mine: true } },
    width: 1280,
    api: {
      ...meAnswers,
      getSavedCounts: { want: 2, wantOpen: 1, been: 1, liked: 1, written: 1 },
      getSavedPosts: ({ list, sort, radius, keyword }) => {
        if (list === 'been') return { ...page1, data: [], gone: [{ ...lost, post: 'lost' }] }
        const lists = { want: sort ? (radius ? [near] : [near, far]) : [far, near], liked: [near], written: [own] }
        return { ...page1, data: lists[list].filter(({ title }) => title.includes(keyword ?? '')) }
      },
      savePost: { count: 1 },
    },
  })
  await expect.element(page.getByText('2곳 중 1곳이 지금 열려 있어요.')).toBeVisible()
  expect(rows()).toEqual(['먼 국수', '가까운 국밥'])
  await page.getByRole('combobox', { name: '순서' }).selectOptions('가까운 순')
  await expect.poll(rows).toEqual(['가까운 국밥'])
  expect(screen.asked.findLast(({ name }) => name === 'getSavedPosts')?.variables).toMatchObject({
    list: 'want',
    lat: 37.5,
    lng: 127,
    radius: 10_000,
  })
  await expect.element(page.getByText('10 km 안의 글이에요. 위치가 없는 글은 빠졌어요.')).toBeVisible()
  await page.getByRole('link', { name: '더 먼 곳도 보기' }).click()
  await expect.poll(rows).toEqual(['가까운 국밥', '먼 국수'])
  await expect.element(page.getByText('100m 이내')).toBeVisible()
  await page.getByRole('searchbox', { name: '가고 싶은 곳에서 찾기' }).fill('국수')
  await userEvent.keyboard('{Enter}')
  await expect.poll(rows).toEqual(['먼 국수'])
  await page.getByRole('searchbox', { name: '가고 싶은 곳에서 찾기' }).fill('마라탕')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: '‘마라탕’\u2060은 아직 담지 않았어요' })).toBeVisible()
  await tabs.getByRole('link', { name: '1 다녀왔어요' }).click()
  await expect.poll(rows).toEqual(['없어진식당'])
  await expect.element(page.getByText('삭제된 글 · 서울 서초구 방배로 33')).toBeVisible()
  await tabs.getByRole('link', { name: '1 좋아요' }).click()
  await expect.poll(rows).toEqual(['가까운 국밥'])
  await tabs.getByRole('link', { name: '1 내가 쓴 글' }).click()
  await expect.poll(rows).toEqual(['내가 쓴 집'])
  await expect.element(page.getByText('숨겨진 글 · 나에게만 보여요')).toBeVisible()
  const editing = page.getByRole('link', { name: '‘내가 쓴 집’ 글 수정' })
  await expect.element(editing).toHaveAttribute('href', '/edit/own')
  await tabs.getByRole('link', { name: '2 가고 싶어요' }).click()
  const mark = page.getByRole('button', { name: '‘먼 국수’ 가고 싶어요' })
  await mark.click()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'false')
  const saved = screen.asked.find(({ name }) => name === 'savePost')
  expect(saved?.variables).toEqual({ post: 'far', list: 'want', saved: false })
})

test('on a phone what is kept begins in the upper part of the screen, below one row of collections', async () => {
  const api = wanting('아껴 둔 집')
  const row = () => visibleTexts('.me-collections li')
  const top = () => document.querySelector('.saved')?.getBoundingClientRect().top
  await openScreen('/me', { viewer, api })
  expect(row()).toEqual([expect.stringMatching(/새 모음.*이름을 붙여 모아 보세요/s)])
  expect(rows()).toEqual(['아껴 둔 집'])
  expect(top()).toBeLessThan(430)
  const names = ['성수 데이트', '비 오는 날', '혼밥하기 좋은 곳']
  await openScreen('/me', {
    viewer,
    api: {
      ...api,
      getCollections: names.map((name) => collection(name, { name })),
    },
  })
  expect(row()).toHaveLength(4)
  expect(rows()).toEqual(['아껴 둔 집'])
  expect(top()).toBeLessThan(430)
  // The others of the row come by a swipe.
  const last = page.getByRole('link', { name: '혼밥하기 좋은 곳' })
  last.element().focus()
  await expect.element(last).toBeInViewport({ ratio: 1 })
})

test('내 맛집 has one column on a phone, and two on a tablet', async () => {
  const api = wanting('첫째 집', '둘째 집', '셋째 집')
  const boxes = () => [...document.querySelectorAll('.saved')].map((row) => row.getBoundingClientRect())
  const columns = () => new Set(boxes().map(({ left }) => Math.round(left))).size
  await openScreen('/me', { viewer, api })
  expect(boxes()).toHaveLength(3)
  expect(columns()).toBe(1)
  await openScreen('/me', { viewer, api, width: 768 })
  expect(columns()).toBe(2)
  expect(boxes()[1]?.right).toBeGreaterThan(768 - 48)
  expect(document.documentElement.scrollWidth).toBe(768)
})

test('empty lists of 내 맛집 say what to do', async () => {
  await openScreen('/me?list=been', { viewer, api: { ...meAnswers } })
  const told = page.getByRole('heading', { name: '다녀온 곳을 남기면 나만의 맛집 지도가 그려져요' })
  await expect.element(told).toBeInViewport()
  await expect.element(page.getByRole('searchbox', { name: '다녀온 곳에서 찾기' })).not.toBeInTheDocument()
  await openScreen('/me', { viewer, api: { ...meAnswers } })
  await expect.element(page.getByRole('link', { name: '이웃 맛집 보기' })).toHaveAttribute('href', '/')
})

test('a saved shop without a post has its kind and address, a way to write the first post, and its mark', async () => {
  const shop = {
    id: '732365424694321',
    name: '명동교자',
    kind: 'korean' as const,
    category: '국수/칼국수',
    address: '서울특별시 중구 명동10길 29',
    lat: 37.5625,
    lng: 126.9856,
  }
  const { id, name: title, address, lat, lng } = shop
  const screen = await openScreen('/me', {
    viewer,
    places: { [id]: { wanted: true } },
    width: 1280,
    api: {
      ...wanting('국수집'),
      getSavedPosts: {
        ...page1,
        data: [savedPost('국수집', { title: '국수집' })],
        gone: [{ post: id, title, address, lat, lng, place_id: id, shop, at: 1 }],
      },
      savePlace: { count: 1 },
    },
  })
  await expect.poll(rows).toEqual(['국수집', '명동교자'])
  await expect.element(page.getByText('한식 · 중구 명동10길 29')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '‘명동교자’ 첫 글 쓰기' }))
    .toHaveAttribute('href', `/add_post?place=${id}`)
  const mark = page.getByRole('button', { name: '‘명동교자’ 가고 싶어요' })
  await expect.element(mark).toHaveAttribute('aria-pressed', 'true')
  await mark.click()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'false')
  const saved = screen.asked.find(({ name }) => name === 'savePlace')
  expect(saved?.variables).toEqual({ place: id, list: 'want', saved: false })
})
