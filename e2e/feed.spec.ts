import type { Page } from '@playwright/test'
import type { Api } from '#tests/api.ts'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts, waitForHydration, waitForPaint } from './scripts.ts'

/** That many posts that contain the returned word, the last one the newest. */
async function buildPosts(api: Api, count: number) {
  const author = await buildUser(api)
  const word = uniqueName()
  const posts: { id: string; title: string }[] = []
  for (let index = 0; index < count; index++) {
    posts.push(
      await buildPost(api, { author, title: `식당 ${String(index).padStart(2, '0')}`, contents: `맛있는 ${word}` }),
    )
  }
  return { author, word, posts }
}

function cardsOf(page: Page) {
  return page.getByRole('article')
}

test('Back returns to the same card, from a post that was loaded anew, before it came, and before its script came', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  const { word } = await buildPosts(api, 25)
  for (const post of [
    'a post that was loaded anew',
    'a post that was loaded anew before it came',
    'a post whose script has not come yet',
  ] as const)
    await test.step(post, async () => {
      // A new entry of the history, with no place to return to.
      await page.goto('about:blank')
      await page.goto(`/search?keyword=${word}`)
      await cardsOf(page).last().scrollIntoViewIfNeeded()
      await expect(cardsOf(page)).toHaveCount(20)
      const card = cardsOf(page).nth(16)
      await card.scrollIntoViewIfNeeded()
      await waitForPaint(page)
      const before = await card.boundingBox()
      const scrolled = await page.evaluate(() => scrollY)
      expect(scrolled).toBeGreaterThan(500)
      const title = (await card.getByRole('heading').textContent()) ?? ''
      const heading = page.getByRole('heading', { level: 1, name: title })
      if (post === 'a post that was loaded anew before it came') await page.route('**/graphql', () => {})
      await card.locator('h2 a').click()
      await expect(page).toHaveURL(/\/post\/\d+$/)
      if (post === 'a post that was loaded anew before it came') {
        await page.reload()
        await page.unroute('**/graphql')
      }
      await expect(heading).toBeVisible()
      if (post === 'a post whose script has not come yet') {
        const release = await holdScripts(page)
        await page.reload({ waitUntil: 'commit' })
        await expect(heading).toBeVisible()
        await page.goBack({ waitUntil: 'commit' })
        // The list is hidden until its script has restored it.
        await expect(page.locator('.feed article').first()).toBeAttached()
        release()
      } else {
        if (post === 'a post that was loaded anew') await page.reload()
        await waitForHydration(page)
        await page.goBack()
      }
      // Nothing hides the list any more.
      await expect(page.locator('html')).toHaveAttribute('data-returning', 'done')
      // The page may still reload.
      await expect(async () => {
        expect(await page.evaluate(() => Math.round(scrollY))).toBe(Math.round(scrolled))
        expect(Math.round((await card.boundingBox())?.y ?? -1)).toBe(Math.round(before?.y ?? 0))
      }).toPass()
    })
})
