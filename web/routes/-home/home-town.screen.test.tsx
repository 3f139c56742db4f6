import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { area } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome, listedPost, placesInPages } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { placeDevice } from '#tests/screens/position.ts'
import type { ListedPost } from '#web/posts/queries/list-query.ts'

const yeoksam = { near: '37.500,127.036', area: '서울/강남구/역삼동', name: '역삼동' }
const allDay = { start_time: '00:00', end_time: '00:00' }

/** Position some metres north of the town. */
const away = (metres: number) => ({ lat: 37.5 + metres / 111_195, lng: 127.036 })
const openPosts = (...metres: number[]) =>
  metres.map((one) => listedPost(`1${one}`, { title: `열린 집 ${one}`, ...allDay, ...away(one) }))
const townPosts = [
  listedPost('21', { title: '새벽돼지국밥', kind: 'korean', price: 'under_1', ...allDay, ...away(480) }),
  ...['22', '23', '24'].map((id) => listedPost(id, { title: `동네 글 ${id}` })),
]
const country = [listedPost('31', { title: '전국의 글' })]

type Around = { open?: ListedPost[]; news?: ListedPost[]; count?: number }

function answers({
  open = openPosts(350, 520, 780, 910, 940, 2000),
  news = townPosts,
  count = 38,
}: Around = {}): Answers {
  return {
    ...answersBesideHome,
    getPosts: (asked) => answerInPages(asked.area ? news : country)(asked),
    getNearPlaces: (asked) => placesInPages(asked.open ? open : news)(asked),
    getArea: ({ path }) => area(path, { count }),
    getTowns: { areas: [{ name: '서울 강남구 역삼동', path: yeoksam.area, position: away(0) }], landmarks: [] },
    getAreaAt: { path: yeoksam.area },
  }
}

const keep = (town: object) => localStorage.setItem('town', JSON.stringify(town))
const town = page.getByRole('region', { name: '역삼동' })
const question = page.getByRole('region', { name: '내 동네' })
const titlesIn = (list: string) =>
  [...document.querySelectorAll(`.home-town .${list} h3`)].map(({ textContent }) => textContent)

