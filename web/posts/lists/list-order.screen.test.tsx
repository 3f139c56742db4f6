import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  answerInPages,
  answerSearchInPages,
  answersBesideHome,
  answersBesidePost,
  fullPost,
  listedPost,
} from '#tests/fake-posts.ts'
import { holdAnswer } from '#tests/screens/held.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { placeDevice } from '#tests/screens/position.ts'
import type { ListedPost } from '../queries/list-query.ts'

const cards = page.getByRole('article')
const feed = () => document.querySelector<HTMLElement>('.feed') as HTMLElement
const titles = () => [...document.querySelectorAll('.feed h2')].map(({ textContent }) => textContent)

type Asked = { filter?: string | null | undefined; cursor?: string | null | undefined }

/** A list in the order that is asked for, as the API orders it. */
function inOrder(newestFirst: readonly ListedPost[]) {
  return (asked: Asked) => {
    const posts =
      asked.filter === 'order'
        ? newestFirst.toSorted((a, b) => a.title.localeCompare(b.title, 'ko'))
        : asked.filter === 'popular'
          ? newestFirst.toSorted((a, b) => b.like - a.like)
          : newestFirst
    return answerInPages(posts)(asked)
  }
}

function listsOf(posts: readonly ListedPost[]): Answers {
  const list = inOrder(posts)
  return {
    ...answersBesideHome,
    getPosts: list,
    getSearchPosts: (asked) => ({ ...answerSearchInPages([])(asked), ...list(asked) }),
    getSearchCollections: [],
    getPost: ({ id }) => fullPost(posts.find((post) => post.id === id) ?? listedPost(id)),
    ...answersBesidePost,
  }
}

test('the order of a list is in its URL', async () => {
  const api = listsOf(['나', '가', '다'].map((title, n) => listedPost(String(9 - n), { title, like: n === 1 ? 9 : 0 })))
  const screen = await openScreen('/search?keyword=식당', { api, width: 1280 })
  await expect.poll(titles).toEqual(['나', '가', '다'])
  await page.getByText('정렬: 정확도순').click()
  await page.getByRole('link', { name: '인기순' }).click()
  await expect.poll(() => screen.url).toBe(`/search?${new URLSearchParams({ keyword: '식당', filter: 'popular' })}`)
  await expect.poll(titles).toEqual(['가', '나', '다'])
  await page.getByText('정렬: 인기순').click()
  await page.getByRole('link', { name: '이름순' }).click()
  await expect.poll(titles).toEqual(['가', '나', '다'])
  expect(screen.asked.at(-1)?.variables).toMatchObject({ keyword: '식당', filter: 'order' })
  // Opened by its URL.
  await openScreen(screen.url, { api, width: 1280 })
  await expect.poll(titles).toEqual(['가', '나', '다'])
  await expect.element(page.getByText('정렬: 이름순')).toBeVisible()

  const home = await openScreen('/', { api, width: 1280 })
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('link', { name: '이름순' }).click()
  await expect.poll(() => home.url).toBe('/?filter=order')
  history.back()
  await expect.element(page.getByText('정렬: 최신순')).toBeVisible()
})

for (const [list, url, first, width] of [
  ['feed', '/', '정렬: 최신순', 360],
  ['search', '/search?keyword=식당', '정렬: 정확도순', 1280],
] as const) {
  test(`another order of the ${list} keeps heading, controls and height while it loads`, async () => {
    const names = [...'타카차자아사바마라가나다']
    const api = listsOf(names.map((title, n) => listedPost(String(99 - n), { title: `${title} 집` })))
    const screen = await openScreen(url, { api, width })
    await expect.poll(() => titles()[0]).toBe('타 집')
    // Not its width, which depends on the name of the order.
    const headingBox = () => {
      const { x, y, height } = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
      return { x, y, height }
    }
    const heading = headingBox()
    const height = feed().clientHeight
    const name = list === 'feed' ? 'getPosts' : 'getSearchPosts'
    const { answer, release } = holdAnswer(api[name] as (asked: Asked) => never)
    screen.api[name] = answer
    await page.getByText(first).click()
    await page.getByRole('link', { name: '이름순' }).click()
    await expect.element(page.getByText('정렬: 이름순')).toBeVisible()
    await expect.poll(() => feed().ariaBusy).toBe('true')
    // Longer than the time after which a blank pending screen would appear.
    await expect.poll(() => getComputedStyle(feed()).opacity).toBe('0.45')
    expect(headingBox()).toEqual(heading)
    expect(feed().clientHeight).toBeGreaterThanOrEqual(height)
    expect(titles()[0]).toBe('타 집')
    expect(document.activeElement).toBe(document.querySelector('.sort-menu summary'))
    release()
    await expect.poll(() => feed().ariaBusy).toBe('false')
    expect(titles()[0]).toBe('가 집')
    await expect.poll(() => getComputedStyle(feed()).opacity).toBe('1')
    history.back()
    await expect.element(page.getByText(first)).toBeVisible()
    await expect.poll(() => titles()[0]).toBe('타 집')
  })
}

