import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerMap, areaMeaning, findOnMap, mapPost, meaning, stationMeaning } from '#tests/fake-map.ts'
import { listenToScreen } from '#tests/screens/announcements.ts'
import { holdAnswer } from '#tests/screens/held.ts'
import {
  countStatus,
  expectPinVisible,
  keywordField,
  mapRegion,
  placePin,
  postList,
  searchMap,
} from '#tests/screens/map.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'

const SEA = '/map?lat=34.05&lng=130.9&zoom=14'
const station = { lat: 35.16367, lng: 129.15891 }
const atStation = 'lat=35.16367&lng=129.15891&zoom=16'
const options = page.getByRole('listbox', { name: '검색어 제안' }).getByRole('option')
const post = mapPost('1', '역 앞 밀면 국밥', 35.1641, 129.1592)
const shop = (place_name: string, address_name: string, lat: number, lng: number) => ({
  place_name,
  address_name,
  position: { lat, lng },
  category: '한식',
  precision: null,
  rate: 1,
  distance: null,
})
const shops = [
  shop('별다방 해운대점', '부산 해운대구 구남로 24', 35.16, 129.1612),
  shop('별다방 해운대역점', '부산 해운대구 해운대로 620', 35.1629, 129.1601),
  shop('별다방 노형점', '제주 제주시 노형로 380', 33.4837, 126.4769),
]
const kimbap = shop('달밤김밥', '부산 해운대구 구남로 30', 35.1605, 129.1605)
const findPost = findOnMap([post])
const road = { address_name: '부산광역시 해운대구 해운대로 620', position: { lat: 35.1629, lng: 129.1601 } }

/** The words beside the place are looked for around it. */
function findWords(view: Parameters<typeof findPost>[0]) {
  return findPost({ ...view, keyword: view.keyword?.replace(/^해운대역(?:에서)? |^rnrqkq$/, '') })
}

/** Meanings of the keywords in these tests. */
const api: Answers = {
  ...answerMap([post]),
  getNamedPlaces: ({ keyword }) => {
    const [, food = null] = /^해운대역(?:에서)? (.+)/.exec(keyword) ?? []
    if (keyword === '해운데역') return stationMeaning('해운대역', station, { correction: '해운대역' })
    if (keyword === '별다방 해운대역') return stationMeaning('해운대역', station, { otherWords: '별다방' })
    if (keyword === '해운대역' || food) return stationMeaning('해운대역', station, { otherWords: food })
    if (keyword === '고성군')
      return areaMeaning([
        ['강원 고성군', 38.38, 128.47],
        ['경남 고성군', 34.97, 128.32],
      ])
    return meaning({ correction: keyword === 'rnrqkq' ? '국밥' : null })
  },
  searchPlaces: ({ keyword }) => {
    if (keyword.includes('해운대역'))
      return keyword.includes('별다방') ? shops.slice(1, 2) : keyword.includes('김밥') ? [kimbap] : []
    return keyword === '별다방' ? shops : keyword === '김밥' ? [kimbap] : []
  },
  geocode: ({ address }) =>
    address === '해운대구 해운대로 620' ? { ...road, precision: 'building', radius: null, road: [] } : null,
  getMapPosts: findWords,
  // Asked for when a keyword is typed more slowly than usual.
  getSuggestions: { data: [], instead: null, meaning: null },
}
const asked = (screen: { asked: { name: string; variables: object }[] }, name: string) =>
  screen.asked.filter((one) => one.name === name).map(({ variables }) => variables)

test('a keyword of several places opens the list, which offers each of them and the way out', async () => {
  await openScreen('/map?keyword=고성군', { api })
  await expect.element(postList.getByRole('link', { name: '강원 고성군' })).toBeInViewport()
  await expect.element(postList.getByRole('link', { name: '경남 고성군' })).toBeInViewport()
  await expect.element(postList.getByRole('button', { name: '목록 접기' })).toBeVisible()
})

test('a keyword that finds nothing in the whole country can be dropped', async () => {
  const screen = await openScreen('/map?keyword=없는말', { api, width: 1280 })
  await expect.element(postList).toMatchTextContent(/이 지역에는 찾으시는 글이 없어요\./)
  await postList.getByRole('link', { name: '검색어 없이 전국에서 보기' }).click()
  await expect.poll(() => screen.url).toBe('/map')
  await expect.element(keywordField).toHaveValue('')
})

