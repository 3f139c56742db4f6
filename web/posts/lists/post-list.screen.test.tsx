import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HOUR_MS } from '#rules/dates.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { timeOfDayInSeoul } from '#rules/hours.ts'
import {
  answerInPages,
  answerSearchInPages,
  answersBesideHome,
  answersBesidePost,
  fullPost,
  listedPost,
} from '#tests/fake-posts.ts'
import { holdAnswer } from '#tests/screens/held.ts'
import { type Answers, openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'
import type { ListedPost } from '../queries/list-query.ts'

/** That many posts, the newest first, each long enough for a list that scrolls. */
function newestFirst(count: number): ListedPost[] {
  const numbers = Array.from({ length: count }, (_, index) => count - index)
  return numbers.map((n) => listedPost(String(n), { title: `식당 ${String(n - 1).padStart(2, '0')}`, like: 0 }))
}

const searchOf = (posts: Parameters<typeof answerSearchInPages>[0]): Answers => ({
  getSearchPosts: answerSearchInPages(posts),
  getSearchCollections: [],
  getPost: ({ id }) =>
    fullPost({ ...[...(typeof posts === 'function' ? posts() : posts)].find((post) => post.id === id), id }),
  ...answersBesidePost,
})

const cards = page.getByRole('article')
const titles = () => [...document.querySelectorAll('.feed h2')].map(({ textContent }) => textContent)
const titleLink = (id: string) => document.querySelector<HTMLElement>(`.feed h2 a[href="/post/${id}"]`) as HTMLElement
const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })

/** Scrolls to the end of the list until at least that many of its posts are shown. */
const scrollToPost = (least: number) =>
  expect
    .poll(() => {
      scrollTo(document.body.scrollHeight)
      return titles().length
    })
    .toBeGreaterThanOrEqual(least)

/** Scrolls to a card, and waits until it is painted: it may be less high than the browser guessed before. */
async function scrollToCard(id: string): Promise<void> {
  titleLink(id).scrollIntoView({ block: 'center', behavior: 'instant' })
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}

/** The person returns to the tab. */
const returnToTab = () => document.dispatchEvent(new Event('visibilitychange'))

test('a list loads more as the reader scrolls, shows no post twice, and starts again at its end', async () => {
  let posts = newestFirst(43)
  const first = posts.map(({ title }) => title)
  await openScreen('/search?keyword=식당', { api: searchOf(() => posts) })
  await expect.element(cards).toHaveLength(10)
  posts = [listedPost('44', { title: '그 사이 새 글' }), ...posts]
  await scrollToPost(40)
  expect(titles()).toEqual(first.slice(0, 40))
  await page.getByRole('button', { name: '더 보기' }).click()
  await expect.element(page.getByText('글 43개를 불러왔어요.')).toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(titleLink('3'))
  expect(titles()).toEqual(first)

  // Cards far from the window are not painted, but take the same room, and the browser finds their text.
  const height = () => Math.round(document.querySelector('main')?.getBoundingClientRect().height ?? 0)
  const whole = height()
  scrollTo(0)
  const middle = () => titleLink('24').checkVisibility({ contentVisibilityAuto: true })
  await expect.poll(middle).toBe(false)
  expect(height()).toBe(whole)
  expect(document.activeElement).toBe(titleLink('3'))
  expect((window as unknown as { find: (text: string) => boolean }).find('식당 23')).toBe(true)
  await expect.element(page.getByRole('heading', { name: '식당 23' })).toBeInViewport()

  await scrollToPost(43)
  await expect.element(page.getByText('마지막 글까지 모두 보셨어요.')).toBeVisible()
  await page.getByRole('button', { name: '처음부터 다시 보기' }).click()
  await expect.element(cards).toHaveLength(10)
  expect(titles()[0]).toBe('그 사이 새 글')
  await expect.poll(() => scrollY).toBe(0)
})

test('of up to three posts nobody is told that they were all', async () => {
  for (const count of [3, 4]) {
    await openScreen('/search?keyword=식당', { api: searchOf(newestFirst(count)), width: 1280 })
    await expect.element(page.getByRole('article')).toHaveLength(count)
    const isTold = [...document.querySelectorAll('.list-end')].map((end) => end.textContent?.includes('마지막 글까지'))
    expect(isTold).toEqual([count === 4])
  }
})

