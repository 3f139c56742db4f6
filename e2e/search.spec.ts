import type { Page } from '@playwright/test'
import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts, openSearch, waitForHydration } from './scripts.ts'

test('the search field opens and closes without its text, and follows the URL', async ({ page }) => {
  await page.goto('/')
  const field = page.getByRole('combobox', { name: '검색어' })
  await expect(field).toBeHidden()
  await openSearch(page)
  await expect(field).toBeFocused()
  await field.fill('국수')
  await page.getByRole('button', { name: '검색창 닫기' }).click()
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: '검색창 열기' }).click()
  await expect(field).toHaveValue('')
  await field.press('Enter')
  await field.fill('   ')
  await field.press('Enter')
  await expect(page).toHaveURL('/')

  await field.fill('국수')
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?keyword=${encodeURIComponent('국수')}`)
  await page.reload()
  await expect(field).toHaveValue('국수')
  await page.goBack()
  await expect(field).toBeHidden()
})

test('the Enter that completes a syllable does not search', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  await openSearch(page)
  const field = page.getByRole('combobox', { name: '검색어' })
  await expect(field).toBeFocused()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '국', selectionStart: 1, selectionEnd: 1 })
  await expect(field).toHaveValue('국')
  const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 } as const
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await keyboard.send('Input.insertText', { text: '국' })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await expect(field).toHaveValue('국')
  await expect(page).toHaveURL('/')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?keyword=/)
})

test('Escape belongs to the syllable in the making, and suggestions stay while one types it', { tag: '@wide' }, async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  await buildPost(api, { author, title: '새벽 돼지국밥' })
  await page.goto('/')
  await openSearch(page)
  const field = page.getByRole('combobox', { name: '검색어' })
  const options = page.getByRole('listbox', { name: '검색어 제안' }).getByRole('option')
  await expect(field).toBeFocused()
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const typed of ['돼지국', '돼지국ㅂ', '돼지국바', '돼지국밥']) {
    const answered = page.waitForResponse((response) => response.request().postData()?.includes(typed) ?? false)
    await compose(typed)
    await answered
    await expect(options.filter({ hasText: '돼지국밥' }).first()).toBeVisible()
    if (typed === '돼지국') await options.first().evaluate(noteWhenGone)
  }
  // The list did not go and return between two answers.
  await expect(page.locator('html')).not.toHaveAttribute('data-gone')
  // Chrome sends the key while it composes.
  const escapeKey = { key: 'Process', code: 'Escape', windowsVirtualKeyCode: 229 } as const
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...escapeKey })
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...escapeKey })
  await expect(field).toHaveValue('돼지국밥')
  await keyboard.send('Input.insertText', { text: '돼지국밥' })
  // Safari ends the composition first, and then sends the key as 229.
  await field.evaluate((input) => {
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '돼지국밥' }))
    for (const key of ['Escape', 'Enter'])
      input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, keyCode: 229 }))
  })
  await expect(field).toBeVisible()
  await expect(field).toHaveValue('돼지국밥')
  await expect(page).toHaveURL('/')
  await field.press('Escape')
  await field.press('Escape')
  await expect(field).toBeHidden()
})

function noteWhenGone(row: Element): void {
  const field = row.closest('form') as Element
  const note = () => field.querySelector('[role=option]') ?? document.documentElement.setAttribute('data-gone', '')
  new MutationObserver(note).observe(field, { childList: true, subtree: true })
}

test('a search keeps the scroll position if its head is visible, and otherwise brings the head into view', {
  tag: '@narrow',
}, async ({ page, api }) => {
  const author = await buildUser(api)
  const [word, other] = [uniqueName(), uniqueName()]
  for (let count = 0; count < 10; count++) await buildPost(api, { author, contents: `${word} ${other}` })
  await page.goto(`/search?keyword=${word}`)
  await expect(page.getByRole('article')).toHaveCount(10)
  const field = page.getByRole('combobox', { name: '검색어' })
  const head = page.getByRole('heading', { level: 1 })
  const scroll = () => page.evaluate(() => scrollY)
  const searchFrom = async (y: number, keyword: string) => {
    await waitForHydration(page)
    await field.fill(keyword)
    await page.evaluate((top) => window.scrollTo(0, top), y)
    await field.press('Enter')
    await expect(head).toHaveText(`${keyword} 검색 결과`)
    await expect(page.locator('mark')).toHaveCount(10)
  }
  // The router forgets what a navigation asked of the scroll position if it has not reported its first screen yet.
  await searchFrom(0, other)
  await searchFrom(8, word)
  expect(await scroll()).toBe(8)

  await searchFrom(1500, other)
  await expect.poll(() => isBelowTopBar(page)).toBe(true)
  await expect(head).toBeInViewport()

  await page.goto('/')
  await openSearch(page)
  await searchFrom(100_000, word)
  await expect.poll(() => isBelowTopBar(page)).toBe(true)
  await expect(head).toBeInViewport()

  // Back restores the scroll position.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('article').last().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(page.locator('mark')).toHaveCount(10)
  await expect.poll(scroll).toBeGreaterThan(400)
})

/** Whether the whole title is visible below the fixed bar. */
function isBelowTopBar(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const top = document.querySelector('h1')?.getBoundingClientRect().top ?? -1
    return top >= (document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0)
  })
}

test('every keyword is a text: digits, wild cards and markup', { tag: '@wide' }, async ({ page, api }) => {
  const author = await buildUser(api)
  const word = uniqueName()
  await buildPost(api, { author, title: '007 본드버거', contents: word })
  await buildPost(api, { author, title: '100% 한우', contents: word })
  await buildPost(api, { author, title: '<script>분식', contents: word })
  const titles = page.getByRole('article').getByRole('heading')
  for (const [keyword, title] of [
    ['007', '007 본드버거'],
    ['%', '100% 한우'],
    ['<script>', '<script>분식'],
  ] as const) {
    await page.goto(`/search?${new URLSearchParams({ keyword: `${keyword} ${word}` })}`)
    await expect(titles).toHaveText([title])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${keyword} ${word} 검색 결과`)
    await expect(page.getByRole('combobox', { name: '검색어' })).toHaveValue(`${keyword} ${word}`)
    await expect(titles.locator('mark')).toHaveText(keyword)
  }
  await page.goto('/search?keyword=007')
  await expect(page.getByRole('combobox', { name: '검색어' })).toHaveValue('007')
  await page.getByRole('combobox', { name: '검색어' }).fill('08')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?keyword=08')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('08 검색 결과')
})

