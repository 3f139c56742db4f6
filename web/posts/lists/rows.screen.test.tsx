import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerSearchInPages, listedPost, savedPost } from '#tests/fake-posts.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { fullSite } from '#tests/fake-site.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const place = {
  kind: 'korean',
  price: 'from_1_to_2',
  address: '서울 마포구 숭문길 24',
  lat: 37.55,
  lng: 126.95,
} as const
const posts = [listedPost('1', { ...place, title: '첫째 집' }), listedPost('2')]
const api = { ...fullSite, getSearchPosts: answerSearchInPages(posts) }
const near = '/search?keyword=집&near=37.5545,126.95'

test('a list can be shown as rows with kind, price and distance, and this is remembered', async () => {
  await openScreen(near, { api })
  const heights = () => [...document.querySelectorAll('.feed .card')].map((card) => card.getBoundingClientRect().height)
  expect(Math.min(...heights())).toBeGreaterThan(300)
  expect(visibleTexts('.card-facts')).toEqual([])
  await page.getByText('정렬: 가까운 순').click()
  const choice = page.getByRole('button', { name: '간단히 보기' })
  await choice.click()
  await expect.element(choice).not.toBeInTheDocument()
  expect(visibleTexts('.card-facts')).toEqual(['한식 ·\u00a01만원대 ·\u00a0500m', ''])
  expect(visibleTexts('.card .address, .card .description, .card .by')).toEqual([])
  expect(Math.max(...heights())).toBeLessThan(130)
  expect(localStorage.getItem('cards')).toBe('rows')
  await page.getByText('정렬: 가까운 순').click()
  await expect.element(choice).toHaveAttribute('aria-pressed', 'true')
  await choice.click()
  expect(localStorage.getItem('cards')).toBeNull()
  expect(Math.min(...heights())).toBeGreaterThan(300)
})

test('a row of 내 맛집 says kind, price and district', async () => {
  const getSavedPosts = {
    data: [savedPost('1', { ...place, title: '첫째 집' })],
    nextCursor: null,
    startCursor: null,
    gone: [],
  }
  await openScreen('/me', { api: { ...fullSite, ...meAnswers, getSavedPosts }, viewer })
  await expect.poll(() => visibleTexts('.saved-text p')).toContain('한식 ·\u00a01만원대 ·\u00a0마포구')
})
