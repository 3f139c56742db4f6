import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { photo } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'

/** What has moved from screen to screen so far. */
async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const { pseudoElement } = effect as KeyframeEffect
          if (pseudoElement?.startsWith('::view-transition-group')) moved.push(pseudoElement)
        }
      })
      return transition
    }
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}

test('the photo of the pressed card moves to its post, which takes presses meanwhile; Back finds the place', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn }) => {
  await signIn()
  const author = await buildUser(api)
  const word = uniqueName()
  for (let n = 1; n <= 6; n++) {
    const image = await uploadAs(author, await photo(300, 200 + n))
    await buildPost(api, { author, title: `식당 ${n}`, contents: word, image })
  }
  const moves = await watchMoves(page)
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  const card = page.getByRole('article').filter({ hasText: '식당 2' })
  await card.scrollIntoViewIfNeeded()
  const before = await card.boundingBox()
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '식당 2' })).toBeVisible()
  const like = page
    .getByRole('main')
    .getByRole('button', { name: /좋아요/ })
    .first()
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(await moves()).toEqual(['::view-transition-group(photo)'])
  await page.goBack()
  await expect.poll(() => card.boundingBox()).toEqual(before)

  // Back before the photo has arrived.
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/search/)
  await expect.poll(() => card.boundingBox()).toEqual(before)

  const moved = await moves()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '식당 2' })).toBeVisible()
  expect(await moves()).toEqual(moved)
})