test('home shows what is open in the chosen town and its newest posts, above the list of the country', async () => {
  keep(yeoksam)
  const screen = await openScreen('/', { api: answers() })
  await expect.poll(() => titlesIn('strip')).toEqual([350, 520, 780, 910].map((metres) => `열린 집 ${metres}`))
  await expect.poll(() => titlesIn('items')).toEqual(['새벽돼지국밥', '동네 글 22', '동네 글 23'])
  // As near as the four are, and how many there are so near.
  await expect.element(town.getByRole('heading', { name: '지금 열린 곳 1 km 안' })).toBeVisible()
  await expect
    .element(town.getByRole('link', { name: '5곳 모두' }))
    .toHaveAttribute('href', expect.stringMatching(/radius=1000/))
  await expect
    .element(town.getByRole('link', { name: '38개 모두' }))
    .toHaveAttribute('href', expect.stringMatching(/\/area\//))
  await expect.element(town.getByText('한식 · 1만원 이하 · 500m')).toBeVisible()
  await expect
    .element(town.getByRole('link', { name: '역삼동 지도로 보기' }))
    .toHaveAttribute('href', expect.stringMatching(/lat=37.5&lng=127.036/))
  await expect.element(page.getByRole('heading', { level: 1, name: '이웃이 나눈 맛집 전국 새 글' })).toBeVisible()
  await expect.element(page.getByRole('article')).toMatchTextContent(/전국의 글/)
  await expect.element(question).not.toBeInTheDocument()
  expect(await findFaultsInBothThemes()).toEqual([])
  // The next page reserves as much room.
  const room = document.querySelector('.home-town > section > div:last-child')?.clientHeight
  await expect.poll(() => localStorage.getItem('town_room')).toBe(JSON.stringify([360, room]))
  const asked = screen.asked.filter(({ name, variables }) => name === 'getNearPlaces' && variables.open)
  expect(asked.map(({ variables }) => variables)).toEqual([expect.objectContaining({ radius: 10_000, filter: 'near' })])
})

test('the radius grows until four places are open', async () => {
  keep(yeoksam)
  await openScreen('/', { api: answers({ open: openPosts(900, 1200, 2900, 4100) }) })
  await expect.element(town.getByRole('heading', { name: '지금 열린 곳 5 km 안' })).toBeVisible()
  await openScreen('/', { api: answers({ open: [] }) })
  await expect.element(town.getByText('10 km 안에 지금 열린 곳이 없어요')).toBeVisible()
})

test('a place of several posts is one open place, also over pages', async () => {
  keep(yeoksam)
  const open = openPosts(...Array.from({ length: 14 }, (_, nth) => 100 + nth))
  const [first, , third, ...same] = open.map(({ id }) => id)
  const places = Object.fromEntries(same.slice(0, 9).map((id) => [id, '9']))
  const screen = await openScreen('/', {
    api: { ...answers(), getNearPlaces: placesInPages(open, { ...places, [first ?? '']: '7', [third ?? '']: '7' }) },
  })
  // Places 7 of the first and third post, of the second, 9 of the next nine, and of the others.
  await expect.poll(() => titlesIn('strip')).toEqual([100, 101, 103, 112].map((metres) => `열린 집 ${metres}`))
  await expect.element(town.getByRole('link', { name: '5곳 모두' })).toBeVisible()
  expect(screen.asked.filter(({ name }) => name === 'getNearPlaces')).toHaveLength(2)
})

test('where nothing is open, the places that open next are shown, the earliest first', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T16:30:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  keep(yeoksam)
  const shut = (id: string, start_time: string, metres: number) =>
    listedPost(id, { title: `닫힌 집 ${start_time}`, start_time, end_time: '22:00', ...away(metres) })
  const nearest = [shut('41', '17:30', 300), listedPost('42', { title: '시간을 모르는 집' }), shut('43', '11:00', 900)]
  const api = answers({ open: [] })
  const screen = await openScreen('/', {
    api: { ...api, getNearPlaces: (asked) => placesInPages(asked.open ? [] : nearest)(asked) },
  })
  await expect.element(town.getByRole('heading', { name: /다음 여는 곳\s·\s11:00부터/ })).toBeVisible()
  expect(titlesIn('strip')).toEqual(['닫힌 집 11:00', '닫힌 집 17:30'])
  const said = [...document.querySelectorAll('.town-open .open-now')].map(({ textContent }) => textContent)
  expect(said).toEqual(['11:00부터', '17:30부터'])
  await expect.element(town.getByText('10 km 안에 지금 열린 곳이 없어요')).toBeVisible()
  await expect.element(town.getByRole('heading', { name: /지금 열린 곳/ })).not.toBeInTheDocument()
  expect(screen.asked.filter(({ name }) => name === 'getNearPlaces')).toHaveLength(2)
  expect(await findFaultsInBothThemes()).toEqual([])
})

test('the country is the other choice, which is kept', async () => {
  keep(yeoksam)
  const screen = await openScreen('/', { api: answers() })
  await expect.poll(() => titlesIn('strip')).toHaveLength(4)
  await town.getByRole('button', { name: '전국' }).click()
  await expect.poll(() => titlesIn('strip')).toEqual([])
  const again = await screen.reload()
  await expect.element(town.getByRole('button', { name: '전국' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('heading', { level: 1, name: /맛집$/ })).toBeVisible()
  await town.getByRole('button', { name: '역삼동' }).click()
  await expect.poll(() => titlesIn('strip')).toHaveLength(4)
  // The chosen town leads to the choice of another.
  await town.getByRole('button', { name: '역삼동' }).click()
  await expect.element(page.getByRole('dialog', { name: '어느 동네를 볼까요?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(again.url).toBe('/')
})

const shop = (id: string, metres: number) => ({
  ...{ id, name: `가게 ${id}`, kind: 'korean' as const, category: null, address: '서울특별시 강남구 역삼동 1' },
  ...away(metres),
})

test('a town without a post shows the ten nearest shops, which lead to their page and to the first post', async () => {
  keep(yeoksam)
  const shops = Array.from({ length: 10 }, (_, nth) => 2100 + 300 * nth).map((m) => shop(`${m}`, m))
  const screen = await openScreen('/', { api: { ...answers({ open: [], news: [], count: 0 }), getNearShops: shops } })
  await expect.element(town.getByRole('heading', { name: '역삼동 가게' })).toBeVisible()
  const names = () => [...document.querySelectorAll('.town-shops .shop b')].map(({ textContent }) => textContent)
  await expect.poll(names).toHaveLength(10)
  expect(names().slice(0, 2)).toEqual(['가게 2100', '가게 2400'])
  expect(screen.asked.find(({ name }) => name === 'getNearShops')?.variables).toEqual(away(0))
  await expect
    .element(town.getByRole('link', { name: '‘가게 2100’ 첫 글 쓰기' }))
    .toHaveAttribute('href', '/add_post?place=2100')
  await expect
    .element(town.getByRole('link', { name: '지도로 모두' }))
    // The nearest is farther away than a map of the town's middle shows.
    .toHaveAttribute('href', expect.stringMatching(/lat=37.519&lng=127.036&zoom=16/))
  expect(await findFaultsInBothThemes()).toEqual([])
})

test('a town of few posts shows some shops after them', async () => {
  keep(yeoksam)
  const shops = Array.from({ length: 10 }, (_, nth) => shop(`${nth}`, 100 * nth))
  const few = answers({ open: [], news: townPosts.slice(0, 2), count: 2 })
  await openScreen('/', { api: { ...few, getNearShops: shops } })
  await expect.poll(() => titlesIn('items')).toEqual(['새벽돼지국밥', '동네 글 22'])
  await expect.poll(() => document.querySelectorAll('.town-shops .shop')).toHaveLength(4)
  await expect.element(town.getByText('아직 글이 없어요')).not.toBeInTheDocument()
  const room = document.querySelector('.home-town > section > div:last-child')?.clientHeight
  await expect.poll(() => localStorage.getItem('town_room')).toBe(JSON.stringify([360, room]))
})

test.each([
  ['has no shop', []],
  ['cannot load its shops', () => Promise.reject(new Error('away'))],
] as const)('a town without a post that %s leads to the first post', async (_, getNearShops) => {
  keep(yeoksam)
  await openScreen('/', { api: { ...answers({ open: [], news: [], count: 0 }), getNearShops: getNearShops as never } })
  await expect.element(town.getByRole('link', { name: '첫 글 쓰기' })).toHaveAttribute('href', '/add_post')
})

test('a first visitor is asked for the town once, and gets it by its name', async () => {
  const screen = await openScreen('/', { api: answers() })
  await expect.element(question).toMatchTextContent(/어느 동네 맛집부터 볼까요/)
  expect(await findFaultsInBothThemes()).toEqual([])
  await question.getByRole('button', { name: '동네 이름 입력' }).click()
  await expect.element(question.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('역삼')
  await question.getByRole('button', { name: '역삼동 서울 강남구' }).click()
  await expect.poll(() => titlesIn('items')).toHaveLength(3)
  await expect.element(question).not.toBeInTheDocument()
  expect(screen.url).toBe('/')
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('a town that is chosen or forgotten in another tab is shown or goes at once', async () => {
  await openScreen('/', { api: answers() })
  await expect.element(question).toBeVisible()
  keep(yeoksam)
  dispatchEvent(new StorageEvent('storage', { key: 'town' }))
  await expect.poll(() => titlesIn('strip')).toHaveLength(4)
  await expect.element(question).not.toBeInTheDocument()
  localStorage.removeItem('town')
  dispatchEvent(new StorageEvent('storage', { key: 'town' }))
  await expect.element(town).not.toBeInTheDocument()
  await expect.element(question).toBeVisible()
})

test('the choice of a town is as high as what it shows, and offers the towns of before', async () => {
  const mangwon = { near: '37.556,126.901', area: '서울/마포구/망원동', name: '망원동' }
  const sheet = page.getByRole('dialog', { name: '어느 동네를 볼까요?' })
  const field = sheet.getByRole('searchbox')
  const recent = sheet.getByRole('region', { name: '최근 고른 동네' })
  const height = () => sheet.element().getBoundingClientRect().height
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
  keep(yeoksam)
  await openScreen('/', { api: answers() })
  await town.getByRole('button', { name: '역삼동' }).click()
  await expect.element(field).toBeVisible()
  expect(bottomOf(sheet.element()) - bottomOf(field.element())).toBeLessThanOrEqual(24)
  await expect.element(recent).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()

  // One is the town of now, and the last are none.
  localStorage.recent_towns = JSON.stringify([mangwon, yeoksam, null, { ...mangwon, name: {} }])
  await town.getByRole('button', { name: '역삼동' }).click()
  await expect.element(recent.getByRole('button')).toHaveLength(1)
  expect(await findFaultsInBothThemes()).toEqual([])
  const before = height()
  await field.fill('역삼')
  await expect.element(sheet.getByRole('button', { name: '역삼동 서울 강남구' })).toBeVisible()
  await expect.element(recent).not.toBeInTheDocument()
  expect(height()).toBe(before)
  await field.fill('')
  await recent.getByRole('button', { name: '망원동' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: '망원동' })).toBeVisible()
  expect(JSON.parse(localStorage.town)).toEqual(mangwon)
  expect(JSON.parse(localStorage.recent_towns)).toEqual([mangwon, yeoksam])
})

test('the question can be put off for good', async () => {
  const screen = await openScreen('/', { api: answers() })
  await question.getByRole('button', { name: '나중에' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await screen.reload()
  await expect.element(page.getByRole('article')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: '동네 고르기' })).toBeVisible()
})

test('the device’s position answers it, and where that is unknown the name is asked for in the same box', async () => {
  placeDevice(null)
  await openScreen('/', { api: answers() })
  await question.getByRole('button', { name: '현재 위치로' }).click()
  await expect.element(question.getByText('위치를 알 수 없어요. 동네 이름을 입력해 주세요')).toBeVisible()
  await expect.element(question.getByRole('searchbox')).toHaveFocus()
  placeDevice(away(0))
  await question.getByRole('button', { name: '현재 위치로' }).click()
  await expect.poll(() => titlesIn('items')).toHaveLength(3)
  expect(localStorage.getItem('town')).toBe(JSON.stringify(yeoksam))
  expect(localStorage.getItem('recent_towns')).toBe(JSON.stringify([yeoksam]))
})