test('a mark in a keyword that reorders letters is neither in the title nor on the page', { tag: '@wide' }, async ({
  page,
}) => {
  await page.goto('/search?keyword=%E2%80%AE강남')
  await expect(page).toHaveTitle('강남 검색 결과 | 맛나눔')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('강남 검색 결과')
})

test('the field suggests matching names, by keyboard and by press, and earlier searches', { tag: '@wide' }, async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const word = `면${uniqueName().slice(-8)}`
  const title = `${word} 국수`
  await buildPost(api, { author, title, place_name: `${word} 시장 안집` })
  await page.goto('/')
  await openSearch(page)
  const field = page.getByRole('combobox', { name: '검색어' })
  const options = page.getByRole('listbox', { name: '검색어 제안' }).getByRole('option')
  await field.fill(word.slice(0, -1))
  await expect(options).toHaveText([`${title}글`, `${word} 시장 안집장소`])
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  expect(await field.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'))
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?${new URLSearchParams({ keyword: title })}`)
  await expect(field).toHaveValue(title)
  await expect(options).toHaveCount(0)

  await field.click()
  await field.fill('')
  await expect(options).toHaveText([`${title}최근`])
  await field.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toBeVisible()
  await field.fill(`${word} 시장`)
  await options.filter({ hasText: '안집' }).click()
  await expect(page).toHaveURL(`/search?${new URLSearchParams({ keyword: `${word} 시장 안집` })}`)

  await field.click()
  await field.fill('')
  await expect(options).toHaveCount(2)
  await page.getByRole('button', { name: '최근 검색어 지우기' }).click()
  await expect(options).toHaveCount(0)
  await page.reload()
  await field.click()
  await field.fill('')
  await expect(options).toHaveCount(0)
})

test('failed suggestions show none, and the search works @wide', async ({ page, expectErrors }) => {
  await page.goto('/')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('getSuggestions') ? route.abort() : route.fallback(),
  )
  const failed = page.waitForEvent(
    'requestfailed',
    (request) => request.postData()?.includes('getSuggestions') ?? false,
  )
  await openSearch(page)
  const field = page.getByRole('combobox', { name: '검색어' })
  await field.fill('국수')
  await failed
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?keyword=/)
  expectErrors(/net::ERR_FAILED/)
})

test('the results of a search and of another order are announced once, but not after a page load', {
  tag: '@wide',
}, async ({ page, api }) => {
  const author = await buildUser(api)
  const word = uniqueName()
  for (let count = 0; count < 11; count++) await buildPost(api, { author, contents: word, title: `${count}째` })
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      const text = document.querySelector('.feed-head-search + [role=status]')?.textContent ?? ''
      if (text !== '' && said.at(-1) !== text) said.push(text)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  await page.goto(`/search?keyword=${word}`)
  await waitForHydration(page)
  await page.getByText('정렬: 정확도순').click()
  await page.getByRole('link', { name: '인기순' }).click()
  const popular = `‘${word}’ 검색 결과 10개 이상, 인기순이에요.`
  await expect.poll(said).toEqual([popular])
  const field = page.getByRole('combobox', { name: '검색어' })
  await field.fill(`${word} 10째`)
  await field.press('Enter')
  const one = `‘${word} 10째’ 검색 결과 1개, 정확도순이에요.`
  await expect.poll(said).toEqual([popular, one])
  await page.getByRole('article').getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: '10째' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/search\?/)
  await field.fill(`${word}없음`)
  await field.press('Enter')
  await expect.poll(said).toEqual([popular, one, `‘${word}없음’ 검색 결과가 없어요.`])
})

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
})
