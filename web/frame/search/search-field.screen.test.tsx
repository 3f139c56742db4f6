import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import {
  answerInPages,
  answerSearchInPages,
  answersBesideHome,
  answersBesidePost,
  fullPost,
  listedPost,
} from '#tests/fake-posts.ts'
import { type Answers, openScreen, Unanswered } from '#tests/screens/open-screen.tsx'

const field = page.getByRole('combobox', { name: '검색어' })
const opener = page.getByRole('button', { name: '검색창 열기' })
const optionTexts = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
const titles = () => [...document.querySelectorAll('.feed h2')].map(({ textContent }) => textContent)
const searchUrl = (keyword: string) => `/search?${new URLSearchParams({ keyword })}`

const api: Answers = {
  ...answersBesideHome,
  getPosts: answerInPages([]),
  getSearchPosts: answerSearchInPages([]),
  getSearchCollections: [],
  getSuggestions: { data: [], instead: null, meaning: null },
  getSeenPosts: { data: [] },
}

/** Presses a key in the field. */
async function press(key: string): Promise<void> {
  field.element().focus()
  await userEvent.keyboard(`{${key}}`)
}

/** Presses keys as Chrome does while an input method composes: the key itself goes to the input method. */
async function keyOfComposition(key: 'Enter' | 'Escape', text?: string): Promise<void> {
  const session = cdp()
  const pressed = { key: 'Process', code: key, windowsVirtualKeyCode: 229 } as const
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed })
  if (text) await session.send('Input.insertText', { text })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
}
const compose = (text: string) =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

for (const width of [360, 1280] as const) {
  test(`the search field opens and closes without its text, and follows the URL, ${width}`, async () => {
    const screen = await openScreen('/', { api, width })
    await expect.element(field).not.toBeInTheDocument()
    await opener.click()
    await expect.element(field).toHaveFocus()
    await field.fill('국수')
    await page.getByRole('button', { name: '검색창 닫기' }).click()
    await expect.element(field).not.toBeInTheDocument()
    await opener.click()
    await expect.element(field).toHaveValue('')
    await press('Enter')
    await field.fill('   ')
    await press('Enter')
    expect(screen.url).toBe('/')

    await field.fill('국수')
    await press('Enter')
    await expect.poll(() => screen.url).toBe(searchUrl('국수'))
    await expect.element(field).toHaveValue('국수')
    history.back()
    await expect.element(field).not.toBeInTheDocument()
    await openScreen(searchUrl('국수'), { api, width })
    await expect.element(field).toHaveValue('국수')
  })
}

test('the Enter that completes a syllable does not search', async () => {
  const screen = await openScreen('/', { api, width: 1280 })
  await opener.click()
  await expect.element(field).toHaveFocus()
  await compose('국')
  await expect.element(field).toHaveValue('국')
  await keyOfComposition('Enter', '국')
  await expect.element(field).toHaveValue('국')
  expect(screen.url).toBe('/')
  await press('Enter')
  await expect.poll(() => screen.url).toBe(searchUrl('국'))
})

test('Escape belongs to the syllable in the making, and suggestions stay while one types it', async () => {
  const found = { data: [{ title: '새벽 돼지국밥', place_name: null }], instead: null, meaning: null }
  const screen = await openScreen('/', { api: { ...api, getSuggestions: found }, width: 1280 })
  await opener.click()
  await expect.element(field).toHaveFocus()
  let gone = 0
  const watched = new MutationObserver(() => optionTexts().length === 0 && gone++)
  for (const typed of ['돼지국', '돼지국ㅂ', '돼지국바', '돼지국밥']) {
    await compose(typed)
    await expect
      .poll(() => screen.asked.at(-1))
      .toEqual({ name: 'getSuggestions', variables: expect.objectContaining({ keyword: typed }) })
    await expect.poll(optionTexts).toContainEqual(expect.stringContaining('돼지국밥'))
    if (typed === '돼지국')
      watched.observe(document.querySelector('search') as Element, { childList: true, subtree: true })
  }
  watched.disconnect()
  // The list did not go and return between two answers.
  expect(gone).toBe(0)
  await keyOfComposition('Escape')
  await expect.element(field).toHaveValue('돼지국밥')
  await cdp().send('Input.insertText', { text: '돼지국밥' })
  // Safari ends the composition first, and then sends the key as 229.
  const input = field.element()
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '돼지국밥' }))
  for (const key of ['Escape', 'Enter']) {
    input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key, keyCode: 229 }))
  }
  await expect.element(field).toBeVisible()
  await expect.element(field).toHaveValue('돼지국밥')
  expect(screen.url).toBe('/')
  await press('Escape')
  await press('Escape')
  await expect.element(field).not.toBeInTheDocument()
})

