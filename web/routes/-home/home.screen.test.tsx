import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ownMap } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome, listedPost } from '#tests/fake-posts.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const titles = () => [...document.querySelectorAll('.feed h2')].map(({ textContent }) => textContent)

test('new posts wait behind a pill and move nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const old = listedPost('1', { title: '식당 00' })
  const screen = await openScreen('/', { api: { ...answersBesideHome, getPosts: answerInPages([old]) }, width: 1280 })
  await expect.poll(titles).toEqual(['식당 00'])
  screen.api.getNewPostCount = { count: 1 }
  vi.advanceTimersByTime(31_000)
  const pill = page.getByRole('button', { name: '새 글 1개' })
  await expect.element(pill).toBeVisible()
  expect(screen.asked).toContainEqual({ name: 'getNewPostCount', variables: { after: '1' } })
  expect(titles()).toEqual(['식당 00'])
  screen.api.getNewPostCount = { count: 0 }
  screen.api.getPosts = answerInPages([listedPost('2', { title: '갓 올라온 글' }), old])
  await pill.click()
  await expect.poll(titles).toEqual(['갓 올라온 글', '식당 00'])
  await expect.element(pill).not.toBeInTheDocument()
  vi.useRealTimers()
})

test('empty lists say so and what to do', async () => {
  const nothing = answerInPages([])
  const api = {
    ...answersBesideHome,
    ...ownMap,
    getPosts: nothing,
    getSearchPosts: { ...nothing({}), searched: null, meaning: null, instead: null, from: null },
    getSearchCollections: [],
  }
  await openScreen('/search?keyword=없는 집', { api, width: 1280 })
  await expect.element(page.getByRole('heading', { name: '검색 결과가 없어요' })).toBeVisible()
  await openScreen('/search', { api, width: 1280 })
  await expect.element(page.getByRole('heading', { name: '무엇을 찾으세요?' })).toBeVisible()
  const screen = await openScreen('/account/my_list', { api, viewer, width: 1280 })
  await expect.element(page.getByRole('heading', { name: '아직 쓴 글이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '맛나눔' }).click()
  await expect.element(page.getByRole('heading', { name: '아직 올라온 글이 없어요' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '글쓰기' }).click()
  await expect.poll(() => screen.url).toBe('/add_post')
})

for (const width of [360, 1280] as const) {
  test(`posts without a photo have a drawing of their kind, never the same beside or below each other, ${width}`, async () => {
    // Left to its id alone, each post would have the same one of its kind's four.
    const posts = Array.from({ length: 8 }, (_, n) => listedPost(String(40 - 4 * n), { kind: 'cafe' }))
    await openScreen('/', { api: { ...answersBesideHome, getPosts: answerInPages(posts) }, width })
    await expect.poll(titles).toHaveLength(8)
    const drawn = [...document.querySelectorAll('article')].map((article) => {
      const { left, top } = article.getBoundingClientRect()
      const name = article.querySelector('use')?.getAttribute('href')?.split('#')[1]
      return { name, left: Math.round(left), top: Math.round(top) }
    })
    const neighbours = drawn.flatMap((one, index) => {
      const later = drawn.slice(index + 1)
      const beside = later.find(({ top }) => top === one.top)
      const below = later.find(({ left }) => left === one.left)
      return [beside, below].flatMap((other) => (other ? [[one.name, other.name]] : []))
    })
    expect(neighbours.length).toBeGreaterThanOrEqual(7)
    for (const [one, other] of neighbours) expect(one).not.toBe(other)
    for (const { name } of drawn) expect(['coffee', 'cake', 'bread', 'glass']).toContain(name)
  })
}
