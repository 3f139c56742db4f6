import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  // Without the motion a test may press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('an address with a damaged view is the map of all of Korea @wide', async ({ page }) => {
  for (const view of [
    'lat=37.5&lng=127&zoom=',
    'lat=37.5&lng=127&zoom=abc',
    'lat=&lng=&zoom=',
    'lat=95&lng=127&zoom=9',
  ]) {
    expect((await page.goto(`/map?${view}&keyword=없는말`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: '지도에서 보는 맛집' })).toBeVisible()
    await expect(page.locator('.map-keyword input[type=hidden]')).toHaveCount(0)
    await expect(mapOf(page)).toHaveAttribute('data-status', 'success')
  }
  expect((await page.goto('/map?lat=999&lng=abc&zoom=99'))?.status()).toBe(200)
})

test('names on the map are letters in forced colours @wide', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/map')
  const name = mapOf(page).getByText('제주', { exact: true })
  await expect(name).toHaveCSS('-webkit-text-stroke-width', '0px')
})

function mapOf(page: Page): Locator {
  return page.getByRole('region', { name: '맛집 지도' })
}
