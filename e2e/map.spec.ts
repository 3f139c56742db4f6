import type { Locator } from '@playwright/test'
import { errorMessages, failures } from '#rules/errors.ts'
import { pinMessages } from '#rules/precision.ts'
import { uniqueName } from '#tests/factories.ts'
import { jsonFile, someBoundaries, someGazetteer, somePlaces } from '#tests/place-files.ts'
import { expect, test } from './fixtures.ts'
import { foundPlaces, importPlaces, pickByKeyboardAndPost, searchPlace } from './places.ts'
import { watchAssets } from './scripts.ts'
import { dragMap } from './touch.ts'

/** Restaurants, some 500 metres from each other. */
const restaurants = [
  ['바닷가밀면', '한식', '부산광역시 해운대구 해운대해변로 260', 35.1592, 129.1602, ''],
  ['역전칼국수', '한식', '부산광역시 해운대구 해운대로 626', 35.1636, 129.1588, ''],
]

test.beforeAll(async ({ app }) => {
  await importPlaces(app, [
    await jsonFile('gazetteer.json', someGazetteer),
    await jsonFile('places.json', { ...somePlaces, rows: [...somePlaces.rows, ...restaurants] }),
    await jsonFile('boundaries.topo.json', someBoundaries),
  ])
})

test('somebody finds a place by keyboard alone, posts it, and sees it on the map', { tag: '@wide' }, async ({
  page,
  origin,
  signIn,
}) => {
  await signIn()
  await pickByKeyboardAndPost(page, origin, `국밥 ${uniqueName().slice(0, 12)}`)
})

test('a chosen restaurant suggests its kind, which the person may change for good', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/add_post')
  const kind = (name: string) => page.getByRole('group', { name: '종류' }).getByRole('radio', { name, exact: true })
  const choosePlace = async (name: string) => {
    await searchPlace(page, name)
    await foundPlaces(page)
      .getByRole('button', { name: new RegExp(`^1\\. ${name}`) })
      .click()
  }
  await choosePlace('바닷가밀면')
  await expect(kind('한식')).toBeChecked()
  await expect(page.getByText('고른 장소를 보고 ‘한식’ 칸을 골라 두었어요.')).toBeVisible()
  await kind('분식').check()
  await page.getByRole('button', { name: '다시 선택' }).click()
  await choosePlace('역전칼국수')
  await expect(kind('분식')).toBeChecked()
  await expect(page.getByText('고른 장소를 보고')).toHaveCount(0)
})

test('a chosen landmark keeps its name in a draft, and shows that it has the focus', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/add_post')
  await searchPlace(page, '해운대역')
  await foundPlaces(page)
    .getByRole('button', { name: /^1\. 해운대역/ })
    .press('Enter')
  const chosen = page.getByRole('group', { name: '고른 위치' })
  await expect(chosen).toContainText('해운대역 근처')
  await expect(chosen).toBeFocused()
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  // Around it would be cut off by the frame.
  await expect(chosen).toHaveCSS('outline-offset', '-2px')
  await page.reload()
  await expect(chosen).toContainText('해운대역 근처')
})