test('a list that ends in the first window does not offer to start again', async () => {
  await openScreen('/search?keyword=식당', { api: searchOf(newestFirst(4)), width: 1280 })
  await expect.element(page.getByText('마지막 글까지 모두 보셨어요.')).toBeVisible()
  const again = page.getByText('처음부터 다시 보기')
  await expect.element(again).not.toBeVisible()
  await page.viewport(1280, 400)
  await expect.element(again).toBeVisible()
})

test('Back returns to the same card', async () => {
  await openScreen('/search?keyword=식당', { api: searchOf(newestFirst(25)) })
  await scrollToPost(20)
  await scrollToCard('9')
  const top = titleLink('9').getBoundingClientRect().top
  const scrolled = Math.round(scrollY)
  expect(scrolled).toBeGreaterThan(500)
  titleLink('9').click()
  await expect.element(page.getByRole('heading', { level: 1, name: '식당 08' })).toBeVisible()
  expect(scrollY).toBe(0)
  history.back()
  await expect.poll(() => Math.round(scrollY)).toBe(scrolled)
  expect(Math.round(titleLink('9').getBoundingClientRect().top)).toBe(Math.round(top))
  await expect.poll(() => document.activeElement).toBe(titleLink('9'))
})

test('Back to a list of several pages asks once, and shows what has become of the posts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const posts = newestFirst(25)
  const screen = await openScreen('/search?keyword=식당', { api: searchOf(posts) })
  await scrollToPost(25)
  titleLink('1').click()
  await expect.element(page.getByRole('heading', { level: 1, name: '식당 00' })).toBeVisible()
  screen.api.getListedAgain = ({ ids }) => ({
    data: posts
      .filter(({ id }) => id !== '4' && ids?.includes(id))
      .map((post) => (post.id === '2' ? { ...post, like: 1 } : post)),
    nextCursor: null,
    startCursor: null,
  })
  // Freshly loaded data are not requested again.
  vi.setSystemTime(Date.now() + 60_000)
  const before = screen.asked.length
  history.back()
  await expect.poll(titles).toHaveLength(24)
  await expect.element(page.getByRole('button', { name: '‘식당 01’ 좋아요 1' })).toBeInTheDocument()
  const lists = screen.asked.slice(before).filter(({ name }) => /SearchPosts|ListedAgain/.test(name))
  expect(lists.map(({ name }) => name)).toEqual(['getListedAgain'])
  vi.useRealTimers()
})

test('a post that loads slowly starts at its top, and Back finds the card before and after it has loaded', async () => {
  const api = searchOf(newestFirst(5))
  const { answer, release } = holdAnswer(({ id }: { id: string }) => fullPost({ id, title: '식당 00' }))
  await openScreen('/search?keyword=식당', { api: { ...api, getPost: answer } })
  await expect.element(cards).toHaveLength(5)
  await scrollToCard('1')
  const before = Math.round(scrollY)
  expect(before).toBeGreaterThan(1000)
  for (const isThere of [false, true]) {
    titleLink('1').click()
    await expect.element(page.getByText('불러오는 중이에요.')).toBeInTheDocument()
    await expect.poll(() => scrollY).toBe(0)
    if (isThere) {
      release()
      await expect.element(page.getByRole('heading', { level: 1, name: '식당 00' })).toBeVisible()
    }
    history.back()
    await expect.element(cards).toHaveLength(5)
    await expect.poll(() => Math.round(scrollY)).toBe(before)
  }
})

test('a later page that fails keeps the cards, can be retried, and continues by itself if the site was away', async () => {
  const posts = newestFirst(13)
  const screen = await openScreen('/search?keyword=식당', { api: searchOf(posts), width: 1280 })
  await expect.element(cards).toHaveLength(10)
  screen.api.getSearchPosts = () => {
    throw new Refusal('FORBIDDEN')
  }
  scrollTo(document.body.scrollHeight)
  await expect.element(page.getByText('글을 더 불러오지 못했어요.')).toBeVisible()
  screen.api.getSearchPosts = () => {
    throw new Unanswered()
  }
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect.element(page.getByText(failures.offline)).toBeVisible()
  expect(titles()).toHaveLength(10)
  screen.api.getSearchPosts = answerSearchInPages(posts)
  returnToTab()
  await expect.element(cards).toHaveLength(13)
})

