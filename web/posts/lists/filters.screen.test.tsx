import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { author } from '#tests/fake-people.ts'
import { area, ownMap, place } from '#tests/fake-places.ts'
import {
  answerInPages,
  answerSearchInPages,
  answersBesideHome,
  answersBesidePost,
  fullPost,
  listedPost,
  savedPost,
} from '#tests/fake-posts.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'
import type { FetchedPage, ListedPost } from '../queries/list-query.ts'

const titles = () => [...document.querySelectorAll('.feed h2')].map(({ textContent }) => textContent)
const chosen = () =>
  [...document.querySelectorAll('[aria-label="선택한 조건"] a')].map(({ textContent }) => textContent)
const openFilter = page.getByRole('link', { name: '영업 중', exact: true })
const note = page.getByText('영업시간이 없는 글은 빠져요.')

type Asked = {
  cursor?: string | null | undefined
  open?: boolean | null | undefined
  kind?: unknown
  traits?: unknown
  radius?: number | null | undefined
}
type Place = ListedPost & { traits?: string[]; distance?: number }

/** Lists as the API filters them; a post is open if it has hours. */
function listsOf(posts: readonly Place[]): Answers {
  const passed = ({ open, kind, traits, radius }: Asked) =>
    posts.filter(
      (post) =>
        (!open || post.start_time !== null) &&
        (!kind || (kind as string[]).includes(post.kind ?? '')) &&
        (!traits || (traits as string[]).every((trait) => post.traits?.includes(trait))) &&
        (!radius || (post.distance ?? 0) <= radius),
    )
  const list = (asked: Asked) => answerInPages(passed(asked))(asked)
  return {
    ...answersBesideHome,
    ...answersBesidePost,
    getPosts: list,
    getSearchPosts: (asked) => ({ ...answerSearchInPages([])(asked), ...list(asked) }),
    getSearchCollections: [],
    getPost: ({ id }) => fullPost({ id }),
    getLandmark: null,
  }
}

