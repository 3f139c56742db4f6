import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration } from './scripts.ts'

test('a pressed heart pops, and its new number rolls in', { tag: '@wide' }, async ({ page, api, signIn }) => {
  await signIn()
  const word = uniqueName()
  await buildPost(api, { author: await buildUser(api), contents: word })
  await page.addInitScript(() => {
    const started: string[] = []
    Object.assign(window, { started })
    document.addEventListener('animationstart', ({ animationName }) => started.push(animationName))
  })
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  const animations = () =>
    page.evaluate(() =>
      (window as unknown as { started: string[] }).started.filter((name) => /heart|digits/.test(name)),
    )
  expect(await animations()).toEqual([])
  await page
    .getByRole('article')
    .getByRole('button', { name: /좋아요/ })
    .click()
  await expect.poll(animations).toEqual(expect.arrayContaining(['heart-pops', 'digits-roll']))
})
