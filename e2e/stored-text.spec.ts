import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { hostileTexts, withFoldedSpace } from '#tests/hostile-texts.ts'
import { expect, test } from './fixtures.ts'
import { openUntilShown } from './scripts.ts'

async function expectNothingRan(page: Page) {
  expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
  // Three of the page's own stay, the others remove themselves when done.
  await expect(page.locator('script:not([src]):not([type="application/ld+json"])')).toHaveCount(3)
  expect(await page.locator('img[src="x"], [onload], [onfocus], [onerror]').count()).toBe(0)
}

test('written text stays text in lists and on the pages of posts', { tag: ['@wide', '@long'] }, async ({
  page,
  api,
}) => {
  const word = uniqueName()
  const ids: string[] = []
  for (const { long, brief } of hostileTexts) {
    const author = await buildUser(api, { username: brief })
    const place = { address: `${long} ${word}`, place_name: long, start_time: '09:00', end_time: '21:00' }
    ids.push((await buildPost(api, { author, title: brief, contents: `${long} ${word}`, ...place })).id)
  }
  for (const path of ['/', `/search?keyword=${word}`]) {
    await openUntilShown(page, path, page.locator(`h2 a[href="/post/${ids.at(-1)}"]`))
    for (const { long, brief } of hostileTexts) {
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: withFoldedSpace(brief), exact: true }) })
      await expect(card.locator('.who a')).toHaveText(withFoldedSpace(brief))
      await expect(card.locator('.address')).toHaveText(withFoldedSpace(`${long} ${word}`))
      await expect(card.locator('.description')).toHaveText(withFoldedSpace(`${long} ${word}`))
    }
    await expectNothingRan(page)
  }
  for (const [index, { long, brief }] of hostileTexts.entries()) {
    await page.goto(`/post/${ids[index]}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(withFoldedSpace(brief))
    await expect(page).toHaveTitle(`${withFoldedSpace(brief)} | 맛나눔`)
    await expect(page.locator('.byline a[href^="/u/"]')).toHaveText(withFoldedSpace(brief))
    await expect(page.locator('.story')).toHaveText(withFoldedSpace(`${long} ${word}`))
    await expect(page.locator('.place h2').first()).toHaveText(withFoldedSpace(long))
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
      'content',
      `${withFoldedSpace(brief)} | 맛나눔`,
    )
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({ name: withFoldedSpace(brief), mainEntity: { name: withFoldedSpace(long) } })
    await expectNothingRan(page)
    await page
      .getByRole('region', { name: '장소' })
      .getByRole('link', { name: withFoldedSpace(long) })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(withFoldedSpace(long))
    await page.reload()
    await expect(page).toHaveTitle(`${withFoldedSpace(long)} | 맛나눔`)
    const place = JSON.parse((await page.locator('head script[type="application/ld+json"]').textContent()) ?? '')
    expect(place).toMatchObject({
      name: withFoldedSpace(long),
      address: { streetAddress: withFoldedSpace(`${long} ${word}`) },
    })
    await expectNothingRan(page)
  }
})

test('text in a URL or in the browser’s storage stays text too', { tag: ['@wide', '@long'] }, async ({
  page,
  expectErrors,
}) => {
  const all = hostileTexts.map(({ long }) => long).join('')
  for (const path of ['/account/login?next=', '/?filter=', '/nowhere/', '/post/', '/error?status=']) {
    await page.goto(path + encodeURIComponent(all))
    await expectNothingRan(page)
  }
  for (const { long } of hostileTexts) {
    await page.goto(`/search?keyword=${encodeURIComponent(long)}`)
    await expect(page.getByRole('combobox', { name: '검색어' })).toHaveValue(long)
    await expectNothingRan(page)
  }
  await page.evaluate((script) => {
    localStorage.setItem('theme', script)
    localStorage.setItem('auto_login', script)
    sessionStorage.setItem('user', script)
    sessionStorage.setItem('draft::sign_up', JSON.stringify({ username: script }))
  }, all)
  await page.goto('/account/sign_up')
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue(all)
  await expectNothingRan(page)
  expectErrors(/status of 40[04]/)
})
