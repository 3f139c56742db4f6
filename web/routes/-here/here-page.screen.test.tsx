import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { area } from '#tests/fake-places.ts'
import { answersBesideHome, listedPost, placesInPages, postPage } from '#tests/fake-posts.ts'
import { doubleText } from '#tests/screens/double-text.ts'
import { dotsAtLineStarts } from '#tests/screens/line-ends.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'

const post = listedPost('1', { title: '열린 집', start_time: '00:00', end_time: '00:00', lat: 37.55, lng: 126.91 })
const page1 = { data: [post], nextCursor: null, startCursor: null }
const mapo = { name: '마포구', path: '서울/마포구', position: { lat: 37.5, lng: 126.9 } }
const api: Answers = {
  ...answersBesideHome,
  getPosts: page1,
  getNearPlaces: placesInPages([post]),
  getFollowedPosts: page1,
  getTowns: ({ keyword }) => ({ areas: keyword === '마포구' ? [mapo] : [], landmarks: [] }),
  getArea: ({ path }) => area(path, { count: 12 }),
  getAreaAt: { path: '서울/마포구' },
  getLandmark: null,
  getWeeklyTop: [],
  logout: { count: 1 },
}
/** A position without a known area; the only post is far away. */
const abroad: Answers = {
  ...api,
  getAreaAt: null,
  getPosts: ({ radius }) => (radius ? postPage([]) : page1),
  getNearPlaces: placesInPages([]),
}

/** Text of the section with this heading. */
const textOf = (name: string) =>
  [...document.querySelectorAll('main section')].find((one) => one.querySelector('h2')?.textContent.includes(name))
    ?.textContent
const all = page.getByRole('main').getByRole('link', { name: '모두 보기' }).first()
const question = page.getByRole('heading', { name: '어느 동네를 볼까요?' })
const sheet = page.getByRole('dialog', { name: '어느 동네를 볼까요?' })
const field = page.getByRole('searchbox', { name: '동네나 역 이름' })
const heading = page.getByRole('heading', { level: 1 })
const isMapo = expect.stringMatching(/^\/here\?near=.*&area=/)

test('a chosen place has a page of its own, which home remembers and forgets at logout', async () => {
  const screen = await openScreen('/', { api, viewer })
  await page.getByRole('link', { name: '동네 고르기' }).click()
  await field.fill('마포구')
  await page.getByRole('button', { name: '마포구 서울' }).click()
  await expect.poll(() => screen.url).toEqual(isMapo)
  await expect.element(heading).toMatchTextContent(/마포구/)
  await expect.poll(() => textOf('지금 열린 곳')).toContain('열린 집')
  await expect.poll(() => textOf('팔로잉')).toContain('열린 집')
  // Open places were requested around the place.
  const open = screen.asked.find(({ name, variables }) => name === 'getNearPlaces' && variables.open)
  expect(open?.variables).toMatchObject({ lat: 37.5, lng: 126.9, radius: 1000 })
  expect(document.documentElement.scrollWidth).toBe(360)
  // All open places are listed under the same name, without other posts.
  await all.click()
  await expect.element(page.getByRole('heading', { level: 1, name: '마포구 근처' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '영업 중' })).toHaveAttribute('aria-current', 'true')
  await expect.element(page.getByRole('article').first()).toMatchTextContent(/열린 집/)
  history.back()
  // Without a rank there is no TOP 10, below which a first post would be offered.
  await expect.poll(() => textOf('마포구 새 글')).toContain('모두 보기')
  expect(textOf('TOP 10')).toBeUndefined()
  await expect.element(page.getByRole('article').first()).toMatchTextContent(/열린 집/)

  // Another time home's link leads there at once, and the heading asks for another place.
  const home = await openScreen('/', { api, viewer })
  await page.getByRole('main').getByRole('link', { name: '마포구', exact: true }).click()
  await expect.poll(() => home.url).toEqual(isMapo)
  await heading.getByRole('button').click()
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.poll(() => history.state?.overlays ?? 0).toBe(0)
  // The next person at this device is told nothing.
  await press(page.getByRole('button', { name: '하나 사용자 메뉴' }))
  await press(page.getByRole('navigation', { name: '사용자 메뉴' }).getByRole('button', { name: '로그아웃' }))
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await expect.poll(() => home.url).toBe('/')
  await expect.element(page.getByRole('link', { name: '동네 고르기' })).toBeVisible()
  const here = await openScreen('/here', { api })
  await expect.element(question).toBeVisible()
  await expect.element(page.getByRole('button', { name: '현재 위치로 보기' })).toBeVisible()
  await field.fill('마포구')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => here.url).toEqual(isMapo)
})