test('an empty result or a failure says so, and an empty keyword does nothing', { tag: '@wide' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await page.goto('/add_post')
  const asked: string[] = []
  page.on('request', (request) => {
    const data = request.postData()
    if (data?.includes('searchPlaces')) asked.push(data)
  })
  await page.getByRole('button', { name: '검색', exact: true }).click()
  await searchPlace(page, '   ')
  await searchPlace(page, '없는곳없는곳')
  await expect(page.getByText('검색 결과가 존재하지 않습니다.')).toBeVisible()
  // More than once while the bundled places are being loaded.
  for (const data of asked) expect(data).toContain('없는곳없는곳')
  await page.getByRole('button', { name: '주소 입력하기' }).click()
  await expect(page.getByRole('textbox', { name: '주소' })).toBeFocused()
  await searchPlace(page, '해운데구')
  await expect(foundPlaces(page).first()).toContainText('해운대구')
  await searchPlace(page, '없는곳없는곳')
  // Until then there is a button of the same name below the results, which are about to go.
  await expect(page.getByText('검색 결과가 존재하지 않습니다.')).toBeVisible()
  await page.getByRole('button', { name: '직접 핀 놓기' }).click()
  await expect(page.getByText(pinMessages.middle)).toBeVisible()
  // By keyboard: the arrow keys move the map, and the pin follows to its middle.
  await page.getByRole('button', { name: '지도 가운데로 핀 옮기기' }).press('Enter')
  await expect(page.getByText(pinMessages.middle)).toBeHidden()
  await expect(page.getByRole('button', { name: '여기가 맞아요' })).toBeHidden()
  await page.getByRole('button', { name: '다시 선택' }).click()
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('searchPlaces') ? route.abort() : route.fallback(),
  )
  await searchPlace(page, '해운대')
  await expect(page.getByText(failures.offline)).toBeVisible()
  expectErrors(/net::ERR_FAILED/)
  await page.unrouteAll()
  const errors = [{ message: errorMessages.INTERNAL, extensions: { code: 'INTERNAL' } }]
  await page.route('**/graphql', (route) => route.fulfill({ json: { data: null, errors } }))
  await searchPlace(page, '해운대')
  await expect(page.getByText('검색 결과 중 오류가 발생했습니다.')).toBeVisible()
})

test('a pin can be set for the searched name, which stays @narrow', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  await searchPlace(page, '없는곳없는곳')
  await expect(page.getByText('검색 결과가 존재하지 않습니다.')).toBeVisible()
  await page.getByRole('button', { name: '검색한 이름으로 핀 놓기' }).click()
  await page.getByRole('button', { name: '여기가 맞아요' }).click()
  await expect(page.getByRole('group', { name: '고른 위치' })).toContainText('없는곳없는곳')
  await expect(page.getByLabel('상호명')).toHaveValue('없는곳없는곳')
})

test('with a position the distance of each found place is shown @narrow', async ({ page, context, signIn }) => {
  await context.grantPermissions(['geolocation'])
  // Two kilometres and a half south of the beach's coordinates in the imported file.
  await context.setGeolocation({ latitude: 35.13662, longitude: 129.16028 })
  await signIn()
  await page.goto('/add_post')
  await page.getByLabel('장소 검색어').scrollIntoViewIfNeeded()
  // The scale of a single place: the map has moved to the device.
  await expect(page.locator('.map').getByText(/^\d+ m$/)).toBeVisible()
  await searchPlace(page, '해운대해수욕장')
  await expect(foundPlaces(page).filter({ hasText: '해운대해수욕장' }).first()).toContainText('2.5km')
  // The person need not scroll to them.
  await expect(foundPlaces(page).first()).toBeInViewport({ ratio: 1 })
})

test('a map that the person uses before the position is known stays where it is @narrow', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const { promise: told, resolve: tellPosition } = Promise.withResolvers<void>()
    Object.assign(window, { tellPosition })
    navigator.geolocation.getCurrentPosition = async (found) => {
      const coords = { latitude: 35.13662, longitude: 129.16028, accuracy: 20 } as GeolocationCoordinates
      await told
      found({ coords } as GeolocationPosition)
    }
  })
  await signIn()
  await page.goto('/add_post')
  const scale = page.locator('.map').getByText(/^\d+ k?m$/)
  const tellPosition = () => page.evaluate('tellPosition()')
  await expect(scale).toHaveText('20 km')
  await page.getByRole('button', { name: '지도 확대' }).click()
  await expect(scale).toHaveText('10 km')
  await tellPosition()
  await expect(scale).toHaveText('10 km')

  await page.reload()
  await expect(scale).toHaveText('20 km')
  await tellPosition()
  await expect(scale).toHaveText(/^\d+ m$/)
})