test('a first page that fails shows the error page, which can be retried and continues if the site was away', async () => {
  // The router logs a loader's error.
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const api = searchOf(newestFirst(1))
  const screen = await openScreen('/offline', { width: 1280, api })
  const refuse = (code: 'FORBIDDEN' | 'UNAVAILABLE') => {
    screen.api.getSearchPosts = () => {
      throw new Refusal(code)
    }
  }
  refuse('FORBIDDEN')
  screen.api.getSuggestions = { data: [], instead: null, meaning: null }
  await page.getByRole('button', { name: '검색창 열기' }).click()
  await page.getByRole('combobox', { name: '검색어' }).fill('식당')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: '예기치 못한 에러가 발생했습니다!' })).toBeVisible()
  await expect.element(page.getByText('관리자에게 문의해주세요')).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('link', { name: '홈으로' })).toBeVisible()
  refuse('UNAVAILABLE')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect.element(page.getByText(failures.continues)).toBeVisible()
  screen.api.getSearchPosts = answerSearchInPages(newestFirst(1))
  returnToTab()
  await expect.element(cards).toHaveLength(1)
  for (const call of written.mock.calls) expect(call.join(' ')).toMatch(/ApiError: (?:권한이|일시적으로)/)
})

test('a heart is disabled for a visitor, and a member’s is reverted on failure', async () => {
  const api = searchOf(newestFirst(1))
  await openScreen('/search?keyword=식당', { api, width: 1280 })
  const heart = (likes: number) => page.getByRole('button', { name: `좋아요 ${likes}` })
  await expect.element(heart(0)).toBeDisabled()
  await openScreen('/post/1', { api, width: 1280 })
  await expect.element(heart(0)).toBeDisabled()

  const screen = await openScreen('/search?keyword=식당', {
    api: { ...api, likePost: ({ isLike }) => ({ count: Number(isLike) }) },
    viewer,
    width: 1280,
  })
  await heart(0).click()
  await expect.element(heart(1)).toHaveAttribute('aria-pressed', 'true')
  await heart(1).click()
  await expect.element(heart(0)).toHaveAttribute('aria-pressed', 'false')
  const sent = () => screen.asked.filter(({ name }) => name === 'likePost').map(({ variables }) => variables)
  await expect
    .poll(sent)
    .toEqual([true, false].map((isLike) => expect.objectContaining({ id: '1', isLike, jwt: viewer.jwt })))

  screen.api.likePost = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await heart(0).click()
  const failed = page.getByRole('dialog', { name: errorMessages.RATE_LIMITED })
  await failed.getByRole('button', { name: '닫기' }).click()
  await expect.element(heart(0)).toHaveAttribute('aria-pressed', 'false')
})

test('a like while a list is loading loses neither the list nor the like', async () => {
  const [post] = newestFirst(1) as [ListedPost]
  let likes = 0
  const { answer, release } = holdAnswer((asked: object) => answerInPages([{ ...post, like: likes }])(asked))
  const screen = await openScreen('/post/1', {
    api: { ...searchOf([post]), ...answersBesideHome, getPosts: answer, likePost: () => ({ count: ++likes }) },
    viewer,
    width: 1280,
  })
  // The old page stays past the time at which a blank one would appear.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(page.getByRole('navigation').getByRole('link', { name: '홈' }).first().element() as HTMLElement).click()
  await expect.poll(() => screen.asked.filter(({ name }) => name === 'getPosts')).not.toHaveLength(0)
  ;(page.getByRole('button', { name: '좋아요 0' }).element() as HTMLElement).click()
  vi.advanceTimersByTime(50)
  await expect.element(page.getByRole('button', { name: '좋아요 1' })).toBeVisible()
  vi.useRealTimers()
  release()
  await expect.poll(() => screen.url).toBe('/')
  await expect.element(cards.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
})

test('what is open is told by the clock of the site, whatever that of the device says', async () => {
  const now = Date.now() + 12 * HOUR_MS
  const after = (hours: number) => timeOfDayInSeoul(new Date(now + hours * HOUR_MS))
  const open = listedPost('1', { start_time: after(-1), end_time: after(1) })
  const closed = listedPost('2', { start_time: after(-13), end_time: after(-11) })
  await openScreen('/search?keyword=식당', { now: new Date(now).toISOString(), api: searchOf([open, closed]) })
  await expect.element(cards.nth(0).getByText('영업 중')).toBeVisible()
  expect(cards.nth(1).getByText('영업 중').query()).toBeNull()
})