test('an area of few posts gives way to the one around it, everywhere by its name, and a single card has the row', async () => {
  const mangwon = { near: '37.556,126.901', area: '서울/마포구/망원동', name: '망원동' }
  const asked = new URLSearchParams({ near: mangwon.near, area: mangwon.area })
  const getWeeklyTop: Answers['getWeeklyTop'] = ({ area: path }) =>
    path === '서울/마포구' ? [{ post: { ...post, price: null }, people: 4 }] : []
  const few = { ...api, getWeeklyTop, getArea: ({ path }: { path: string }) => area(path, { count: 2 }) }
  await openScreen(`/here?${asked}`, { api: few, width: 1280 })
  await expect.element(heading).toMatchTextContent(/망원동/)
  await expect.poll(() => textOf('이번 주 마포구 TOP 10')).toContain('4명이 찾았어요')
  await expect.poll(() => textOf('마포구 새 글')).toContain('열린 집')
  const { width } = document.querySelector('.here')?.querySelector('section')?.getBoundingClientRect() ?? { width: 0 }
  await expect.poll(() => document.querySelectorAll('.here .item')).toHaveLength(1)
  for (const one of ['.here .item', '.here .feed > li', '.rank'])
    expect(document.querySelector(one)?.getBoundingClientRect().width).toBeGreaterThan(width - 50)
})

test('a place of two posts is one open place', async () => {
  const posts = ['11', '12', '13'].map((id) => ({ ...post, id, title: `열린 집 ${id}` }))
  await openScreen('/here?near=37.556,126.901', {
    api: { ...api, getNearPlaces: placesInPages(posts, { 11: '7', 13: '7' }) },
  })
  await expect.poll(() => textOf('지금 열린 곳')).toContain('열린 집 12')
  expect(textOf('지금 열린 곳')).toContain('열린 집 11')
  expect(textOf('지금 열린 곳')).not.toContain('열린 집 13')
})

test('what stands beside a heading stays in one line, however long the name is', async () => {
  const getWeeklyTop = [{ post: { ...post, price: null }, people: 4 }]
  const asked = new URLSearchParams({ near: '37.556,126.901', area: '서울/가나다라마바사아자차' })
  await openScreen(`/here?${asked}`, { api: { ...api, getWeeklyTop } })
  await expect.poll(() => textOf('TOP 10')).toContain('4명이 찾았어요')
  doubleText()
  for (let width = 240; width <= 360; width += 5) {
    await page.viewport(width, 740)
    for (const note of document.querySelectorAll('.section-head small'))
      expect(note.getClientRects(), `${width}`).toHaveLength(1)
  }
})

test('on a phone no fact of a place of the week begins a line with its dot', async () => {
  const ranked = listedPost('5', { kind: 'korean', price: 'from_2_to_3' })
  const getWeeklyTop = [{ post: ranked, people: 25 }]
  await openScreen('/here?near=37.556,126.901', { api: { ...api, getWeeklyTop } })
  await page.viewport(320, 740)
  const facts = () => document.querySelector('.rank-text')
  await expect.poll(() => facts()?.textContent).toContain('2만원대')
  expect(dotsAtLineStarts(facts() as Element)).toEqual([])
})

