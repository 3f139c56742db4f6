import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failures } from '#rules/errors.ts'
import { answerMap, findOnMap, MOST_LISTED, mapPost } from '#tests/fake-map.ts'
import { fullPost } from '#tests/fake-posts.ts'
import { dragMouse, middleOf, moveMouse, pressAt } from '#tests/screens/drag.ts'
import {
  boxOf,
  countStatus,
  expectPinVisible,
  mapRegion,
  postList,
  searchAgainButton,
  untilDrawn,
} from '#tests/screens/map.ts'
import { type Answers, openScreen, Unanswered } from '#tests/screens/open-screen.tsx'
import { placeDevice } from '#tests/screens/position.ts'

const pinOf = (title: string) => mapRegion.getByRole('button', { name: title })
const twoPosts = mapRegion.getByRole('button', { name: '글 2개, 확대해서 보기' })
const cards = () => [...document.querySelectorAll('.map-card')]
const active = () => [...document.querySelectorAll('.map-card[data-active]')]
const textOf = (element: Element | undefined) => element?.textContent ?? ''
const two = (lat: number, lng: number, title = '이웃 집', apart = 0) =>
  ['1', '2'].map((id, n) => mapPost(id, title, lat + n * apart, lng))

/** More posts in one place than fit the list, and a single one that is not in the list. */
const alone = mapPost('99', '외딴 집', 34.275, 125.3)
const crowd = Array.from({ length: MOST_LISTED }, (_, n) => mapPost(String(n + 1), '국밥집', 34.32, 125.3))
const crowded: Answers = { ...answerMap([...crowd, alone]), getPost: fullPost(alone) }
const AT_CROWD = '/map?lat=34.3&lng=125.3&zoom=12'

for (const width of [360, 1280] as const) {
  test(`a pressed pin is visible beside its card, even if the list has no room for it, ${width}`, async () => {
    // Partly beyond the left side of the map.
    const [half, degrees] = [width === 360 ? 180 : 440, 360 / 256 / 2 ** 12]
    const atEdge = { ...alone, lng: 125.3 - (half - 12) * degrees }
    const api = { ...answerMap([...crowd, atEdge]), getPost: fullPost(atEdge) }
    const screen = await openScreen(AT_CROWD, { api, width })
    await expect.poll(() => cards().length).toBe(MOST_LISTED)
    expect(cards().map(textOf).join()).not.toContain('외딴 집')
    await expect.element(pinOf('외딴 집')).toBeVisible()
    const asked = () => screen.asked.filter(({ name }) => name === 'getMapPosts').length
    const before = asked()
    await pinOf('외딴 집').click()
    await expect.poll(() => textOf(active()[0])).toContain('외딴 집')
    expect(textOf(cards()[0])).toContain('외딴 집')
    await expect.element(postList.getByRole('link', { name: '외딴 집' })).toBeInViewport({ ratio: 1 })
    await expectPinVisible(pinOf('외딴 집'))
    // A resting pointer highlights nothing, and panning by the page offers no search.
    expect(active()).toHaveLength(1)
    await expect.element(searchAgainButton).not.toBeInTheDocument()
    expect(asked()).toBe(before)
    expect(screen.url).toBe(AT_CROWD)

    const { x, y } = boxOf(mapRegion)
    await pressAt({ x: x + 30, y: y + 200 })
    await expect.poll(() => cards().length).toBe(MOST_LISTED)
    expect(active()).toEqual([])
  })

  test(`all of Korea is visible at first, and an opened cluster beside the panels over the map, ${width}`, async () => {
    const ends = {
      '북쪽 끝 집': [38.24, 128.5],
      '동쪽 끝 집': [35.6, 129.4],
      '남쪽 끝 집': [33.25, 126.56],
      '서쪽 끝 집': [34.8, 126.2],
    }
    const posts = Object.entries(ends).map(([title, [lat = 0, lng = 0]]) => mapPost(title, title, lat, lng))
    await openScreen('/map', { api: answerMap(posts), width })
    for (const title of Object.keys(ends)) await expectPinVisible(pinOf(title))
    await openScreen('/map?lat=34.15&lng=125.5&zoom=7', { api: answerMap(two(34, 125.5, '양끝', 0.3)), width })
    await twoPosts.click()
    await expect.poll(() => pinOf('양끝').elements().length).toBe(2)
    await expectPinVisible(pinOf('양끝').first())
    await expectPinVisible(pinOf('양끝').last())
  })

  test(`no button, scale or line of sources covers a marker, wherever somebody pans, ${width}`, async () => {
    const isOnTop = (element: Element) => {
      const { x, y } = middleOf(element.getBoundingClientRect())
      return element.contains(document.elementFromPoint(x, y))
    }
    const panBy = async (x: number, y: number) => {
      const { x: left, y: top } = boxOf(twoPosts)
      await dragMouse({ x: left - 40, y: top - 20 }, { x, y })
    }
    const scale = '.leaflet-control-scale-line'
    const buttons = ['지도 확대', '지도 축소', '내 위치', '이 지역에서 다시 찾기']
    for (const name of [...buttons, '.map-credits', scale]) {
      await openScreen('/map?lat=34.5&lng=125.1&zoom=14', { api: answerMap(two(34.5, 125.1)), width })
      await expect.element(twoPosts).toBeVisible()
      // Now the map can be searched again.
      await panBy(20, -20)
      const control = () =>
        name.startsWith('.') ? document.querySelector(name) : mapRegion.getByRole('button', { name }).element()
      await expect.element(searchAgainButton).toBeVisible()
      const [from, to] = [middleOf(boxOf(twoPosts)), middleOf((control() as Element).getBoundingClientRect())]
      await panBy(to.x - from.x, to.y - from.y)
      const markerIsFree = () => isOnTop(twoPosts.element())
      await expect.poll(markerIsFree, { message: `a marker below ${name}` }).toBe(true)
      const isShown = () => control()?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (name === scale) expect(isShown()).toBe(false)
      else expect(isOnTop(control() as Element), name).toBe(true)
      const { innerWidth, innerHeight } = window
      await page.viewport(innerWidth + 30, innerHeight + 40)
      await expect.poll(markerIsFree, { message: `a marker below ${name} in a larger window` }).toBe(true)
      await page.viewport(innerWidth, innerHeight)
      await expect.poll(markerIsFree, { message: `a marker below ${name} in the window as before` }).toBe(true)
    }
  })
}

