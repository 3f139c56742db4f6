import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakePhoto } from '#tests/fake-photo.ts'
import { place } from '#tests/fake-places.ts'
import { fullSite } from '#tests/fake-site.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { dotsAtLineEnds, dotsAtLineStarts } from '#tests/screens/line-ends.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const photo = (n: number) => ({
  post: `${n}`,
  title: '국수집',
  image: fakePhoto(300 + n, 300).url,
  image_info: null,
  month: '2026-11',
})
const getPlace = place('9', { lat: 37.5, lng: 127, photos: [1, 2, 3].map(photo) })
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

test('a phone shows a strip of photos first, then name and actions, then the map', async () => {
  await openScreen('/place/9', { api: { ...fullSite, getPlace } })
  await page.viewport(390, 844)
  const [photos, name, acts, map] = ['.place-photos', 'h1', '.acts', '.place-map'].map(boxOf)
  expect([photos?.left, photos?.width]).toEqual([0, 390])
  expect(photos?.top).toBeLessThanOrEqual(boxOf('.topbar').bottom)
  expect(photos?.bottom).toBeLessThan(name?.top ?? 0)
  expect(acts?.bottom).toBeLessThan(map?.top ?? 0)
  expect(acts?.bottom).toBeLessThan(boxOf('.bottombar').top)
  expect(visibleTexts('.acts > *')).toEqual(['길찾기', '저장', '다녀왔어요', '공유'])
  // The second photo can be seen at the edge.
  const second = boxOf('.place-photos li:nth-child(2)')
  expect(second.left).toBeLessThan(390)
  expect(second.right).toBeGreaterThan(390)
})

test('a call is the first action where the number is known, and all actions are as wide as a finger needs', async () => {
  await openScreen('/place/9', { api: { ...fullSite, getPlace: { ...getPlace, telephone: '1588-1234' } }, width: 360 })
  expect(visibleTexts('.acts > *')[0]).toBe('전화')
  const [call, been] = ['.acts > [href="tel:15881234"]', '.acts > [name="been"]'].map(boxOf)
  expect(call?.width).toBeGreaterThanOrEqual(72)
  // The fifth one has a row of its own.
  expect(been?.top).toBeGreaterThanOrEqual(call?.bottom ?? 0)
  await page.viewport(1280, 800)
  expect(boxOf('.acts > [name="been"]').top).toBe(boxOf('.acts > [href="tel:15881234"]').top)
})

test('whether a place is open stands first below its name, with the days on which it is closed', async () => {
  const told = { start_time: '00:00', end_time: '00:00', closed_on: ['mon' as const], hours_count: 3 }
  await openScreen('/place/9', {
    api: { ...fullSite, getPlace: { ...getPlace, ...told } },
    now: '2026-11-28T05:10:00.000Z',
  })
  expect(visibleTexts('.place-about > :nth-child(2)')).toEqual([
    expect.stringMatching(/^24시간 영업\s월요일 쉬어요\s3명이\s알려\s줬어요$/),
  ])
  expect(boxOf('.place-about .hours').bottom).toBeLessThan(boxOf('.acts').top)
  expect(await findFaultsInBothThemes()).toEqual([])
})

test('no line of facts begins or ends with a dot, however narrow', async () => {
  await openScreen('/place/9', {
    api: { ...fullSite, getPlace: { ...getPlace, like: 12_345_678, been_count: 12_345_678 } },
  })
  const lines = () =>
    new Set([...document.querySelectorAll('.place-likes .fact-list > *')].map((one) => one.getBoundingClientRect().top))
  await page.viewport(320, 740)
  expect(lines().size).toBe(2)
  for (const width of [280, 320, 360, 390]) {
    await page.viewport(width, 740)
    expect(dotsAtLineStarts(document.querySelector('.place-about') as Element)).toEqual([])
    expect(dotsAtLineEnds()).toEqual([])
  }
})

test('the menu has dishes with price and month, what is named most, and photos that open in full', async () => {
  const menus = [1, 2].map((n) => ({ ...photo(n), month: n === 1 ? '2026-11' : '2025-06' }))
  const dishes = [
    { name: '돼지국밥', price: 9500, month: '2026-11', count: 3 },
    { name: '수육', price: null, month: null, count: 1 },
  ]
  const api = { ...fullSite, getPlace: { ...getPlace, dishes, dish_people: 4, menus } }
  await openScreen('/place/9', { api, width: 360 })
  const section = page.getByRole('region', { name: '메뉴', exact: true })
  expect(visibleTexts('.dishes > *')).toEqual(['돼지국밥\n9,500원 11월', '수육'])
  await expect.element(section).toMatchTextContent(/돼지국밥을 가장 많이 먹었어요 4명 중 3명/)
  expect(visibleTexts('.photo-note')).toEqual([expect.stringMatching(/^메뉴판\s·\s11월$/), '2025년 6월'])
  expect(await findFaultsInBothThemes()).toEqual([])
  await section.getByRole('link', { name: '국수집 메뉴판' }).first().click()
  await expect.element(page.getByRole('dialog', { name: '사진 보기' }).getByText('1 / 2')).toBeVisible()
})

test('a place of which no dish and no menu is known has no such section', async () => {
  await openScreen('/place/9', { api: { ...fullSite, getPlace } })
  await expect.element(page.getByRole('heading', { name: '식당 9' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '메뉴', exact: true })).not.toBeInTheDocument()
})

test('a verdict stands below the actions with faces of those one follows, and is absent without one', async () => {
  const verdict = { people: 12, again: 9 }
  const friends = ['오늘은면', '빵지도', '제주로간준호'].map((username) => ({
    handle: username,
    username,
    image: null,
  }))
  const api = { ...fullSite, getPlace: { ...getPlace, verdict } }
  await openScreen('/place/9', { api, viewer, places: { 9: { friends } } })
  expect(visibleTexts('.verdict p')).toEqual(['다녀온 12명 중 9명이 또 간대요\n오늘은면님, 빵지도님도요'])
  expect(document.querySelectorAll('.verdict .avatar')).toHaveLength(3)
  expect(boxOf('.verdict').top).toBeGreaterThan(boxOf('.acts').bottom)
  expect(await findFaultsInBothThemes()).toEqual([])
  await openScreen('/place/9', { api, viewer })
  expect(visibleTexts('.verdict')).toEqual(['다녀온 12명 중 9명이 또 간대요'])
  await openScreen('/place/9', { api: { ...fullSite, getPlace }, viewer })
  expect(visibleTexts('.verdict')).toEqual([])
})