for (const isTouched of [true, false]) {
  test(`a chosen landmark moves the map and gets a pin with its name, ${isTouched ? 'by touch' : 'with a mouse'}`, async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? ({ matches: isTouched } as MediaQueryList) : matchMedia(query),
    )
    const landmarks = [{ name: '해운대역', kind: 'station' as const, area: '부산', position: station, named: true }]
    const screen = await openScreen(SEA, {
      api: {
        ...api,
        getSuggestions: {
          data: [],
          instead: null,
          meaning: { correction: null, otherWords: null, dishes: [], areas: [], landmarks },
        },
      },
      width: isTouched ? 360 : 1280,
    })
    await keywordField.fill('해운대역')
    await options.getByText('지하철역').click()
    await expect.poll(() => screen.url).toBe(`/map?${atStation}`)
    await expect.element(options).not.toBeInTheDocument()
    await expect.element(keywordField).toHaveValue('해운대역')
    // A phone's keyboard would cover the map.
    if (isTouched) await expect.element(keywordField).not.toHaveFocus()
    else await expect.element(keywordField).toHaveFocus()
    await expect.element(countStatus).toMatchTextContent(/‘해운대역’ 근처의 글 1개/)
    await expect.poll(() => placePin()?.textContent).toContain('해운대역')
    expect(placePin()?.querySelector('.marker-name')?.checkVisibility()).toBe(true)
    // A press on it is for the post below it.
    expect(getComputedStyle(placePin()?.parentElement as Element).pointerEvents).toBe('none')
  })
}

test('a word that is suggested is searched where the map is, a place with food as it is written', async () => {
  const title = '밀면 국밥'
  const screen = await openScreen(`/map?${atStation}`, {
    api: { ...api, getSuggestions: { data: [{ title, place_name: null }], instead: null, meaning: null } },
    width: 1280,
  })
  const chooseFirst = async (typed: string, text: string) => {
    await keywordField.fill(typed)
    await expect.element(options.first()).toMatchTextContent(text)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
  }
  await chooseFirst('밀면 국', title)
  await expect.poll(() => new URLSearchParams(screen.url.split('?')[1]).get('keyword')).toBe(title)
  await expect.element(mapRegion.getByRole('button', { name: '역 앞 밀면 국밥' })).toBeVisible()
  const landmarks = [{ name: '해운대역', kind: 'station' as const, area: '부산', position: station, named: true }]
  screen.api.getSuggestions = {
    data: [],
    instead: null,
    meaning: { correction: null, otherWords: '밀면', dishes: [], areas: [], landmarks },
  }
  await chooseFirst('해운대역에서 밀면', '해운대역 밀면')
  await expect.poll(() => new URLSearchParams(screen.url.split('?')[1]).get('keyword')).toBe('해운대역 밀면')
  await expect.element(postList.getByRole('link', { name: '역 앞 밀면 국밥' })).toBeVisible()
})

test('Escape closes the suggestions and keeps the text, and a searched word can be cleared and is offered again', async () => {
  const found = { data: [{ title: '새벽 돼지국밥', place_name: null }], instead: null, meaning: null }
  const screen = await openScreen('/map', { api: { ...api, getSuggestions: found }, width: 1280 })
  await keywordField.fill('돼지국')
  await expect.element(options.first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(keywordField).toHaveValue('돼지국')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.url).toContain('keyword=')
  await page.getByRole('button', { name: '검색어 지우기' }).click()
  await expect.poll(() => screen.url).not.toContain('keyword=')
  await expect.element(keywordField).toHaveFocus()
  await expect.element(options.first()).toHaveTextContent('돼지국최근')
})

test('while a keyword is looked for, the list does not say how many posts another one has, or that it has none', async () => {
  const screen = await openScreen(`/map?${atStation}&keyword=국밥`, { api })
  await expect.element(countStatus).toHaveTextContent('‘국밥’ 글 1개')
  const hold = () => {
    const { release, answer } = holdAnswer(findWords)
    screen.api.getMapPosts = answer
    return release
  }
  const release = hold()
  await searchMap('없는말')
  await expect.poll(() => decodeURIComponent(screen.url)).toContain('keyword=없는말')
  await expect.element(countStatus).toHaveTextContent('불러오는 중…')
  release()
  await expect.element(countStatus).toHaveTextContent('‘없는말’ 글 0개')
  const none = postList.getByText('이 지역에는 찾으시는 글이 없어요.')
  await expect.element(none).toBeVisible()
  const releaseAgain = hold()
  await searchMap('또없는말')
  await expect.element(countStatus).toHaveTextContent('불러오는 중…')
  await expect.element(none).not.toBeInTheDocument()
  releaseAgain()
  await expect.element(none).toBeVisible()
})

