import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { area, fakeShop } from '#tests/fake-places.ts'
import { answersBesideHome, postPage } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'

const part = (name: string, count: number) => ({ name, path: `전남/구례군/${name}`, count })
const gurye = { lat: 35.2026, lng: 127.4629, box: { south: 35.1, west: 127.3, north: 35.35, east: 127.65 } }
const parts = [part('구례읍', 3), part('산동면', 0)]
const api: Answers = {
  ...answersBesideHome,
  getArea: ({ path }) => area(path, { ...gurye, count: 3, parts }),
  getPosts: postPage([]),
  getWeeklyTop: [],
  getNearShops: [fakeShop(1)],
}
const withoutPosts: Answers = { ...api, getArea: ({ path }) => area(path, { ...gurye, parts: [part('구례읍', 0)] }) }
const link = (name: string) =>
  page.getByRole('navigation', { name: '하위 지역' }).getByRole('link', { name, exact: true })
const map = page.getByRole('main').getByRole('link', { name: '지도', exact: true })

test('the parts of an area have their number of posts, and those without a post none', async () => {
  await openScreen('/area/전남/구례군', { api })
  await expect.element(page.getByRole('heading', { level: 1, name: '구례군 맛집 3', exact: true })).toBeVisible()
  await expect.element(link('구례읍 3')).toBeVisible()
  await page.getByText('다른 지역').click()
  await expect.element(link('산동면')).toBeVisible()
  await openScreen('/area/전남/구례군', { api: withoutPosts })
  await expect.element(page.getByRole('heading', { level: 1, name: '구례군 맛집', exact: true })).toBeVisible()
  await page.getByText('지역 고르기').click()
  await expect.element(link('구례읍')).toBeVisible()
})

test('the map of an area shows all of it, without a post where its shops are', async () => {
  await openScreen('/area/전남/구례군', { api })
  await expect.element(map).toHaveAttribute('href', expect.stringMatching(/lat=35\.225&lng=127\.475&zoom=(?:9|10)$/))
  await openScreen('/area/전남/구례군', { api: withoutPosts })
  await expect.element(page.getByRole('link', { name: /국밥 1/ }).first()).toBeVisible()
  await expect.element(map).toHaveAttribute('href', '/map?lat=35.2026&lng=127.4629&zoom=16')
})
