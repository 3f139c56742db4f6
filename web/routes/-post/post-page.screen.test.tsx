import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fullPost } from '#tests/fake-posts.ts'
import { fullSite } from '#tests/fake-site.ts'
import { doubleText } from '#tests/screens/double-text.ts'
import { openScreen, type ScreenOptions } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const member: ScreenOptions = { api: fullSite, viewer: { ...viewer, jwt: 'duri', username: '이두리' } }

test('a call, directions, saving and sharing are in a row under the title, in view on a phone', async () => {
  await openScreen('/post/3', member)
  await page.viewport(390, 844)
  expect(visibleTexts('.acts > *')).toEqual(['전화', '길찾기', '저장', '공유'])
  expect(document.querySelector('.acts > a')?.getAttribute('href')).toBe('tel:025550123')
  await expect.element(page.getByRole('link', { name: '전화 02-555-0123' })).toHaveAttribute('href', 'tel:025550123')
  const { top } = document.querySelector('.bottombar')?.getBoundingClientRect() ?? { top: 0 }
  for (const act of document.querySelectorAll('.acts > *')) {
    expect(act.getBoundingClientRect().bottom).toBeLessThan(top)
  }
  await page.getByText('길찾기').click()
  await expect.element(page.getByRole('link', { name: '카카오맵' })).toBeVisible()
  expect(document.activeElement?.textContent).toBe('길찾기')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('link', { name: '카카오맵' })).not.toBeInTheDocument()
  expect(document.activeElement?.textContent).toBe('길찾기')
})

test('a post of no place and no number has no directions and no call', async () => {
  await openScreen('/post/3', { api: { ...fullSite, getPost: fullPost({ id: '3' }) } })
  expect(visibleTexts('.acts > *')).toEqual(['저장', '공유'])
})

test('report and block are in the menu of a post of somebody else, for members', async () => {
  await openScreen('/post/3', { api: fullSite })
  await expect.element(button('이 글 메뉴')).not.toBeInTheDocument()
  await openScreen('/post/1', { ...member, posts: { 1: { mine: true } } })
  await expect.element(button('이 글 메뉴')).not.toBeInTheDocument()
  const screen = await openScreen('/post/3', { ...member, api: { ...fullSite, blockUser: { count: 1 } } })
  await button('이 글 메뉴').click()
  expect(visibleTexts('.detail-head .more-list button')).toEqual(['링크 복사', '김하나님 차단', '신고'])
  await button('김하나님 차단').click()
  await page.getByRole('dialog', { name: '김하나님을 차단할까요?' }).getByRole('button', { name: '차단하기' }).click()
  await expect.poll(() => screen.url).toBe('/')
  expect(screen.asked).toContainEqual({ name: 'blockUser', variables: { handle: 'hana', block: true } })
})

test('the author can be followed from the post, and the button is gone on a return', async () => {
  const follow = page.getByRole('button', { name: '김하나님 팔로우' })
  const screen = await openScreen('/post/3', { ...member, api: { ...fullSite, followUser: { count: 1 } } })
  await follow.click()
  await expect
    .poll(() => screen.asked.at(-1))
    .toEqual({ name: 'followUser', variables: { handle: 'hana', follow: true } })
  await expect.element(page.getByRole('button', { name: '김하나님 팔로잉' })).toBeVisible()
  await openScreen('/post/3', { ...member, authors: { hana: { followed: true } } })
  await expect.element(page.getByRole('link', { name: '김하나', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /김하나님 팔로/ })).not.toBeInTheDocument()
})

test('in text of twice the size no word of an action is broken', async () => {
  await openScreen('/post/3', member)
  doubleText()
  const broken = [...document.querySelectorAll('.acts .act, .detail-marks button')].filter((action) => {
    const range = document.createRange()
    range.selectNodeContents(action)
    const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
    // The icon has a box of its own.
    return lines > action.querySelectorAll('svg').length + (action.textContent ?? '').split(' ').length
  })
  expect(broken.map(({ textContent }) => textContent)).toEqual([])
})