test('kinds, prices and traits are chosen in a sheet, taken away one by one, and kept in the URL', async () => {
  const api = listsOf([
    { ...listedPost('3', { title: '혼자 국밥', kind: 'korean', price: 'under_1' }), traits: ['solo'] },
    { ...listedPost('2', { title: '카페 둘', kind: 'cafe' }), traits: ['pets'] },
    listedPost('1', { title: '말없는 집' }),
  ])
  const screen = await openScreen('/search?keyword=집', { api })
  await expect.poll(titles).toHaveLength(3)
  await page.getByRole('button', { name: '필터' }).click()
  const sheet = page.getByRole('dialog', { name: '필터' })
  // By keyboard.
  await expect.element(sheet.getByRole('checkbox', { name: '한식' })).toHaveFocus()
  await userEvent.keyboard(' ')
  await sheet.getByRole('checkbox', { name: '카페·디저트' }).click()
  await sheet.getByRole('checkbox', { name: '혼밥' }).click()
  expect(await findFaultsInBothThemes()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(titles).toEqual(['혼자 국밥'])
  expect(screen.url).toMatch(/kind=korean%2Ccafe&traits=solo/)
  await expect.element(page.getByText('조건에 맞는 글 1개를 찾았어요.')).toBeVisible()
  await expect.poll(chosen).toEqual(['한식', '카페·디저트', '혼밥', '초기화'])
  await expect.element(page.getByRole('button', { name: '필터, 3개 적용', exact: true })).toBeVisible()
  await page.getByRole('list', { name: '선택한 조건' }).getByText('혼밥').click()
  await expect.poll(titles).toHaveLength(2)
  await expect.poll(chosen).toEqual(['한식', '카페·디저트', '초기화'])
  const onMap = page.getByRole('main').getByRole('link', { name: '지도', exact: true })
  await expect.element(onMap).toHaveAttribute('href', expect.stringMatching(/^\/map\?keyword=.*&kind=korean%2Ccafe$/))

  await openScreen(screen.url, { api })
  await expect.poll(chosen).toEqual(['한식', '카페·디저트', '초기화'])
  expect(titles()).toHaveLength(2)
  expect(document.documentElement.scrollWidth).toBe(360)

  await openScreen('/search?keyword=집&kind=seafood,soup', { api })
  await expect.element(page.getByRole('heading', { name: '조건에 맞는 글이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '모든 글 보기' }).click()
  await expect.poll(titles).toHaveLength(3)
})

test('a filtered list of several pages says how many posts it has at least', async () => {
  const posts = Array.from({ length: 11 }, (_, n) => listedPost(String(99 - n), { kind: 'korean' }))
  await openScreen('/search?keyword=집&kind=korean', { api: listsOf(posts), width: 1280 })
  await expect.element(page.getByText('조건에 맞는 글 10개 이상을 찾았어요.')).toBeVisible()
})

test('a list by distance ends at a radius, and widens step by step', async () => {
  const api = listsOf([{ ...listedPost('1', { title: '먼 섬 식당', lat: 31.54, lng: 124.5 }), distance: 4400 }])
  const screen = await openScreen('/?near=31.5,124.5&radius=1000&open=1', { api })
  await expect.element(page.getByRole('heading', { name: '1 km 안에 열린 곳이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '3 km로 넓히기' }).click()
  await expect.poll(() => screen.url).toMatch(/radius=3000/)
  await openScreen('/?near=31.5,124.5&radius=3000', { api })
  await expect.element(page.getByRole('heading', { name: '3 km 안에 맛집이 없어요' })).toBeVisible()
  await page.getByRole('link', { name: '5 km로 넓히기' }).click()
  await expect.poll(titles).toEqual(['먼 섬 식당'])
  await expect.element(page.getByText('5 km 안의 글이에요.')).toBeVisible()
  await page.getByRole('link', { name: '10 km로 넓히기' }).click()
  await expect.element(page.getByText('10 km 안의 글이에요.')).toBeVisible()
  await page.getByRole('link', { name: '더 먼 곳도 보기' }).click()
  await expect.element(page.getByText('위치가 없는 글은 빠졌어요.')).toBeVisible()
  expect(location.search).toMatch(/radius=any/)
})

const places = [
  listedPost('3', { title: '여는 집', start_time: '00:00', end_time: '00:00' }),
  listedPost('2', { title: '닫은 집' }),
  listedPost('1', { title: '모르는 집' }),
]

test('a search can be limited to open places, in every order and on the map, and Back keeps the filter', async () => {
  const screen = await openScreen('/search?keyword=집&filter=popular', { api: listsOf(places) })
  await expect.poll(titles).toHaveLength(3)
  await expect.element(note).not.toBeInTheDocument()
  openFilter.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(titles).toEqual(['여는 집'])
  expect(screen.url).toMatch(/open=1/)
  await expect.element(openFilter).toHaveAttribute('aria-current', 'true')
  await expect.element(openFilter).toHaveFocus()
  await expect.element(page.getByRole('status').filter({ hasText: '영업시간이 없는 글은 빠져요.' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
  expect(await findFaultsInBothThemes()).toEqual([])

  await page.getByText('정렬: 인기순').click()
  await page.getByRole('link', { name: '이름순' }).click()
  await expect.poll(() => screen.url).toMatch(/filter=order.*open=1|open=1.*filter=order/)
  await expect.poll(titles).toEqual(['여는 집'])
  expect(screen.asked.at(-1)?.variables).toMatchObject({ filter: 'order', open: true })
  const onMap = page.getByRole('main').getByRole('link', { name: '지도', exact: true })
  await expect.element(onMap).toHaveAttribute('href', expect.stringMatching(/open=1/))
  await openFilter.click()
  await expect.poll(titles).toHaveLength(3)
  await expect.element(openFilter).not.toHaveAttribute('aria-current')
  await expect.element(note).not.toBeInTheDocument()
  history.back()
  await expect.poll(titles).toEqual(['여는 집'])
  await expect.element(openFilter).toHaveAttribute('aria-current', 'true')
})

test('words that ask for what is open now set the filter, on the map too; those that ask for anything find all', async () => {
  const api = { ...listsOf(places), getSuggestions: { data: [], instead: null, meaning: null } }
  const screen = await openScreen('/search?keyword=집', { api })
  await page.getByRole('combobox', { name: '검색어' }).fill('집 지금 문 연 식당')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => decodeURIComponent(screen.url)).toBe('/search?keyword=집&open=1')
  await expect.poll(titles).toEqual(['여는 집'])
  await page.getByRole('combobox', { name: '검색어' }).fill('지금 여는 곳')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.url).toBe('/?open=1')
  await expect.element(openFilter).toHaveAttribute('aria-current', 'true')
  const anything = {
    kind: 'any' as const,
    correction: null,
    alternatives: [],
    otherWords: null,
    suggestions: [],
    areas: [],
    landmarks: [],
  }
  await openScreen('/search?keyword=근처 맛집', {
    api: { ...api, getSearchPosts: { ...answerSearchInPages(places)({}), meaning: anything } },
  })
  const all = '‘근처 맛집’\u2060에는 음식이나 동네 이름이 없어서 모든 글을 보여 드려요.'
  await expect.element(page.getByText(all)).toBeVisible()
  await expect.element(page.getByText('정렬: 인기순')).toBeVisible()
  expect(titles()).toHaveLength(3)
})

test('a search offers the other readings of its keyword that find posts', async () => {
  const meaning = {
    ...{ kind: 'dish' as const, correction: null, suggestions: [], areas: [], landmarks: [] },
    alternatives: ['전주 비빔밥'],
    otherWords: null,
  }
  const screen = await openScreen('/search?keyword=전주비빔밥', {
    api: { ...listsOf(places), getSearchPosts: { ...answerSearchInPages(places)({}), meaning } },
  })
  await page
    .getByRole('navigation', { name: '혹시 이것을 찾으세요?' })
    .getByRole('link', { name: '전주 비빔밥' })
    .click()
  await expect.poll(() => decodeURIComponent(screen.url)).toBe('/search?keyword=전주+비빔밥')
})

test('if nothing is open the page says so, and links to all posts', async () => {
  const screen = await openScreen('/search?keyword=집&open=1', { api: listsOf(places.slice(1)) })
  await expect.element(page.getByRole('heading', { name: '지금 영업 중인 곳이 없어요' })).toBeVisible()
  expect(titles()).toEqual([])
  await page.getByRole('link', { name: '모든 글 보기' }).click()
  await expect.poll(titles).toEqual(['닫은 집', '모르는 집'])
  expect(screen.url).not.toMatch(/open=/)
})

test('home, an area, an author, the followed, a place and what one keeps are filtered in the same sheet', async () => {
  const lists = listsOf([
    listedPost('2', { title: '밤에는 술집', kind: 'bar' }),
    listedPost('1', { title: '낮에는 카페', kind: 'cafe' }),
  ])
  const list = lists.getPosts as (asked: Asked) => FetchedPage
  const api: Answers = {
    ...lists,
    ...meAnswers,
    ...ownMap,
    getSavedCounts: { ...meAnswers.getSavedCounts, want: 2 },
    getSavedPosts: (asked) => ({
      ...list(asked),
      data: list(asked).data.map((post) => savedPost(post.id, post)),
      gone: [],
    }),
    getFollowedPosts: list,
    getActiveAuthors: [],
    getArea: ({ path }) => area(path, { count: 2 }),
    getWeeklyTop: [],
    getAuthor: author('duri', { posts: 2 }),
    getPlace: place('9', { count: 2 }),
  }
  const title = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
  for (const url of ['/', '/area/제주/제주시', '/u/duri', '/following', '/me', '/place/9']) {
    await openScreen(url, { api, viewer })
    await expect.element(title('낮에는 카페')).toBeVisible()
    await page.getByRole('button', { name: '필터' }).click()
    await page.getByRole('dialog', { name: '필터' }).getByRole('checkbox', { name: '술집' }).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(title('낮에는 카페')).not.toBeInTheDocument()
    await expect.element(title('밤에는 술집')).toBeVisible()
    await expect.poll(chosen, { message: url }).toEqual(['술집', '초기화'])
    await openScreen(`${url}?kind=seafood`, { api, viewer })
    await expect.element(page.getByRole('heading', { name: '조건에 맞는 글이 없어요' })).toBeVisible()
  }
  // A place can be kept, whatever passes the filter.
  await expect.element(page.getByRole('main').getByRole('button', { name: '가고 싶어요' })).toBeVisible()
})
