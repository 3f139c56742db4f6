import { expect, test } from './fixtures.ts'
import { holdScripts, waitForHydration } from './scripts.ts'

test('the icon pressed before hydration leads to the open field', { tag: '@narrow' }, async ({ page }) => {
  const arrive = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: '검색창 열기' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL('/search?keyword=')
  const field = page.getByRole('combobox', { name: '검색어' })
  await expect(field).toBeVisible()
  await field.fill('국수')
  arrive()
  await waitForHydration(page)
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?keyword=${encodeURIComponent('국수')}`)
  // Results are announced after a search, not after a page load.
  await page.reload()
  await waitForHydration(page)
  await expect(page.locator('.feed-head-search + [role=status]')).toBeEmpty()
})