test('a search keeps the scroll position if its head is visible, and otherwise brings the head into view', async () => {
  const posts = Array.from({ length: 10 }, (_, n) => listedPost(String(99 - n), { contents: '국수와 만두' }))
  const screen = await openScreen(searchUrl('국수'), {
    api: { ...api, getPosts: answerInPages(posts), getSearchPosts: answerSearchInPages(posts) },
  })
  await expect.poll(titles).toHaveLength(10)
  const head = page.getByRole('heading', { level: 1 })
  const isBelowTopBar = () =>
    head.element().getBoundingClientRect().top >=
    (document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0)
  const searchFrom = async (top: number, keyword: string) => {
    await field.fill(keyword)
    window.scrollTo({ top, behavior: 'instant' })
    await press('Enter')
    await expect.element(head).toHaveTextContent(`${keyword} 검색 결과`)
    await expect.poll(() => document.querySelectorAll('mark').length).toBe(10)
  }
  await searchFrom(0, '만두')
  await searchFrom(8, '국수')
  expect(scrollY).toBe(8)
  await searchFrom(1500, '만두')
  await expect.poll(isBelowTopBar).toBe(true)
  await expect.element(head).toBeInViewport()

  await page.getByRole('navigation').getByRole('link', { name: '홈' }).first().click()
  await expect.poll(() => screen.url).toBe('/')
  await expect.poll(titles).toHaveLength(10)
  await opener.click()
  await searchFrom(100_000, '국수')
  await expect.poll(isBelowTopBar).toBe(true)
  await expect.element(head).toBeInViewport()
})

