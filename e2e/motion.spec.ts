import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { photo } from '#tests/image-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { uploadAs } from './people.ts'
import { waitForHydration } from './scripts.ts'

/** The titles of the cards whose photos moved with each change of the screen, so far. */
async function watchTransitions(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const seen: string[][] = []
    const started: string[] = []
    Object.assign(window, { seen, started })
    document.addEventListener('animationstart', ({ animationName }) => started.push(animationName))
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const named = [...document.querySelectorAll('.photo')].filter(
        (element) => getComputedStyle(element).viewTransitionName === 'photo',
      )
      seen.push(named.map((element) => element.closest('.card')?.querySelector('h2')?.textContent ?? ''))
      return start(update)
    }
  })
  return () => page.evaluate(() => (window as unknown as { seen: string[][] }).seen)
}

test('the photo of the pressed card alone moves to its post, Back moves nothing, and a pressed heart pops', {
  tag: '@wide',
}, async ({ page, api, signIn }) => {
  await signIn()
  const author = await buildUser(api)
  const word = uniqueName()
  for (const title of ['첫 집', '다음 집']) {
    await buildPost(api, { author, title, contents: word, image: await uploadAs(author, await photo(300, 200)) })
  }
  const transitions = await watchTransitions(page)
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  const card = page.getByRole('article').filter({ hasText: '첫 집' })
  const heart = card.getByRole('button', { name: /좋아요/ })
  const animations = () =>
    page.evaluate(() =>
      (window as unknown as { started: string[] }).started.filter((name) => /heart|digits/.test(name)),
    )
  expect(await animations()).toEqual([])
  await heart.click()
  await expect.poll(animations).toEqual(expect.arrayContaining(['heart-pops', 'digits-roll']))
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '첫 집' })).toBeVisible()
  expect(await transitions()).toEqual([['첫 집']])
  await page.goBack()
  await expect(card).toBeVisible()
  expect(await transitions()).toHaveLength(1)
})