test('a pin moved far loses the name of the place, and another choice its first title @narrow', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn()
  await page.goto('/add_post')
  const map = page.getByRole('region', { name: '위치를 고르는 지도' })
  const choose = async (name: string) => {
    await searchPlace(page, name)
    await page
      .getByRole('button', { name: new RegExp(`^\\d+\\. ${name} 선택$`) })
      .first()
      .click()
    await expect(page.locator('.picker-chosen')).toContainText(name)
    // It is scrolled into view then.
    await expect(page.getByRole('group', { name: '고른 위치' })).toBeFocused()
  }
  await choose('바닷가밀면')
  await expect(page.getByLabel('상호명')).toHaveValue('바닷가밀면')
  await page.getByRole('button', { name: '다시 선택' }).click()
  await choose('역전칼국수')
  await expect(page.getByLabel('상호명')).toHaveValue('역전칼국수')

  await map.scrollIntoViewIfNeeded()
  await expect(map).toHaveAttribute('data-status', 'success')
  const { x, y, width, height } = await boxOf(map)
  const pressBeside = (pixels: number) => page.mouse.click(x + width / 2 + pixels, y + height / 2)
  const zoom = (button: string) => map.getByRole('button', { name: button }).click({ clickCount: 4 })
  await zoom('지도 확대')
  await pressBeside(30)
  await expect(page.locator('.picker-chosen')).not.toContainText('해운대로 626')
  await expect(page.locator('.picker-chosen')).toContainText('역전칼국수')
  await zoom('지도 축소')
  await pressBeside(-120)
  await expect(page.locator('.picker-chosen')).toContainText('지도에서 고른 위치')
  await expect(page.getByLabel('상호명')).toHaveValue('역전칼국수')
})

test('a press on the map sets the pin and a drag moves it; the post is where the pin was left @wide', async ({
  page,
  api,
  signIn,
}) => {
  // Without motion a test can press at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const author = await signIn()
  await page.goto('/add_post')
  await searchPlace(page, '노형동')
  await expect(foundPlaces(page).first()).toBeVisible()
  const map = page.getByRole('region', { name: '위치를 고르는 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map).toHaveAttribute('data-status', 'success')
  await expect(map.locator('.marker-place').first()).toBeVisible()
  await map.getByRole('button', { name: '지도 축소' }).click()
  const box = await boxOf(map)
  await page.mouse.click(box.x + box.width / 2 + 40, box.y + box.height / 2)
  const chosen = page.locator('.picker-chosen')
  await expect(chosen).toContainText('제주특별자치도 제주시 노형동')

  const pin = await boxOf(map.locator('.marker-place'))
  const drag = async (right: number, down: number) => {
    const { x, y, width } = await boxOf(map.locator('.marker-place'))
    await page.mouse.move(x + width / 2, y + 16)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + right, y + 16 + down, { steps: 8 })
    await page.mouse.up()
  }
  await drag(-200, 10)
  await expect(chosen).toContainText('제주특별자치도 제주시 외도동')
  await drag(140, 0)
  await expect(chosen).toContainText('제주특별자치도 제주시 노형동')
  expect((await boxOf(map.locator('.marker-place'))).x).toBeCloseTo(pin.x - 60, 0)

  await page.getByLabel('상호명').fill('끌어다 놓은 집')
  await page.getByLabel('상세내용').fill('지도에서 골랐어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  const [post] = (await api.getPosts({ user_id: author.handle })).data
  expect(post?.lat).toBeLessThan(33.4528)
  expect(post?.lng).toBeLessThan(126.4692)
})

test('a cluster opens, and a panned map offers to search there, also after a reload or a return @wide', async ({
  page,
  api,
  signIn,
}) => {
  // Without motion a drag ends where the mouse does.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const author = await signIn()
  const word = uniqueName()
  for (const lat of [34.1, 34.1012]) {
    await api.as(author).addPost({ title: '다도해 회', contents: word, lat, lng: 126.1 })
  }
  await page.goto(`/map?lat=34.1&lng=126.1&zoom=9&keyword=${word}`)
  const map = page.getByRole('region', { name: '맛집 지도' })
  await map.getByRole('button', { name: '글 2개, 가까이 보기' }).click()
  await expect(page).toHaveURL(/zoom=1[4-8]/)
  await expect(map.getByRole('button', { name: '다도해 회' })).toHaveCount(2)
  await dragMap(page, { from: { x: 150, y: 150 }, to: { x: 60, y: 90 } })
  const again = page.getByRole('button', { name: '이 지역에서 다시 찾기' })
  await expect(again).toBeVisible()
  const pin = map.getByRole('button', { name: '다도해 회' }).first()
  const { x: panned } = await boxOf(pin)
  const address = page.url()
  await page.reload()
  await expect(again).toBeVisible()
  await expect.poll(async () => (await boxOf(pin)).x).toBeCloseTo(panned, -1)
  await page.locator('.map-card').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(again).toBeVisible()
  await expect.poll(async () => (await boxOf(pin)).x).toBeCloseTo(panned, -1)
  expect(page.url()).toBe(address)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page).not.toHaveURL(address)
})

test('a filter that is chosen after the map was panned is for what is seen', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/map?lat=34.1&lng=126.1&zoom=9')
  await dragMap(page, { from: { x: 150, y: 300 }, to: { x: 60, y: 240 } })
  const again = page.getByRole('button', { name: '이 지역에서 다시 찾기' })
  await expect(again).toBeVisible()
  await page.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect(page).toHaveURL(/open=1/)
  await expect(page).not.toHaveURL(/lng=126\.1(?!\d)/)
  await expect(again).toHaveCount(0)
})

