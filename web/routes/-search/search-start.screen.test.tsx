import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { foundInPages, listedPost } from '#tests/fake-posts.ts'
import { openScreen, Unanswered } from '#tests/screens/open-screen.tsx'

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
      getSearchPosts: foundInPages([]),
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

const meaning = {
  ...{ kind: 'dish' as const, correction: null, alternatives: [], otherWords: null, suggestions: [] },
  ...{ areas: [], landmarks: [] },
}
const found = { ...foundInPages([listedPost('1')])({}), meaning }
const results = { getSearchPosts: found, getSearchCollections: [] }

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
