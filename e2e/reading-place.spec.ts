import type { Page } from '@playwright/test'
import type { Api } from '#tests/api.ts'
import { buildPost, type TestUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts, scrollToPost, waitForPaint } from './scripts.ts'

const POSTS = 58

async function buildPosts(api: Api, author: TestUser): Promise<string> {
  const word = uniqueName()
  for (let index = 0; index < POSTS; index++) {
    // Cards of different heights.
    await buildPost(api, { author, title: `식당 ${index}`, contents: `${word} ${'맛있어요. '.repeat(index % 9)}` })
  }
  return word
}

const cardsOf = (page: Page) => page.getByRole('article')

/** Scrolls through the list to its last page but one, and back to a card of the fifth page. */
async function scrollFar(page: Page): Promise<{ title: string; top: number }> {
  await scrollToPost(page, 40)
  await page.getByRole('button', { name: '더 보기' }).click()
  await expect(page.getByText('글 50개를 불러왔어요.')).toBeAttached()
  const read = cardsOf(page).nth(44)
  await read.scrollIntoViewIfNeeded()
  await read.evaluate((card) =>
    window.scrollTo({ top: card.getBoundingClientRect().top + scrollY - 120, behavior: 'instant' }),
  )
  // Cards around it may still be painted for the first time.
  let card = await firstVisibleCard(page)
  await expect(async () => {
    const before = card
    await waitForPaint(page)
    card = await firstVisibleCard(page)
    expect(card).toEqual(before)
  }).toPass()
  return card
}

/** Waits until that card is the first below the top bar; the page may still reload meanwhile. */
async function expectFirstCard(page: Page, card: Awaited<ReturnType<typeof firstVisibleCard>>): Promise<void> {
  await expect(async () => expect(await firstVisibleCard(page)).toEqual(card)).toPass()
}

/** The first card below the top bar, and its position. */
function firstVisibleCard(page: Page): Promise<{ title: string; top: number }> {
  return page.evaluate(() => {
    const first = [...document.querySelectorAll('article')].find((card) => card.getBoundingClientRect().bottom > 70)
    return {
      title: first?.querySelector('h2')?.textContent ?? '',
      top: Math.round(first?.getBoundingClientRect().top ?? 0),
    }
  })
}

test('a reload, and Back from another page load, return to the card that was read, in the feed, a search and one’s own posts', {
  tag: ['@narrow', '@long'],
}, async ({ page, signIn, api }) => {
  const word = await buildPosts(api, await signIn())
  for (const read of ['/', `/search?keyword=${word}`, '/account/my_list'])
    await test.step(read, async () => {
      await page.goto(read)
      const before = await scrollFar(page)
      // This needs no request.
      await page.route('**/graphql', () => {})
      await page.reload()
      await expectFirstCard(page, before)
      await page.unroute('**/graphql')
      await page.goto('/account/profile')
      await page.goBack()
      await expect(page).toHaveURL(read)
      await expectFirstCard(page, before)
      // More can be loaded.
      await scrollToPost(page, POSTS)
    })
})

test('a restored page shows no other card before, and after an expired session nothing of the lists is kept', {
  tag: ['@narrow', '@long'],
}, async ({ page, signIn, api, context }) => {
  const word = await buildPosts(api, await signIn())
  await page.goto(`/search?keyword=${word}`)
  await test.step('a restored page shows no other card before', async () => {
    const before = await scrollFar(page)
    const scrolled = await page.evaluate(() => scrollY)
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByText('읽던 곳으로 돌아가는 중이에요.')).toBeVisible()
    await expect(cardsOf(page).first()).toBeHidden()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    release()
    await expect(page.getByText('읽던 곳으로 돌아가는 중이에요.')).toBeHidden()
    await expectFirstCard(page, before)

    // A turned phone shows the card that was last scrolled to.
    const read = cardsOf(page).filter({ has: page.getByRole('heading', { name: before.title, exact: true }) })
    await read.evaluate((card) => scrollBy({ top: card.getBoundingClientRect().top - 40, behavior: 'instant' }))
    await waitForPaint(page)
    for (const [width, height] of [
      [740, 360],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(read).toBeInViewport()
      await expect.poll(() => read.evaluate((card) => Math.round(card.getBoundingClientRect().top))).toBe(40)
    }
  })
  await test.step('after an expired session nothing of the lists is kept', async () => {
    await context.clearCookies()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-returning', 'done')
    // At the end of the first page the next one is requested.
    await expect(page.getByText('글 50개를 불러왔어요.')).toHaveCount(0)
  })
})