test('a town without a post shows shops to write about', async () => {
  const shop = { id: '9', name: '한강국밥', kind: 'korean' as const, category: null, address: '서울 마포구 동교로 1' }
  const empty = { ...api, getPosts: postPage([]), getNearShops: [{ ...shop, lat: 37.5561, lng: 126.9011 }] }
  await openScreen('/here?near=37.556,126.901', { api: empty })
  await expect.element(page.getByRole('link', { name: /^한강국밥/ })).toBeVisible()
  const write = page.getByRole('link', { name: '‘한강국밥’ 첫 글 쓰기' })
  await expect.element(write).toHaveAttribute('href', '/add_post?place=9')
  // No heading stands over nothing.
  await expect.element(page.getByRole('heading', { name: /새 글/ })).not.toBeInTheDocument()
})

test('shops that a site loads in its first minutes appear without a press', async () => {
  const shop = { id: '9', name: '한강국밥', kind: 'korean' as const, category: null, address: null }
  let shops: Answers['getNearShops'] = []
  const empty: Answers = { ...api, getPosts: postPage([]), getNearShops: () => shops as never }
  const screen = await openScreen('/here?near=37.556,126.901', { api: empty })
  await expect.poll(() => screen.asked.filter(({ name }) => name === 'getNearShops').length).toBeGreaterThan(1)
  await expect.element(page.getByRole('link', { name: '첫 글 쓰기' })).toBeVisible()
  shops = [{ ...shop, lat: 37.5561, lng: 126.9011 }]
  await expect.element(page.getByRole('link', { name: /^한강국밥/ })).toBeVisible()
  const asked = () => screen.asked.filter(({ name }) => name === 'getNearShops').length
  expect(asked()).toBeLessThan(20)
})

test('where nothing is open, the next opening is told with a way to look farther', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T16:30:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const shut = { ...post, title: '아침 집', start_time: '07:30', end_time: '15:00' }
  const getNearPlaces: Answers['getNearPlaces'] = (asked) => placesInPages(asked.open ? [] : [shut])(asked)
  await openScreen('/here?near=37.556,126.901', {
    api: { ...api, getNearPlaces, getPosts: { ...page1, data: [shut] } },
  })
  await expect
    .poll(() => textOf('다음 여는 곳'))
    .toMatch(/07:30부터.*1 km 안에 지금 열린 곳이 없어요.*아침 집.*07:30부터/)
  await expect.element(page.getByRole('link', { name: '3 km로 넓히기' })).toBeVisible()
  expect(textOf('지금 열린 곳')).toBeUndefined()
})

test('where no area is known, posts come by distance, and far ones only when they are asked for', async () => {
  await openScreen('/here?near=41.500,131.500', { api: abroad })
  await expect.poll(() => textOf('지금 열린 곳')).toContain('1 km 안에 지금 열린 곳이 없어요')
  const wider = page.getByRole('link', { name: '3 km로 넓히기' })
  await expect.element(wider).toHaveAttribute('href', expect.stringMatching(/radius=3000/))
  await expect.poll(() => textOf('가까운 맛집 10 km 안')).toContain('10 km 안에 맛집이 없어요')
  expect(page.getByRole('article').elements()).toHaveLength(0)
  await page.getByRole('link', { name: '더 먼 곳도 보기' }).click()
  await expect.element(page.getByRole('heading', { name: '가까운 맛집 거리 제한 없이' })).toBeVisible()
  await expect.element(page.getByRole('article').first()).toBeVisible()
})

test('the device’s position leads to its area', async () => {
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' } as PermissionStatus)
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords: { latitude: 37.5665, longitude: 126.978, accuracy: 10 } } as GeolocationPosition),
  )
  // A site that has just started knows no areas yet.
  const screen = await openScreen('/here', { api: { ...api, getAreaAt: null } })
  // Permission is granted, so no prompt appears.
  await expect.poll(() => screen.url).toMatch(/\/here\?near=37\.566%2C126\.978/)
  // The note is true for readers of a shared link too.
  await expect.element(page.getByText('현재 위치 기준')).toBeVisible()
  await heading.getByRole('button').click()
  await sheet.getByRole('button', { name: '현재 위치로 보기' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  // Only a chosen town is remembered.
  await openScreen('/', { api })
  await expect.element(page.getByRole('link', { name: '현재 위치', exact: true })).toBeVisible()
})
