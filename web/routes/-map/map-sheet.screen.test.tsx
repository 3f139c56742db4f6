import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorMessages } from '#rules/errors.ts'
import { answerMap, findOnMap, mapPost } from '#tests/fake-map.ts'
import { author } from '#tests/fake-people.ts'
import { fakePhoto } from '#tests/fake-photo.ts'
import { answerInPages, answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { dragMouse, middleOf } from '#tests/screens/drag.ts'
import { boxOf, mapRegion, postList, searchAgainButton, searchMap, untilDrawn } from '#tests/screens/map.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { placeDevice } from '#tests/screens/position.ts'
import { viewer } from '#tests/viewer.ts'

/** Three posts beside each other, the last one listed first. */
const row = [
  mapPost('3', '셋째 집', 34.3, 125.305, { image: fakePhoto().url }),
  mapPost('2', '둘째 집', 34.3, 125.3025),
  mapPost('1', '첫째 집', 34.3, 125.3, { kind: 'cafe', address: '전남 신안군 흑산면' }),
]
const URL_OF_ROW = '/map?lat=34.3&lng=125.3025&zoom=16'
const api: Answers = { ...answerMap(row), ...answersBesidePost, getPost: ({ id }) => fullPost({ id }) }
const pinOf = (title: string) => mapRegion.getByRole('button', { name: title })
const cards = () => [...document.querySelectorAll<HTMLElement>('.map-card')]
const card = (index: number) => cards()[index] as HTMLElement
const active = () => cards().findIndex((one) => one.hasAttribute('data-active'))
const grip = postList.getByRole('slider', { name: '목록 높이' })
const heightOf = () => boxOf(postList).height

test('pins show the photo or the kind; the card in the middle of the strip marks its pin, a pin brings its card', async () => {
  await openScreen(URL_OF_ROW, { api })
  await untilDrawn()
  await expect.element(pinOf('카페 첫째 집')).toMatchTextContent(/^카페/)
  await expect.element(pinOf('둘째 집')).toMatchTextContent(/^맛집/)
  const photo = () => pinOf('셋째 집').element().querySelector('img')
  await expect.poll(() => photo()?.naturalWidth).toBeGreaterThan(0)

  const strip = card(0).parentElement as HTMLElement
  strip.dispatchEvent(new WheelEvent('wheel', { deltaX: 300, bubbles: true }))
  strip.scrollTo({ left: 300, behavior: 'instant' })
  await expect.poll(active).toBe(1)
  await expect.poll(() => pinOf('둘째 집').element().querySelector('.marker-chosen')).not.toBeNull()
  await pinOf('첫째 집').click()
  await expect.poll(active).toBe(2)
  const middle = middleOf(strip.getBoundingClientRect()).x
  await expect
    .poll(() => card(2).getBoundingClientRect().left < middle && card(2).getBoundingClientRect().right > middle)
    .toBe(true)
})

test('the sheet follows the finger to one of three heights, and the keyboard; Back closes it', async () => {
  const screen = await openScreen(URL_OF_ROW, { api })
  await untilDrawn()
  await expect.poll(() => cards().length).toBe(3)
  const isSideBySide = () => card(0).getBoundingClientRect().top === card(1).getBoundingClientRect().top
  const low = heightOf()
  expect(isSideBySide()).toBe(true)
  const { x, y } = middleOf(boxOf(postList.getByRole('heading')))
  await dragMouse({ x, y }, { x: 0, y: -160 })
  await expect.element(grip).toHaveAttribute('aria-valuetext', '절반')
  await expect.poll(isSideBySide).toBe(false)
  const half = heightOf()
  expect(half).toBeGreaterThan(low)
  expect(half / boxOf(mapRegion).height).toBeGreaterThan(0.4)
  expect(half / boxOf(mapRegion).height).toBeLessThan(0.55)
  // Elements under the sheet cannot be focused.
  await expect.element(page.getByRole('button', { name: '지도 확대' })).not.toBeInTheDocument()
  grip.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(grip).toHaveAttribute('aria-valuetext', '높게')
  await expect.poll(heightOf).toBeGreaterThan(half)
  // Elements under the sheet cannot be reached.
  expect(document.querySelector('.map-stage')?.hasAttribute('inert')).toBe(true)
  await expect.poll(() => history.state?.overlays).toBe(1)
  history.back()
  await expect.element(grip).toHaveAttribute('aria-valuetext', '낮게')
  await expect.poll(heightOf).toBe(low)
  // A press that trembles still opens the post.
  await dragMouse(middleOf(card(0).getBoundingClientRect()), { x: 2, y: 2 })
  await expect.poll(() => screen.url).toBe('/post/3')
})

test('the map rises with the sheet and returns with it, and neither is a search', async () => {
  const screen = await openScreen(URL_OF_ROW, { api })
  await expect.element(pinOf('둘째 집')).toBeVisible()
  const [low, at] = [heightOf(), boxOf(pinOf('둘째 집')).y]
  const searches = () => screen.asked.filter(({ name }) => name === 'getMapPosts').length
  const before = searches()
  await postList.getByRole('button', { name: '목록 펼치기' }).click()
  await expect.poll(heightOf).toBeGreaterThan(low + 100)
  const moved = () => boxOf(pinOf('둘째 집')).y - at
  // The sheet may still be rising.
  await expect.poll(() => moved() + (heightOf() - low) / 2).toBeCloseTo(0, -0.5)
  await postList.getByRole('button', { name: '목록 접기' }).click()
  await expect.poll(moved).toBeCloseTo(0, -0.5)
  await expect.element(searchAgainButton).not.toBeInTheDocument()
  expect(screen.url).toBe(URL_OF_ROW)
  expect(searches()).toBe(before)
})

test('own marks are flags on photos; a post that is being deleted is nowhere until it is taken back', async () => {
  const own = { user_id: viewer.jwt, username: viewer.username, image: fakePhoto().url }
  const post = mapPost('7', '섬 국수', 34.2, 125.2, own)
  const screen = await openScreen('/map?lat=34.2&lng=125.2&zoom=16', {
    api: {
      ...api,
      ...answerMap([post]),
      getPost: fullPost(post),
      getAuthor: author(viewer.jwt, { username: viewer.username }),
      getPosts: answerInPages([post]),
      getCollections: [],
      deletePost: { count: 1 },
    },
    viewer,
    posts: { 7: { mine: true, been: true } },
    width: 1280,
  })
  const pin = pinOf('섬 국수, 다녀왔어요')
  await expect.poll(() => pin.element().querySelector('[data-mark=been]')?.checkVisibility()).toBe(true)
  const link = postList.getByRole('link', { name: '섬 국수' })
  await link.click()
  await page.getByRole('main').getByRole('link', { name: viewer.username }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: viewer.username })).toBeVisible()
  await page.getByRole('article').getByRole('button', { name: '글 삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click()
  const undo = page.getByRole('button', { name: '되돌리기' })
  await expect.element(undo).toBeVisible()
  await expect.poll(() => history.state?.overlays ?? 0).toBe(0)
  // Held, because a busy machine may need more than the ten seconds.
  undo.element().focus()
  history.back()
  await expect.element(page.getByRole('heading', { name: errorMessages.NOT_FOUND })).toBeVisible()
  history.back()
  await untilDrawn()
  await expect.element(pin).not.toBeInTheDocument()
  await expect.element(link).not.toBeInTheDocument()
  await undo.click()
  await expect.element(pin).toBeVisible()
  await expect.element(link).toBeVisible()
  expect(screen.asked.filter(({ name }) => name === 'deletePost')).toEqual([])
})

test('the map starts where the device is if that is granted already, and asks nobody', async () => {
  placeDevice(null)
  const dot = () => document.querySelector('.here-dot')
  const screen = await openScreen('/map', { api })
  await untilDrawn()
  expect(dot()).toBeNull()
  expect(navigator.geolocation.getCurrentPosition).not.toHaveBeenCalled()
  expect(screen.url).toBe('/map')
  placeDevice({ lat: 37.5563, lng: 126.9014 })
  const granted = await screen.reload()
  await expect.poll(() => granted.url).toBe('/map?lat=37.5563&lng=126.9014&zoom=14')
  await expect.poll(dot).not.toBeNull()
  // A view or a keyword in the URL goes first.
  const given = await openScreen('/map?lat=35.1&lng=129&zoom=12', { api })
  await untilDrawn()
  expect(given.url).toBe('/map?lat=35.1&lng=129&zoom=12')
  expect(dot()).toBeNull()
})

test('the map starts at the reader’s town, which a position or a view in the URL does not change', async () => {
  localStorage.setItem('town', JSON.stringify({ near: '34.300,125.302', name: '흑산면' }))
  placeDevice({ lat: 37.5563, lng: 126.9014 })
  const screen = await openScreen('/map', { api })
  await expect.poll(() => screen.url).toBe('/map?lat=34.3&lng=125.302&zoom=16')
  await expect.element(pinOf('첫째 집')).toBeVisible()
  const given = await openScreen('/map?lat=35.1&lng=129&zoom=12', { api })
  await untilDrawn()
  expect(given.url).toBe('/map?lat=35.1&lng=129&zoom=12')
  const sought = await openScreen('/map?keyword=셋째', { api })
  await expect.element(pinOf('셋째 집')).toBeVisible()
  expect(sought.url).not.toContain('lng=125.302&')
})

test('kinds of food are chips with signs, as on the pins, and rows have the mark', async () => {
  const screen = await openScreen(URL_OF_ROW, { api, viewer, posts: { 1: { wanted: true } } })
  const chip = (name: string) => page.getByRole('link', { name, exact: true })
  await chip('한식').click()
  await expect.poll(() => screen.url).toContain('kind=korean')
  await expect.element(chip('한식')).toHaveAttribute('aria-current', 'true')
  await chip('카페').click()
  await expect.poll(() => screen.url).toMatch(/kind=korean%2Ccafe/)
  const filtered = screen.asked.findLast(({ name }) => name === 'getMapPosts')
  expect(filtered?.variables).toMatchObject({ kind: ['korean', 'cafe'] })
  await chip('한식').click()
  await expect.poll(() => screen.url).toMatch(/kind=cafe/)
  await expect.element(page.getByRole('button', { name: '필터, 1개 적용' })).toBeInViewport({ ratio: 1 })
  await expect.element(chip('가고 싶어요')).toHaveAttribute('href', expect.stringMatching(/^\/me\?.*view=map/))
  // The word on the pin has the sign of its kind beside it.
  await expect.poll(() => pinOf('첫째 집').element().querySelector('.marker-text > svg')).not.toBeNull()
  await postList.getByRole('button', { name: '목록 펼치기' }).click()
  await expect
    .element(postList.getByRole('button', { name: '‘첫째 집’ 가고 싶어요' }))
    .toHaveAttribute('aria-pressed', 'true')
})

test('a row without a distance tells the smallest area, as the map and its area page call it', async () => {
  await openScreen(URL_OF_ROW, { api: { ...api, getMapPosts: findOnMap(row, '흑산면') } })
  await expect
    .poll(() =>
      cards()
        .map(({ textContent }) => textContent)
        .join(),
    )
    .toMatch(/카페·디저트\s·\s흑산면/)
})

test('another list begins at its first card; with a position it is by distance, unless an order is chosen', async () => {
  placeDevice({ lat: 34.3, lng: 125.3 })
  const screen = await openScreen(URL_OF_ROW, { api })
  await expect.poll(() => card(0)?.textContent).toContain('셋째 집')
  await mapRegion.getByRole('button', { name: '내 위치' }).click()
  await expect.poll(() => card(0).textContent).toContain('첫째 집')
  const first = postList.getByRole('listitem').first()
  await expect.element(first).toBeInViewport({ ratio: 1 })
  // The menu says in which order they are.
  await postList.getByRole('button', { name: '목록 펼치기' }).click()
  const order = () => document.querySelector('.map-list .sort-menu summary') as HTMLElement
  await expect.poll(() => order().textContent).toContain('가까운 순')
  order().click()
  await postList.getByRole('link', { name: '최신순' }).click()
  await expect.poll(() => order().textContent).toContain('최신순')
  await expect.poll(() => card(0).textContent).not.toContain('첫째 집')
  order().click()
  await postList.getByRole('link', { name: '가까운 순' }).click()
  await expect.poll(() => card(0).textContent).toMatch(/첫째 집.*카페·디저트 ·\s100m 이내/)
  card(0).querySelector('a')?.click()
  await expect.poll(() => screen.url).toBe('/post/1')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  history.back()
  await expect.poll(() => order()?.textContent).toContain('가까운 순')
  await expect.poll(() => document.querySelector('.here-dot')).not.toBeNull()
})

for (const width of [360, 1280] as const)
  test(`a new keyword that is only elsewhere leaves the map there and offers the nearest post, ${width}`, async () => {
    const far = [
      mapPost('1', '먼 집', 34.1, 130.1),
      mapPost('2', '더 가까운 집', 37.5, 127.35),
      mapPost('3', '집', 37.7, 127.3),
    ]
    const start = '/map?lat=37.5&lng=127&zoom=14'
    const screen = await openScreen(start, { api: answerMap(far), width })
    await searchMap('집')
    await expect
      .element(postList.getByText('이 지도 안에는 없어요. 가장 가까운 곳은 31km 떨어져 있어요'))
      .toBeInViewport({ ratio: 1 })
    const { searchParams } = new URL(screen.url, location.href)
    expect(Object.fromEntries(searchParams)).toEqual({ lat: '37.5', lng: '127', zoom: '14', keyword: '집' })
    await postList.getByRole('link', { name: '보러 가기' }).click()
    await expect.poll(() => screen.url).toMatch(/lat=37\.5&lng=127\.35&zoom=16/)
    await expect.element(pinOf('더 가까운 집')).toBeVisible()
    // On a phone Back closes the open list first.
    if (width === 360) return
    history.back()
    await expect.element(postList.getByText(/이 지도 안에는 없어요/)).toBeVisible()
  })