test('the count of a keyword that leads the map is announced once, where it leads', async () => {
  const said = listenToScreen()
  for (const start of ['/map', SEA]) {
    const screen = await openScreen(start, { api })
    await expect.element(countStatus).toMatchTextContent(/이 지역의 글/)
    said()
    await searchMap('해운대역 국밥')
    await expect.poll(() => screen.url).toMatch(/lat=35\.1.*lng=129\.1/)
    await expect.element(countStatus).toMatchTextContent(/글 1개/)
    const counts = said().filter((text) => / 글 \d+개$/.test(text))
    expect(counts, start).toEqual(['‘해운대역 국밥’ 글 1개'])
    // Not in view, it was looked for in all of Korea.
    const inKorea = expect.objectContaining({ south: 32, west: 123, keyword: '해운대역 국밥' })
    if (start === SEA) expect(asked(screen, 'getMapPosts')).toContainEqual(inKorea)
  }
})

test('what is typed while a keyword leads the map to its place stays in the field', async () => {
  const screen = await openScreen(SEA, { api })
  const { release, answer } = holdAnswer(findWords)
  screen.api.getMapPosts = answer
  // Misspelt, so that the field would show another name.
  await searchMap('해운데역')
  await expect.poll(() => screen.url).toContain('keyword=')
  await keywordField.fill('밀면')
  release()
  await expect.poll(() => screen.url).toBe(`/map?${atStation}`)
  await expect.poll(() => placePin()?.textContent).toContain('해운대역')
  await expect.element(keywordField).toHaveValue('밀면')
})

test('a shop beside a station and an address lead the map there under their names, food without posts only offers shops', async () => {
  const nothing = { ...api, getMapPosts: findOnMap([]) }
  const screen = await openScreen(SEA, { api: nothing })
  await searchMap('별다방 해운대역')
  await expect.poll(() => screen.url).toBe('/map?lat=35.1629&lng=129.1601&zoom=16')
  await expect.poll(() => placePin()?.textContent).toContain('별다방 해운대역점')
  await searchMap('해운대구 해운대로 620')
  await expect.poll(() => placePin()?.textContent).toContain('해운대로 620')
  await expect.element(keywordField).toHaveValue('해운대로 620')
  // Shops are looked for around the middle of the map.
  expect(asked(screen, 'searchPlaces').at(-1)).toMatchObject({ lat: 35.1629, lng: 129.1601 })

  await searchMap('김밥')
  const places = postList.getByRole('navigation', { name: '지도를 이곳으로 옮길까요?' }).getByRole('link')
  const names = () => places.elements().map(({ textContent }) => textContent)
  await expect.poll(names).toEqual(['달밤김밥'])
  expect(screen.url).toContain('keyword=')
  await searchMap('해운대역 김밥')
  await expect.poll(() => placePin()?.textContent).toContain('달밤김밥')

  await searchMap('별다방')
  await expect.poll(names).toEqual(['별다방 해운대점', '별다방 해운대역점', '별다방 노형점'])
  await places.first().click()
  await expect.poll(() => screen.url).toBe('/map?lat=35.16&lng=129.1612&zoom=16')
  await expect.poll(() => placePin()?.textContent).toContain('별다방 해운대점')
})

test('around a station without posts the map can be widened before all of Korea is shown', async () => {
  const screen = await openScreen('/map?lat=34.05&lng=130.9&zoom=16', { api })
  await expect.element(postList.getByRole('link', { name: '전국에서 보기' })).toBeInViewport()
  await postList.getByRole('link', { name: '더 넓게 보기' }).click()
  await expect.poll(() => screen.url).toBe('/map?lat=34.05&lng=130.9&zoom=14')
})

