import { uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('a keyword of several places opens the list, which offers each of them and the way out @narrow', async ({
  page,
}) => {
  await page.goto('/map?keyword=고성군')
  const list = page.getByRole('region', { name: '지도에 보이는 글' })
  await expect(list.getByRole('link', { name: '강원 고성군' })).toBeInViewport()
  await expect(list.getByRole('link', { name: '경남 고성군' })).toBeInViewport()
  await expect(list.getByRole('button', { name: '목록 접기' })).toBeVisible()
})

test('a keyword that finds nothing in the whole country can be dropped @wide', async ({ page }) => {
  const word = uniqueName()
  await page.goto(`/map?keyword=${word}`)
  const list = page.getByRole('region', { name: '지도에 보이는 글' })
  await expect(list).toContainText('이 지역에는 찾으시는 글이 없어요.')
  await list.getByRole('link', { name: '검색어 없이 전국에서 보기' }).click()
  await expect(page).toHaveURL(/\/map$/)
  await expect(page.getByRole('searchbox', { name: '지도에서 찾을 말' })).toHaveValue('')
})