test('a post shows its place on a map that loads when scrolled to, and links to it @narrow', async ({
  page,
  context,
  api,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const author = await signIn()
  // No other post has this place name.
  const place = {
    place_name: `저동 ${uniqueName()}`,
    address: '경북 울릉군 울릉읍 저동리 1',
    lat: 37.4953,
    lng: 130.9144,
  }
  await api.as(author).addPost({ title: '등대 카페', contents: '커피가 좋아요.', ...place })
  const { id } = await api.as(author).addPost({ title: '저동 국수', contents: '바다\n'.repeat(40), ...place })
  const assets = watchAssets(page)
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('heading', { name: '저동 국수' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await assets.having('leaflet-interactive')).toEqual([])
  const map = page.getByRole('region', { name: '장소 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.locator('.marker-place')).toBeVisible()
  expect(await assets.having('leaflet-interactive')).toHaveLength(2)

  await page.getByRole('button', { name: '주소 복사' }).click()
  await expect(page.getByText('주소를 복사했어요.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(place.address)

  await page.getByText('길찾기').click()
  const name = encodeURIComponent(place.place_name)
  for (const [label, href] of [
    ['카카오맵', `https://map.kakao.com/link/to/${name},37.4953,130.9144`],
    ['네이버 지도', `https://map.naver.com/p/directions/-/130.9144,37.4953,${name}/-/transit`],
    ['구글 지도', 'https://www.google.com/maps/dir/?api=1&destination=37.4953,130.9144'],
  ] as const) {
    await expect(page.getByRole('link', { name: label })).toHaveAttribute('href', href)
  }
  const others = page.getByRole('region', { name: '이 장소의 다른 글' })
  await expect(others.getByRole('listitem')).toHaveCount(1)
  await others.getByRole('link', { name: /등대 카페/ }).click()
  await expect(page.getByRole('heading', { name: '등대 카페' })).toBeVisible()
})

test('with a position the nearest come first, and without one a message says so @wide', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const author = await signIn()
  const word = uniqueName()
  for (const [title, lat] of [
    ['먼 집', 34.1],
    ['가까운 집', 34.075],
    ['옆집', 34.08],
  ] as const) {
    await api.as(author).addPost({ title, contents: word, lat, lng: 125.1 })
  }
  await page.goto(`/search?keyword=${word}`)
  const chooseNear = async () => {
    await page.locator('.sort-menu summary').click()
    await page.getByRole('button', { name: '가까운 순' }).click()
  }
  await chooseNear()
  await expect(page.getByText(/현재 위치를 알 수 없어요/)).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 34.07, longitude: 125.1 })
  await chooseNear()
  await expect(page).toHaveURL(/near=/)
  await expect(page.locator('main article h2')).toHaveText(['가까운 집', '옆집', '먼 집'])
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}