test('the card of a pressed pin stays until another search, whatever else is highlighted', async () => {
  const screen = await openScreen(AT_CROWD, { api: crowded, width: 1280 })
  await pinOf('외딴 집').click()
  await expect.poll(() => textOf(cards()[0])).toContain('외딴 집')
  const { x, y } = middleOf((cards()[2] as Element).getBoundingClientRect())
  await moveMouse({ x: x - 20, y })
  await moveMouse({ x, y })
  await expect.poll(() => cards().indexOf(active()[0] as Element)).toBe(2)
  expect(cards()).toHaveLength(MOST_LISTED + 1)
  await mapRegion.getByRole('button', { name: '지도 축소' }).click()
  await expect.poll(() => screen.url).toContain('zoom=11')
  await expect.poll(() => cards().length).toBe(MOST_LISTED)
})

test('a pressed pin whose post cannot be loaded says so, and can be pressed again', async () => {
  const screen = await openScreen(AT_CROWD, {
    api: {
      ...crowded,
      getPost: () => {
        throw new Unanswered()
      },
    },
    width: 1280,
  })
  await pinOf('외딴 집').click()
  await expect.element(page.getByText(`${failures.offline} 핀을 다시 눌러 주세요.`)).toBeVisible()
  screen.api.getPost = fullPost(alone)
  await pinOf('외딴 집').click()
  await expect.poll(() => textOf(cards()[0])).toContain('외딴 집')
})

test('clusters and pins can be pressed with the keyboard too', async () => {
  const screen = await openScreen('/map?lat=36.5&lng=124.6&zoom=9', {
    api: answerMap(two(36.5, 124.6, '자판 회', 0.0012)),
    width: 1280,
  })
  await expect.element(twoPosts).toBeVisible()
  twoPosts.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.url).toMatch(/zoom=1[4-8]/)
  await expect.poll(() => pinOf('자판 회').elements().length).toBe(2)
  // The cluster is gone: the focus is on the map, from where Tab continues.
  await expect.element(mapRegion.getByRole('application')).toHaveFocus()
  await userEvent.tab()
  const first = pinOf('자판 회').first()
  await expect.element(first).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(() => textOf(active()[0])).toContain('자판 회')
  await expect.element(first).toHaveFocus()
  await expectPinVisible(first)
  expect(scrollY).toBe(0)
})

test('one place under a number opens its list with one press', async () => {
  const posts = ['한자리 국수', '한자리 만두'].map((title) => mapPost(title, title, 34.4, 125.9))
  await openScreen('/map?lat=34.4&lng=125.9&zoom=11', { api: answerMap(posts) })
  await twoPosts.click()
  for (const { title } of posts)
    await expect.element(postList.getByRole('link', { name: title })).toBeInViewport({ ratio: 1 })
  await expectPinVisible(twoPosts)
})

test('a URL with an invalid view shows all of Korea', async () => {
  for (const view of [
    'lat=37.5&lng=127&zoom=',
    'lat=37.5&lng=127&zoom=abc',
    'lat=&lng=&zoom=',
    'lat=95&lng=127&zoom=9',
  ]) {
    const screen = await openScreen(`/map?${view}`, { api: answerMap(), width: 1280 })
    await untilDrawn()
    await expect.element(page.getByRole('heading', { name: '지도에서 보는 맛집' })).toBeVisible()
    expect(document.querySelector('.map-keyword input[type=hidden]'), view).toBeNull()
    const { south, north } = screen.asked.find(({ name }) => name === 'getMapPosts')?.variables ?? {}
    expect([south, north], view).toEqual([
      expect.toSatisfy((lat) => lat < 33.25),
      expect.toSatisfy((lat) => lat > 38.25),
    ])
  }
})

