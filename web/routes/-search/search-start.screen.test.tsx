import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ownMap, shopPlace } from '#tests/fake-places.ts'
import { answerSearchInPages, answersBesidePost, fullPost, listedPost } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen, Unanswered } from '#tests/screens/open-screen.tsx'

const field = page.getByRole('combobox', { name: '검색어' })
const recent = page.getByRole('region', { name: '최근 검색어' })
const keywords = () =>
  recent
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

test('the search page without a keyword shows the focused field, earlier searches and popular posts', async () => {
  localStorage.recent_searches = JSON.stringify(['국수', '떡볶이', '커피'])
  const screen = await openScreen('/search', {
    api: {
      getPosts: {
        data: [listedPost('1', { like: 4 }), listedPost('2', { like: 1 })],
        nextCursor: null,
        startCursor: null,
      },
      getPopularAreas: [],
      getSearchPosts: answerSearchInPages([]),
      getSearchCollections: [],
      // Asked for when a keyword is typed more slowly than usual.
      getSuggestions: { data: [], instead: null, meaning: null },
    },
  })
  await expect.element(field).toHaveFocus()
  expect(document.title).toMatch(/^검색 \|/)
  expect(keywords()).toEqual(['국수', '떡볶이', '커피'])
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await recent.getByRole('button', { name: '떡볶이 지우기' }).click()
  await expect.poll(keywords).toEqual(['국수', '커피'])
  await screen.reload()
  expect(keywords()).toEqual(['국수', '커피'])
  await recent.getByRole('button', { name: '모두 지우기' }).click()
  await expect.element(recent.getByText('최근 검색어가 없어요.')).toBeVisible()
  expect(localStorage.recent_searches).toBeUndefined()

  const popular = page.getByRole('region', { name: '인기 글' })
  expect(popular.getByRole('listitem').elements()).toHaveLength(2)
  await expect
    .element(popular.getByRole('listitem').first().getByRole('link').first())
    .toHaveAttribute('href', '/post/1')
  expect(screen.asked.find(({ name }) => name === 'getPosts')?.variables).toMatchObject({ filter: 'popular' })
  await field.fill('국수')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/search?${new URLSearchParams({ keyword: '국수' })}`)
})

test('without popular posts the search page still works', async () => {
  const offline = () => {
    throw new Unanswered()
  }
  await openScreen('/search', { api: { getPosts: offline, getPopularAreas: offline }, width: 1280 })
  await expect.element(page.getByRole('heading', { name: '무엇을 찾으세요?' })).toBeVisible()
  await expect.element(field).toHaveFocus()
})

const shop = { id: '9', name: '한강국밥', kind: 'korean' as const, category: null, address: '서울 마포구 동교로 1' }

test('the places seen last on this device are listed, each once, until they are forgotten', async () => {
  const seen = ['1', '2', '3'].map((id) =>
    fullPost({ ...listedPost(id, { kind: 'korean' }), place_id: id === '3' ? '1' : id }),
  )
  const api: Answers = {
    ...answersBesidePost,
    ...ownMap,
    getPost: ({ id }) => seen.find((post) => post.id === id) as (typeof seen)[number],
    getPlace: shopPlace({ id: shop.id, name: shop.name }),
    getPostsAround: { data: [] },
    getPosts: answerSearchInPages([listedPost('7')]),
    getPopularAreas: [],
    // Another was deleted since.
    getSeenPosts: { data: ['2', '3'].map((id) => listedPost(id, { kind: 'korean' })) },
  }
  for (const path of ['/post/1', '/post/2', `/place/${shop.id}`, '/post/3']) {
    await openScreen(path, { api })
    await expect.poll(() => localStorage.seen_places).toContain(path.split('/').at(-1))
  }
  await openScreen('/search', { api })
  const places = page.getByRole('region', { name: '최근 본 곳' })
  const names = () => [...document.querySelectorAll('.seen-places :is(h3, b)')].map(({ textContent }) => textContent)
  // Post 1 is about the place of post 3.
  await expect.poll(names).toEqual(['식당 3', '한강국밥', '식당 2'])
  expect(await findFaultsInBothThemes()).toEqual([])
  await places.getByRole('button', { name: '모두 지우기' }).click()
  await expect.element(places).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(localStorage.seen_places).toBeUndefined()
})

test('what is no seen place in the storage of the browser is passed over', async () => {
  localStorage.seen_places = JSON.stringify([null, 1, { post: 2 }, { shop: { id: '9' } }, { place: null, post: '4' }])
  const screen = await openScreen('/search', {
    api: { getPosts: answerSearchInPages([]), getPopularAreas: [], getSeenPosts: { data: [listedPost('4')] } },
  })
  await expect.element(page.getByRole('link', { name: '식당 4' })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'getSeenPosts')?.variables).toEqual({ ids: ['4'] })
})

test('the opened field offers places seen last after recent words, and leads to them', async () => {
  localStorage.recent_searches = JSON.stringify(['국수'])
  localStorage.seen_places = JSON.stringify([
    { place: null, post: '1' },
    { place: '9', shop: { ...shop, lat: 37.5, lng: 127 } },
  ])
  const api: Answers = {
    ...answersBesidePost,
    getSeenPosts: { data: [listedPost('1')] },
    getPost: fullPost({ id: '1' }),
    getSuggestions: { data: [], instead: null, meaning: null },
  }
  const screen = await openScreen('/error', { api })
  const open = page.getByRole('button', { name: '검색창 열기' })
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
  await open.click()
  await expect.poll(options).toEqual(['국수최근', '식당 1본 곳', '한강국밥본 곳'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(() => screen.url).toBe('/post/1')
  await open.click()
  await expect.poll(options).toContain('한강국밥본 곳')
  await page.getByRole('button', { name: '최근 기록 지우기' }).click()
  await expect.poll(options).toEqual([])
  expect(localStorage.seen_places).toBeUndefined()
})

const meaning = {
  ...{ kind: 'dish' as const, correction: null, alternatives: [], otherWords: null, suggestions: [] },
  ...{ areas: [], landmarks: [] },
}
const found = { ...answerSearchInPages([listedPost('1')])({}), meaning }
const results = { getSearchPosts: found, getSearchCollections: [], getSearchShops: [] }

test('results have their number, and without a place a way to those near the chosen town', async () => {
  const screen = await openScreen('/search?keyword=데이트', { api: results })
  await expect.element(page.getByText('글 1개', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /가까운 순/ })).not.toBeInTheDocument()
  localStorage.town = JSON.stringify({ near: '37.5,127.036', name: '역삼동' })
  await openScreen('/search?keyword=데이트', { api: results })
  await page.getByRole('link', { name: '역삼동에서 가까운 순으로 보기' }).click()
  await expect.poll(() => new URLSearchParams(location.search).get('near')).toBe('37.5,127.036')
  await expect.element(page.getByRole('link', { name: /가까운 순/ })).not.toBeInTheDocument()
  await screen.close()
})

test('the opened search offers recent words at once', async () => {
  localStorage.recent_searches = JSON.stringify(['국수', '떡볶이'])
  await openScreen('/error', {})
  await page.getByRole('button', { name: '검색창 열기' }).click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => options.elements().map(({ textContent }) => textContent)).toEqual(['국수최근', '떡볶이최근'])
})