test('nothing is shown below a list that grows, so nothing moves', async () => {
  const shifts: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) shifts.push(entry.value)
    }
  })
  onTestFinished(() => observer.disconnect())
  const posts = Array.from({ length: 43 }, (_, n) => listedPost(String(99 - n)))
  await openScreen('/search?keyword=식당', { api: listsOf(posts) })
  observer.observe({ type: 'layout-shift' })
  const footer = page.getByRole('contentinfo', { includeHidden: true })
  for (const count of [10, 20, 30]) {
    await expect.poll(() => titles().length).toBe(count)
    await expect.element(footer).not.toBeVisible()
    // Shows the elements below the list too.
    cards.last().element().scrollIntoView({ block: 'start', behavior: 'instant' })
  }
  // Here the reader has to press for more, so the elements below can be reached.
  const more = page.getByRole('button', { name: '더 보기' })
  await expect.element(more).toBeVisible()
  await expect.element(footer).toBeVisible()
  // Measured before the press: cards that come later than half a second after it push the footer down, which counts as a shift.
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005)
  await more.click()
  await expect.element(page.getByText('글 43개를 불러왔어요.')).toBeInTheDocument()
  await expect.element(footer).toBeVisible()
})

test('a press on a text of a card leads to the post, and the text can be selected', async () => {
  const post = listedPost('7', { title: '눌러 볼 집', contents: '국물이 깊어요, 면도 좋아요.' })
  const screen = await openScreen('/search?keyword=식당', { api: listsOf([post]), width: 1280 })
  const text = cards.getByText('국물이 깊어요')
  const followed: (string | null)[] = []
  const listening = new AbortController()
  const note = (event: MouseEvent) => {
    if (event.target instanceof HTMLAnchorElement) followed.push(event.target.getAttribute('href'))
    event.preventDefault()
  }
  addEventListener('click', note, listening)
  getSelection()?.selectAllChildren(text.element())
  ;(text.element() as HTMLElement).click()
  expect(followed).toEqual([])
  getSelection()?.removeAllRanges()
  // The browser opens a new tab for it, and the router leaves it alone.
  await text.click({ modifiers: ['Control'] })
  listening.abort()
  expect(followed).toEqual(['/post/7'])
  expect(screen.url).toMatch(/^\/search/)
  await text.click()
  await expect.poll(() => screen.url).toBe('/post/7')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('눌러 볼 집')
})

test('with a position a list may be by distance, and without one a message says so', async () => {
  placeDevice(null)
  const screen = await openScreen('/search?keyword=식당', { api: listsOf([listedPost('1')]), width: 1280 })
  const chooseNear = async () => {
    await page.getByText('정렬: 정확도순').click()
    await page.getByRole('button', { name: '가까운 순' }).click()
  }
  await chooseNear()
  await expect.element(page.getByText(/현재 위치를 알 수 없어요/)).toBeVisible()
  placeDevice({ lat: 34.07, lng: 125.1 })
  await chooseNear()
  await expect.poll(() => screen.url).toContain('near=34.07')
  expect(screen.asked.at(-1)).toMatchObject({ name: 'getSearchPosts', variables: { lat: 34.07, lng: 125.1 } })
})