const layerOf = (element: Element | null) => Number(getComputedStyle(element as Element).zIndex)
const dot = () => mapRegion.element().querySelector('.here-dot')
const here = mapRegion.getByRole('button', { name: '내 위치' })

test('a number stands above the dot of the device, and the scale gives way to it', async () => {
  placeDevice({ lat: 34.45, lng: 125.6002 })
  await openScreen('/map?lat=34.45&lng=125.6002&zoom=14', { api: answerMap(two(34.45, 125.6)) })
  const scale = () => mapRegion.element().querySelector('.leaflet-control-scale-line') as Element
  await expect.element(twoPosts).toBeVisible()
  expect(getComputedStyle(scale()).visibility).toBe('visible')
  await here.click()
  await expect.poll(dot).not.toBeNull()
  expect(layerOf(twoPosts.element())).toBeGreaterThan(layerOf(dot()))
  const [from, to, { x, y }] = [boxOf(twoPosts), scale().getBoundingClientRect(), boxOf(mapRegion)]
  await dragMouse({ x: x + 250, y: y + 250 }, { x: to.x - from.x, y: to.y - from.y })
  await expect.poll(() => getComputedStyle(scale()).visibility).toBe('hidden')
  await expect.element(twoPosts).toBeVisible()
})

test('the device’s position is shown at the zoom of a nearer map, below every pin; a failure says so', async () => {
  placeDevice(null)
  // The pin's name is 20 pixels below it.
  const at = { lat: 36.3999, lng: 124.4 }
  const screen = await openScreen('/map?lat=36.4&lng=124.4&zoom=18', {
    api: answerMap([mapPost('1', '바로 여기', 36.4, 124.4)]),
    width: 1280,
  })
  await expect.element(pinOf('바로 여기').getByText('바로 여기')).toBeVisible()
  await here.click()
  await expect.element(page.getByText(/현재 위치를 알 수 없어요/)).toBeVisible()
  expect(dot()).toBeNull()
  placeDevice(at)
  await here.click()
  await expect.poll(dot).not.toBeNull()
  await expect.poll(() => screen.url).toMatch(/lat=36\.3999.*zoom=18/)
  expect(middleOf((dot() as Element).getBoundingClientRect()).x).toBeCloseTo(middleOf(boxOf(mapRegion)).x, -1)
  await expect.element(searchAgainButton).not.toBeInTheDocument()
  const pin = pinOf('바로 여기')
  expect(layerOf(dot())).toBeLessThan(layerOf(pin.element()))
  expect(dot()?.parentElement).toBe(pin.element().parentElement)
  await pin.click()
  await expect.poll(() => pin.element().querySelector('.marker-chosen')?.checkVisibility()).toBe(true)
  expect(layerOf(pin.element())).toBeGreaterThan(layerOf(dot()))
})

test('the name of a post gives way to the buttons over the map, and returns', async () => {
  await openScreen('/map?lat=34.5&lng=125.1&zoom=14', {
    api: answerMap([mapPost('1', '비켜 선 집', 34.5, 125.1)]),
    width: 1280,
  })
  const name = pinOf('비켜 선 집').getByText('비켜 선 집')
  await expect.element(name).toBeVisible()
  const [box, from, button] = [boxOf(mapRegion), boxOf(pinOf('비켜 선 집')), boxOf('.map-tool')]
  const by = { x: button.x - from.x - 20, y: button.y - from.bottom }
  const start = { x: box.x + 60, y: box.y + 100 }
  await dragMouse(start, by)
  await expect.element(name).not.toBeVisible()
  await expect.element(pinOf('비켜 선 집')).toBeVisible()
  await dragMouse({ x: start.x + by.x, y: start.y + by.y }, { x: -by.x, y: -by.y })
  await expect.element(name).toBeVisible()
})

test('a number is named by its area', async () => {
  const api = { ...answerMap(), getMapPosts: findOnMap(two(37.556, 126.902), '마포구') }
  await openScreen('/map?lat=37.556&lng=126.902&zoom=11', { api })
  await expect.element(mapRegion.getByRole('button', { name: '마포구, 글 2개, 확대해서 보기' })).toBeVisible()
  await expect.element(countStatus).toHaveTextContent('이 지역의 글 2개')
})

test('a filter that is chosen after the map was panned is for what is seen', async () => {
  const screen = await openScreen('/map?lat=34.1&lng=126.1&zoom=9', { api: answerMap() })
  await untilDrawn()
  await dragMouse({ x: 150, y: 360 }, { x: -90, y: -60 })
  await expect.element(searchAgainButton).toBeVisible()
  await page.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect.poll(() => screen.url).toContain('open=1')
  expect(screen.url).not.toMatch(/lng=126\.1(?!\d)/)
  await expect.element(searchAgainButton).not.toBeInTheDocument()
  expect(screen.asked.findLast(({ name }) => name === 'getMapPosts')?.variables).toMatchObject({ open: true })
})
