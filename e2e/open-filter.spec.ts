import type { Page } from '@playwright/test'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { buildPostsByHours } from './places.ts'
import { waitForHydration } from './scripts.ts'
import { expectReadable } from './themes.ts'

const cards = (page: Page) => page.getByRole('article')
const filter = (page: Page) => page.getByRole('link', { name: '영업 중', exact: true })

test('lists by distance and the map show how far away posts are, and can be filtered too', {
  tag: ['@wide', '@long'],
}, async ({ page, api, context }) => {
  const word = uniqueName()
  // In the sea, where nothing else is.
  const at = { lat: Number((30 + Math.random()).toFixed(3)), lng: Number((123 + Math.random()).toFixed(3)) }
  await buildPostsByHours(api, await buildUser(api), word, at)
  await page.goto(`/?near=${at.lat.toFixed(3)},${at.lng.toFixed(3)}`)
  await expect(cards(page).nth(2)).toContainText(word)
  await expect(cards(page).first().locator('.address')).toHaveText('마포구 · 100m 이내')
  await expectReadable(page, 'article .address')
  const onMap = page.getByRole('main').getByRole('link', { name: '지도', exact: true })
  await expect(onMap).toHaveAttribute('href', `/map?lat=${at.lat}&lng=${at.lng}&zoom=15`)
  await waitForHydration(page)
  await filter(page).click()
  await expect(filter(page)).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('.feed')).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page).filter({ hasText: word })).toHaveCount(1)
  await expect(page).toHaveURL(/near=/)

  await cards(page).filter({ hasText: word }).getByRole('heading').getByRole('link').click()
  await expect(page.locator('.place')).toContainText('서울 마포구 숭문길 24')
  await page.goto(`/search?keyword=${word}&near=${at.lat.toFixed(3)},${at.lng.toFixed(3)}`)
  await expect(page.getByText('위치가 없는 글은 빠졌어요.')).toBeVisible()

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: at.lat, longitude: at.lng })
  await page.goto(`/map?lat=${at.lat}&lng=${at.lng}&zoom=14&keyword=${word}`)
  const stories = page.locator('.map-card .mini-story')
  await expect(stories).toHaveText(Array(3).fill('서울 마포구 숭문길 24'))
  await page.getByRole('button', { name: '내 위치' }).click()
  await expect(stories).toHaveText(Array(3).fill('100m 이내 · 마포구 숭문길 24'))
  await page.goto(`/map?lat=${at.lat}&lng=${at.lng}&zoom=16&open=1&keyword=${uniqueName()}`)
  await expect(page.getByText('이 지역에는 지금 영업 중인 곳이 없어요.')).toHaveCount(1)
  const ways = page.locator('.map-list-note').getByRole('link', { includeHidden: true })
  await expect(ways).toHaveText(['영업 중이 아닌 글도 보기', '더 넓게 보기', '전국에서 보기', '이 지역 글 보기'])
  // The two wider views share a row, once the map has reported its bounds.
  await expect(async () => {
    const tops = await ways.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(3)
    expect(tops[1]).toBe(tops[2])
  }).toPass()
})