test('every keyword is a text: digits, wild cards and markup', async () => {
  for (const [keyword, title] of [
    ['007', '007 본드버거'],
    ['%', '100% 한우'],
    ['<script>', '<script>분식'],
  ] as const) {
    const post = listedPost('1', { title })
    const screen = await openScreen(searchUrl(keyword), {
      api: { ...api, getSearchPosts: answerSearchInPages([post]) },
      width: 1280,
    })
    await expect.poll(titles).toEqual([title])
    expect(screen.asked.find(({ name }) => name === 'getSearchPosts')?.variables).toMatchObject({ keyword })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${keyword} 검색 결과`)
    await expect.element(field).toHaveValue(keyword)
    expect([...document.querySelectorAll('h2 mark')].map(({ textContent }) => textContent)).toEqual([keyword])
  }
  const screen = await openScreen('/search?keyword=007', { api, width: 1280 })
  await field.fill('08')
  await press('Enter')
  await expect.poll(() => screen.url).toBe('/search?keyword=08')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('08 검색 결과')
})

test('a mark in a keyword that reorders letters is neither in the title nor on the page', async () => {
  await openScreen('/search?keyword=%E2%80%AE강남', { api, width: 1280 })
  await expect.poll(() => document.title).toBe('강남 검색 결과 | 맛나눔')
  expect(page.getByRole('heading', { level: 1 }).element().textContent).toBe('강남 검색 결과')
})

test('the field suggests matching names, by keyboard and by press, and earlier searches', async () => {
  const title = '면발 국수'
  const found = { data: [{ title, place_name: '면발 시장 안집' }], instead: null, meaning: null }
  const screen = await openScreen('/', {
    // A search that finds nothing is not remembered.
    api: { ...api, getSuggestions: found, getSearchPosts: answerSearchInPages([listedPost('1')]) },
    width: 1280,
  })
  await opener.click()
  await field.fill('면')
  await expect.poll(optionTexts).toEqual([`${title}글`, '면발 시장 안집장소'])
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await press('ArrowDown')
  await press('ArrowDown')
  await press('ArrowUp')
  const first = page.getByRole('option').first()
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', first.element().id)
  await press('Enter')
  await expect.poll(() => screen.url).toBe(searchUrl(title))
  await expect.element(field).toHaveValue(title)
  await expect.poll(optionTexts).toEqual([])

  await field.click()
  await field.fill('')
  await expect.poll(optionTexts).toEqual([`${title}최근`])
  await press('Escape')
  await expect.poll(optionTexts).toEqual([])
  await expect.element(field).toBeVisible()
  await field.fill('면발 시장')
  await page.getByRole('option').filter({ hasText: '안집' }).click()
  await expect.poll(() => screen.url).toBe(searchUrl('면발 시장 안집'))

  await field.click()
  await field.fill('')
  await expect.poll(optionTexts).toHaveLength(2)
  await page.getByRole('button', { name: '최근 검색어 지우기' }).click()
  await expect.poll(optionTexts).toEqual([])
  await openScreen(screen.url, { api, width: 1280 })
  await field.click()
  await field.fill('')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  expect(optionTexts()).toEqual([])
})

test('failed suggestions show none, and the search works', async () => {
  const fails = () => {
    throw new Unanswered()
  }
  const screen = await openScreen('/', { api: { ...api, getSuggestions: fails }, width: 1280 })
  await opener.click()
  await field.fill('국수')
  await expect.poll(() => screen.asked.at(-1)?.name).toBe('getSuggestions')
  expect(optionTexts()).toEqual([])
  await press('Enter')
  await expect.poll(() => screen.url).toBe(searchUrl('국수'))
})

test('the results of a search and of another order are announced once', async () => {
  const eleven = Array.from({ length: 11 }, (_, n) => listedPost(String(99 - n)))
  const one = listedPost('7', { title: '열째' })
  const screen = await openScreen('/search?keyword=식당', {
    api: {
      ...api,
      getSearchPosts: (asked) =>
        answerSearchInPages(asked.keyword === '식당' ? eleven : asked.keyword === '열째' ? [one] : [])(asked),
      getPost: fullPost(one),
      ...answersBesidePost,
    },
    width: 1280,
  })
  const said: string[] = []
  const note = () => {
    const text = document.querySelector('.feed-head-search ~ [role=status]')?.textContent ?? ''
    if (text !== '' && said.at(-1) !== text) said.push(text)
  }
  const first = '‘식당’ 검색 결과 10개 이상, 정확도순이에요.'
  const popular = '‘식당’ 검색 결과 10개 이상, 인기순이에요.'
  await expect.poll(() => document.body.textContent).toContain(first)
  const watched = new MutationObserver(note)
  watched.observe(document, { childList: true, subtree: true, characterData: true })
  await page.getByText('정렬: 정확도순').click()
  await page.getByRole('link', { name: '인기순' }).click()
  await expect.poll(() => said.at(-1)).toBe(popular)
  await field.fill('열째')
  await press('Enter')
  const found = '‘열째’ 검색 결과 1개, 정확도순이에요.'
  await expect.poll(() => said.at(-1)).toBe(found)
  await page.getByRole('link', { name: '열째' }).last().click()
  await expect.element(page.getByRole('heading', { level: 1, name: '열째' })).toBeVisible()
  history.back()
  await expect.poll(() => screen.url).toBe(searchUrl('열째'))
  await field.fill('없음')
  await press('Enter')
  await expect.poll(() => said.at(-1)).toBe('‘없음’ 검색 결과가 없어요.')
  watched.disconnect()
  expect(said.filter((text) => text !== first)).toEqual([popular, found, '‘없음’ 검색 결과가 없어요.'])
})
