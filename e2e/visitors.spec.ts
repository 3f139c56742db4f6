import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './people.ts'
import { holdScripts, waitForStyles } from './scripts.ts'
import { atBothWidths } from './themes.ts'

const withdrawalQuestion = '로그인하면 좋아요를 남길 수 있어요'

test('a visitor who presses a heart far down a list logs in and returns to the same card', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const member = await buildUser(api)
  const word = uniqueName()
  for (let count = 0; count < 25; count++) await buildPost(api, { author: member, contents: word, title: `${count}째` })
  await page.goto(`/search?keyword=${word}&filter=latest`)
  const cards = page.getByRole('article')
  for (const loaded of [10, 20]) await cards.nth(loaded - 1).scrollIntoViewIfNeeded()
  const card = cards.filter({ has: page.getByRole('heading', { name: '2째', exact: true }) })
  await card.scrollIntoViewIfNeeded()
  const heart = card.getByRole('button', { name: '좋아요 0' })
  await expect(heart).toHaveAttribute('aria-disabled', 'true')
  await heart.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: withdrawalQuestion })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(heart).toBeFocused()
  const top = await heart.evaluate((element) => element.getBoundingClientRect().top)

  // Playwright would wait for it to be enabled.
  await heart.click({ force: true })
  await dialog.getByRole('link', { name: '로그인' }).click()
  await expect(page).toHaveURL(/\/account\/login\?next=/)
  await expect(page.getByText('로그인하면 보던 화면으로 돌아가요.')).toBeVisible()
  await logIn(page, member)
  await expect(page).toHaveURL(`/search?keyword=${word}&filter=latest`)
  await expect(page.getByRole('article')).toHaveCount(25)
  await expect(card).toBeInViewport()
  // The login has set the heart that was pressed before it.
  const liked = card.getByRole('button', { name: '좋아요 1' })
  await expect(liked).toHaveAttribute('aria-pressed', 'true')
  await expect(liked).not.toHaveAttribute('aria-disabled')
  await expect
    .poll(async () => Math.abs((await liked.evaluate((element) => element.getBoundingClientRect().top)) - top))
    .toBeLessThan(60)
})

test('nothing on the search page moves when the browser adds the earlier searches', {
  tag: ['@narrow', '@long'],
}, async ({ page, api }) => {
  await buildPost(api, { author: await buildUser(api) })
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('recent_searches', JSON.stringify(['국수', '긴 '.repeat(40), '커피'])))
  const release = await holdScripts(page)
  await page.goto('/search', { waitUntil: 'commit' })
  const popular = page.getByRole('heading', { name: '인기 글' })
  await expect(popular).toBeVisible()
  await waitForStyles(page)
  const heights = async () => {
    const all: (number | undefined)[] = []
    await atBothWidths(page, async () => void all.push((await popular.boundingBox())?.y))
    return all
  }
  const before = await heights()
  release()
  await expect(page.getByRole('link', { name: '커피' })).toBeAttached()
  expect(await heights()).toEqual(before)
})