test('food that a place lacks is said to be missing there, and what was typed stays in the field', async () => {
  const missing = postList.getByText('해운대역 근처에는 ‘파스타’ 글이 없어요.')
  const screen = await openScreen(SEA, { api })
  await searchMap('해운대역에서 파스타')
  await expect.element(missing).toBeInViewport()
  await expect.poll(() => screen.url).toContain(`${atStation}&keyword=`)
  await expect.element(keywordField).toHaveValue('해운대역에서 파스타')
  const elsewhere = postList.getByRole('link', { name: '전국에서 ‘파스타’ 찾기' })
  await expect.element(elsewhere).toHaveAttribute('href', `/map?keyword=${encodeURIComponent('파스타')}`)
  // A map that was moved stays where it is.
  const moved = await openScreen(`${SEA}&keyword=해운대역에서 파스타`, { api })
  await expect.element(missing).toBeVisible()
  expect(moved.url).toContain('lat=34.05')
  await postList.getByRole('link', { name: '해운대역 근처의 모든 글 보기' }).click()
  await expect.poll(() => moved.url).toBe(`/map?${atStation}`)
  await expect.element(keywordField).toHaveValue('해운대역')
  await expect.poll(() => placePin()?.textContent).toContain('해운대역')
})

test('a keyword that is read otherwise than typed says so, also after a reload', async () => {
  const screen = await openScreen(SEA, { api })
  await searchMap('해운데역')
  await expect.poll(() => screen.url).toBe(`/map?${atStation}`)
  await expect.element(countStatus).toHaveTextContent('‘해운대역’\u2060으로 찾았어요 · 근처의 글 1개')
  await screen.reload()
  await expect.element(countStatus).toHaveTextContent('‘해운대역’\u2060으로 찾았어요 · 근처의 글 1개')
  await searchMap('rnrqkq')
  await expect.element(countStatus).toHaveTextContent('‘국밥’\u2060으로 찾았어요 · 글 1개')
})

test('without the search for places a station still leads the map to it', async () => {
  const fails = () => {
    throw new Refusal('INTERNAL')
  }
  const screen = await openScreen(SEA, { api: { ...api, searchPlaces: fails } })
  await searchMap('별다방 해운대역')
  await expect.poll(() => screen.url).toContain(atStation)
  await expect.element(postList.getByText('해운대역 근처에는 ‘별다방’ 글이 없어요.')).toBeVisible()
})

test('an area without posts offers no list of them, but a way to all of Korea', async () => {
  await openScreen(SEA, { api, width: 1280 })
  await expect.element(postList).toMatchTextContent(/이 지역에는 아직 글이 없어요\./)
  await expect.element(postList.getByRole('link', { name: '전국에서 보기' })).toBeVisible()
  await expect.element(postList.getByRole('link', { name: '이 지역 글 보기' })).not.toBeInTheDocument()
})

test('the name of an area that posts have shows them, in view or elsewhere, and offers the area', async () => {
  const named = mapPost('1', '해운대구에서 온 집', 33.9, 131.2)
  const haeundae = areaMeaning([['부산 해운대구', 35.16, 129.16]])
  for (const lng of [131.2, 130.9]) {
    const screen = await openScreen(`/map?lat=33.9&lng=${lng}&zoom=14`, {
      api: { ...answerMap([named]), getNamedPlaces: haeundae },
    })
    await searchMap('해운대구')
    await expect.element(countStatus).toHaveTextContent('‘해운대구’ 글 1개')
    await expectPinVisible(mapRegion.getByRole('button', { name: named.title }))
    // The list stays low.
    await postList.getByRole('button', { name: '목록 펼치기' }).click()
    await postList.getByRole('link', { name: '부산 해운대구' }).click()
    await expect.poll(() => screen.url).toBe('/map?lat=35.16&lng=129.16&zoom=12')
    await expect.element(postList.getByRole('button', { name: '목록 펼치기' })).toBeVisible()
  }
})

test('from all of Korea a keyword leads the map to its matches, which lie above the sheet', async () => {
  const posts = [mapPost('1', '섬 남쪽 집', 34.66, 125.45), mapPost('2', '섬 북쪽 집', 34.7, 125.45)]
  const screen = await openScreen('/map', { api: answerMap(posts) })
  await searchMap('섬')
  await expect.poll(() => screen.url).toMatch(/zoom=1[1-5]/)
  await expect.element(countStatus).toHaveTextContent('‘섬’ 글 2개')
  for (const { title } of posts) await expectPinVisible(mapRegion.getByRole('button', { name: title }))
})
