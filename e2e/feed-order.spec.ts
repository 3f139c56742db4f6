import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { openUntilShown, waitForHydration } from './scripts.ts'

/** Delays the responses for an order of lists until the returned function is called. */
async function holdOrder(page: Page, filter: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(`"filter":"${filter}"`)) await released
    await route.continue().catch(() => {})
  })
  return release
}

for (const [list, tag] of [
  ['feed', '@narrow'],
  ['search', '@wide'],
] as const) {
  test(`another order of the ${list} keeps heading, controls and height while it loads`, { tag }, async ({
    page,
    api,
  }) => {
    const author = await buildUser(api)
    const word = uniqueName()
    for (const title of ['다', '나', '가', '라', '마', '바', '사', '아', '자', '차', '카', '타']) {
      await buildPost(api, { author, title: `${title} ${word}`, contents: word })
    }
    const cards = page.getByRole('article')
    const first = list === 'feed' ? '정렬: 최신순' : '정렬: 정확도순'
    const newest = cards.first().getByRole('heading', { name: `타 ${word}` })
    await openUntilShown(page, list === 'feed' ? '/' : `/search?keyword=${word}`, newest)
    await waitForHydration(page)
    // Not its width, which is what the name of the order leaves.
    const headingBox = async () => {
      const { x, y, height } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {}
      return { x, y, height }
    }
    const heading = await headingBox()
    const height = await page.locator('.feed').evaluate((feed) => feed.clientHeight)
    const release = await holdOrder(page, 'order')
    await page.getByText(first).click()
    await page.getByRole('link', { name: '이름순' }).click()
    await expect(page.getByText('정렬: 이름순')).toBeVisible()
    await expect(page.locator('.feed')).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('.feed[data-waiting]')).toBeVisible()
    // Longer than the time after which a blank pending screen would appear.
    await expect(page.locator('.feed')).toHaveCSS('opacity', '0.45')
    expect(await headingBox()).toEqual(heading)
    expect(await page.locator('.feed').evaluate((feed) => feed.clientHeight)).toBeGreaterThanOrEqual(height)
    await expect(cards.first()).toContainText(`타 ${word}`)
    await expect(page.locator('.sort-menu summary')).toBeFocused()
    release()
    await expect(page.locator('.feed')).toHaveAttribute('aria-busy', 'false')
    if (list === 'search') await expect(cards.first()).toContainText(`가 ${word}`)
    await expect(page.locator('.feed')).toHaveCSS('opacity', '1')
    await page.goBack()
    await expect(page.getByText(first)).toBeVisible()
    await expect(cards.first()).toContainText(`타 ${word}`)
  })
}

test('nothing is shown below a list that grows, so nothing moves', { tag: '@narrow' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const word = uniqueName()
  for (let index = 0; index < 43; index++) await buildPost(api, { author, contents: word })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/search?keyword=${word}`)
  const footer = page.getByRole('contentinfo')
  const cards = page.getByRole('article')
  for (const count of [10, 20, 30]) {
    await expect(cards).toHaveCount(count)
    await expect(footer).toBeHidden()
    // Shows what is below it too.
    await cards.last().evaluate((card) => card.scrollIntoView({ block: 'start', behavior: 'instant' }))
  }
  // Here the reader has to press for more, and can reach what is below.
  await expect(page.getByRole('button', { name: '더 보기' })).toBeVisible()
  await expect(footer).toBeVisible()
  // Before the press: new cards push the footer down, which counts as moving if they come half a second after it.
  const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(moved.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005)
  await page.getByRole('button', { name: '더 보기' }).click()
  await expect(page.getByText('글 43개를 불러왔어요.')).toBeAttached()
  await expect(footer).toBeVisible()
})
