import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failures } from '#rules/errors.ts'
import { pinMessages } from '#rules/precision.ts'
import { ownMap } from '#tests/fake-places.ts'
import { dragMouse, middleOf, pressAt } from '#tests/screens/drag.ts'
import { boxOf } from '#tests/screens/map.ts'
import { type Answers, openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { placeDevice } from '#tests/screens/position.ts'
import { viewer } from '#tests/viewer.ts'

/** As the API finds a place. */
const place = (place_name: string, address_name: string, lat: number, lng: number, category = '한식') => ({
  place_name,
  address_name,
  category,
  precision: null,
  rate: 1,
  distance: null,
  position: { lat, lng },
})
const noodles = place('바닷가밀면', '부산광역시 해운대구 해운대해변로 260', 35.1592, 129.1602)
const soup = place('역전칼국수', '부산광역시 해운대구 해운대로 626', 35.1636, 129.1588)
const station = place('해운대역', '부산광역시 해운대구', 35.16367, 129.15891, '지하철역')
const known = [noodles, soup, station]
const api: Answers = {
  ...ownMap,
  searchPlaces: ({ keyword }) => known.filter(({ place_name }) => place_name.includes(keyword.replaceAll(' ', ''))),
  getPlaceSuggestions: { suggestions: [] },
  getNearestLandmark: null,
  geocode: null,
  reverseGeocode: ({ lng }) => ({
    address_name: lng < 129.1588 ? '부산광역시 수영구' : '부산광역시 해운대구 우동',
    road_address: null,
  }),
  addPost: { count: 1, id: '7' },
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const map = page.getByRole('region', { name: '위치를 고르는 지도' })
const results = page.getByRole('list', { name: '검색 결과' }).getByRole('listitem')
const chosen = page.getByRole('group', { name: '선택한 위치' })
const title = page.getByLabelText('상호명')
const scale = () => document.querySelector('.map .leaflet-control-scale-line')?.textContent
const search = async (word: string) => {
  await page.getByLabelText('장소 검색어').fill(word)
  await userEvent.keyboard('{Enter}')
}
const choose = async (name: string) => {
  await search(name)
  await button(`1. ${name} 선택`).click()
  // It is scrolled into view then.
  await expect.element(chosen).toHaveFocus()
  await expect.element(chosen).toMatchTextContent(name)
}

test('a chosen restaurant suggests its kind, which the person may change for good', async () => {
  await openScreen('/add_post', { api, viewer })
  const kind = (name: string) => page.getByRole('group', { name: '종류' }).getByRole('radio', { name, exact: true })
  const hint = page.getByText('한식 · 장소를 보고 골라 두었어요')
  await choose('바닷가밀면')
  await expect.element(hint).toBeVisible()
  await page.getByText('더 알려 주기').click()
  await expect.element(kind('한식')).toBeChecked()
  await kind('분식').click()
  await button('다시 선택').click()
  await choose('역전칼국수')
  await expect.element(kind('분식')).toBeChecked()
  await expect.element(hint).not.toBeInTheDocument()
})

test('a chosen landmark keeps its name in a draft, and shows that it has the focus', async () => {
  const screen = await openScreen('/add_post', { api, viewer })
  await search('해운대역')
  await expect.element(results).toBeVisible()
  button('1. 해운대역 선택').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toMatchTextContent('해운대역 근처')
  await expect.element(chosen).toHaveFocus()
  // Around it would be cut off by the frame.
  await expect.element(chosen).toHaveStyle({ outlineStyle: 'solid', outlineOffset: '-2px' })
  await screen.reload()
  await expect.element(chosen).toMatchTextContent('해운대역 근처')
})

test('an empty result or a failure says so, and an empty keyword does nothing', async () => {
  const screen = await openScreen('/add_post', { api, viewer, width: 1280 })
  const none = page.getByText('검색 결과가 존재하지 않습니다.')
  await button('검색').last().click()
  await search('   ')
  await search('없는곳없는곳')
  await expect.element(none).toBeVisible()
  const searches = () => screen.asked.filter(({ name }) => name === 'searchPlaces')
  expect(searches().map(({ variables }) => variables.keyword)).toEqual(['없는곳없는곳'])
  await button('주소 입력하기').click()
  await expect.element(page.getByRole('textbox', { name: '주소' })).toHaveFocus()
  await page.getByRole('button', { name: '지도에 직접 표시', exact: true }).click()
  await expect.element(page.getByText(pinMessages.middle)).toBeVisible()
  // By keyboard: the arrow keys move the map, and the pin follows to its middle.
  button('지도 가운데로 핀 옮기기').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(pinMessages.middle)).not.toBeInTheDocument()
  await expect.element(button('여기가 맞아요')).not.toBeInTheDocument()
  await button('다시 선택').click()
  screen.api.searchPlaces = () => {
    throw new Unanswered()
  }
  await search('해운대')
  await expect.element(page.getByText(failures.offline)).toBeVisible()
  screen.api.searchPlaces = () => {
    throw new Refusal('INTERNAL')
  }
  await search('해운대')
  await expect.element(page.getByText('검색 결과 중 오류가 발생했습니다.')).toBeVisible()
})

test('a name that was misspelt is suggested, and searched with one press', async () => {
  await openScreen('/add_post', { api: { ...api, getPlaceSuggestions: { suggestions: ['해운대역'] } }, viewer })
  await search('해운데역')
  await button('해운대역').click()
  await expect.element(results).toMatchTextContent('해운대역')
})

test('what was typed is the first row unless a result near by has that name, and asks for the pin', async () => {
  const far = { ...noodles, distance: 380_000 }
  const screen = await openScreen('/add_post', { api, viewer })
  const typed = button(/직접 등록/)
  await search('밀면')
  await expect.element(typed).toMatchTextContent('‘밀면’ 직접 등록')
  const [row, first] = [typed.element(), results.first().element()]
  expect(row.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await search('바닷가 밀면')
  await expect.element(results.first()).toMatchTextContent('바닷가밀면')
  await expect.element(typed).not.toBeInTheDocument()
  screen.api.searchPlaces = [far]
  await search('바닷가밀면')
  await expect.element(typed).toMatchTextContent('‘바닷가밀면’ 직접 등록')
  await typed.click()
  await expect.element(title).toHaveValue('바닷가밀면')
  await expect.element(button('여기가 맞아요')).toBeVisible()
})

test('a number on a road goes before places, and is no name to keep', async () => {
  const geocode = {
    address_name: '부산광역시 해운대구 해운대로 626',
    precision: 'building' as const,
    radius: null,
    road: [],
    position: { lat: 35.1636, lng: 129.1588 },
  }
  await openScreen('/add_post', { api: { ...api, geocode, searchPlaces: [noodles, soup] }, viewer })
  await search('해운대로 626')
  await expect.element(results.nth(0)).toMatchTextContent(/^1\s*해운대로 626/)
  await expect.element(results.nth(1)).toMatchTextContent(/^2\s*바닷가밀면/)
  await expect.element(button(/직접 등록/)).not.toBeInTheDocument()
  // Initial consonants name nothing.
  await openScreen('/add_post', { api: { ...api, searchPlaces: [noodles] }, viewer })
  await search('ㅂㄷㄱㅁㅁ')
  await expect.element(results.nth(0)).toMatchTextContent(/^1\s*바닷가밀면/)
  await expect.element(button(/직접 등록/)).not.toBeInTheDocument()
})

const temple = place('월정사', '강원특별자치도 평창군 진부면 오대산로 374-8', 37.7311, 128.5926, '관광지')
const typedAddress = '평창군 월정사로 999'
const inDistrict = {
  address_name: '강원특별자치도 평창군',
  precision: 'district' as const,
  radius: null,
  road: [],
  position: { lat: 37.37, lng: 128.39 },
}
const written = page.getByRole('textbox', { name: '주소' })

test('a typed road with a number goes before a sight of that name, though only its area is known', async () => {
  const answers = { ...api, geocode: inDistrict, searchPlaces: [temple] }
  await openScreen('/add_post', { api: answers, viewer })
  await search(typedAddress)
  await expect.element(results.nth(0)).toMatchTextContent(/^1\s*평창군 월정사로 999/)
  await expect.element(results.nth(1)).toMatchTextContent(/^2\s*월정사/)
  await button(`1. ${typedAddress} 선택`).click()
  await expect.element(chosen).toMatchTextContent('평창군 가운데예요')
  await expect.element(chosen).toMatchTextContent('강원특별자치도 평창군 월정사로 999')
})

test('an address of which nothing is known is kept as it was typed', async () => {
  const answers = { ...api, geocode: null, searchPlaces: [temple] }
  const screen = await openScreen('/add_post', { api: answers, viewer, width: 1280 })
  await search(typedAddress)
  await button(/‘평창군 월정사로 999’ 직접 등록/).click()
  await expect.element(chosen).toMatchTextContent(typedAddress)
  await button('여기가 맞아요').click()
  await title.fill('산채식당')
  await page.getByLabelText('상세내용').fill('산채가 좋아요.')
  await button('등록하기').click()
  await expect.element(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'addPost')?.variables).toMatchObject({ address: typedAddress })
})

test('a typed address is never replaced silently: a chosen place says so, and it comes back with one press', async () => {
  await openScreen('/add_post', { api, viewer })
  await page.getByText('직접 입력').click()
  await written.fill('해운대로 626, 2층')
  await choose('바닷가밀면')
  await expect.element(chosen).toMatchTextContent('입력하신 주소 ‘해운대로 626, 2층’ 대신 이 위치의 주소를 넣었어요.')
  await expect.element(written).toHaveValue('부산광역시 해운대구 해운대해변로 260')
  // On a phone the buttons stand below, and leave the sentences the width.
  expect(boxOf(chosen.getByRole('status')).width).toBeGreaterThan(200)
  await button('입력한 주소로 되돌리기').click()
  await expect.element(written).toHaveValue('해운대로 626, 2층')
  await expect.element(button('입력한 주소로 되돌리기')).not.toBeInTheDocument()
  // It is typed again, so a pin that is moved keeps it.
  await expect.element(chosen).toMatchTextContent('해운대로 626, 2층')
})

test('a pin can be set for the searched name, which stays', async () => {
  await openScreen('/add_post', { api, viewer })
  await search('없는곳없는곳')
  await button(/직접 등록/).click()
  await button('여기가 맞아요').click()
  await expect.element(chosen).toMatchTextContent('없는곳없는곳')
  await expect.element(title).toHaveValue('없는곳없는곳')
})

test('with a position places are searched near it, and each shows its distance', async () => {
  const at = { lat: 35.13662, lng: 129.16028 }
  placeDevice(at)
  const near = { ...noodles, distance: 2512 }
  const screen = await openScreen('/add_post', { api: { ...api, searchPlaces: [near] }, viewer })
  page.getByLabelText('장소 검색어').element().scrollIntoView()
  // The scale of a single place: the map has moved to the device.
  await expect.poll(scale).toMatch(/^\d+ m$/)
  await search('바닷가')
  await expect.element(results.first()).toMatchTextContent('2.5km')
  // The person need not scroll to them.
  await expect.element(results.first()).toBeInViewport({ ratio: 1 })
  expect(screen.asked.find(({ name }) => name === 'searchPlaces')?.variables).toMatchObject(at)
})

test('a map that the person uses before the position is known stays where it is', async () => {
  const openUnknown = async () => {
    const { promise, resolve: tell } = Promise.withResolvers<void>()
    placeDevice(null)
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation(async (found) => {
      await promise
      found({ coords: { latitude: 35.13662, longitude: 129.16028, accuracy: 20 } } as GeolocationPosition)
    })
    await openScreen('/add_post', { api, viewer })
    map.element().scrollIntoView()
    await expect.poll(scale).toBe('20 km')
    return tell
  }
  const tell = await openUnknown()
  await button('지도 확대').click()
  await expect.poll(scale).toBe('10 km')
  tell()
  await expect.poll(scale).toBe('10 km')

  const tellAgain = await openUnknown()
  tellAgain()
  await expect.poll(scale).toMatch(/^\d+ m$/)
})

test('a pin moved far loses the name of the place, and another choice its first title', async () => {
  await openScreen('/add_post', { api, viewer })
  await choose('바닷가밀면')
  await expect.element(title).toHaveValue('바닷가밀면')
  await button('다시 선택').click()
  await choose('역전칼국수')
  await expect.element(title).toHaveValue('역전칼국수')

  map.element().scrollIntoView({ block: 'center' })
  await expect.element(map).toHaveAttribute('data-status', 'success')
  const pressBeside = (pixels: number) => {
    const { x, y } = middleOf(boxOf(map))
    return pressAt({ x: x + pixels, y })
  }
  const zoom = (name: string) => map.getByRole('button', { name }).click()
  for (let times = 0; times < 4; times++) await zoom('지도 확대')
  await pressBeside(30)
  await expect.element(chosen).not.toMatchTextContent('해운대로 626')
  await expect.element(chosen).toMatchTextContent('역전칼국수')
  const scaleOut = async () => {
    await zoom('지도 축소')
    return scale()
  }
  // A busy map may pass over a press.
  await expect.poll(scaleOut).toBe('300 m')
  await pressBeside(-120)
  await expect.element(chosen).toMatchTextContent('지도에서 선택한 위치')
  await expect.element(title).toHaveValue('역전칼국수')
})

test('a press on the map sets the pin and a drag moves it; the post is where the pin was left', async () => {
  const screen = await openScreen('/add_post', { api, viewer, width: 1280 })
  await search('역전칼국수')
  await expect.element(results.first()).toBeVisible()
  map.element().scrollIntoView({ block: 'center' })
  await expect.element(map).toHaveAttribute('data-status', 'success')
  await map.getByRole('button', { name: '지도 축소' }).click()
  const { x, y } = middleOf(boxOf(map))
  await pressAt({ x: x + 40, y })
  await expect.element(chosen).toMatchTextContent('해운대구 우동')
  const pin = () => (map.element().querySelector('.marker-place') as Element).getBoundingClientRect()
  const dragPin = (right: number, down: number) =>
    dragMouse({ x: middleOf(pin()).x, y: pin().y + 16 }, { x: right, y: down })
  const before = pin()
  await dragPin(-200, 10)
  await expect.element(chosen).toMatchTextContent('수영구')
  await dragPin(140, 0)
  expect(pin().x).toBeCloseTo(before.x - 60, 0)

  await title.fill('끌어다 놓은 집')
  await page.getByLabelText('상세내용').fill('지도에서 골랐어요.')
  await button('등록하기').click()
  await expect.element(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  const post = screen.asked.find(({ name }) => name === 'addPost')?.variables as { lat: number; lng: number }
  expect(post.lat).toBeLessThan(soup.position.lat)
  expect(post.lng).toBeLessThan(soup.position.lng)
  // As it was shown: the last address of the pin.
  expect(screen.asked.findLast(({ name }) => name === 'reverseGeocode')?.variables).toMatchObject({ lng: post.lng })
})
