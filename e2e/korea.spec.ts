import type { Locator, Page } from '@playwright/test'
import { pinMessages } from '#rules/precision.ts'
import { buildPost, uniqueName } from '#tests/factories.ts'
import { unlimited } from '#tests/unlimited.ts'
import { expect, testOn } from './fixtures.ts'
import { areasAreKnown, BUNDLE_PATIENCE, foundPlaces, pickByKeyboardAndPost, searchPlace } from './places.ts'
import { type RunningApp, startEmbedded } from './running-app.ts'
import { waitForHydration } from './scripts.ts'
import { expectReadable } from './themes.ts'

/** A site as anybody gets it who types `npm start`: a new data folder, the bundle, no import, no key. */
const test = testOn<RunningApp>(async (use) => {
  const app = await startEmbedded('e2e-korea', unlimited)
  await use(app)
  await app.stop()
})

test.setTimeout(BUNDLE_PATIENCE + 120_000)

/** Metres that a pixel of our map shows at zoom 17 in Seoul: Kakao's level 3. */
const METRES_PER_PIXEL = 0.95

const GWANGJANG = { lat: 37.5702, lng: 126.9998, accuracy: 40 }

test('on a fresh site places are found, chosen on the map, posted, and found again near by', {
  tag: '@narrow',
}, async ({ page, context, api, origin, signIn }) => {
  const author = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await searchPlace(page, '망원동')
  await expect(firstFound(page)).toContainText('서울특별시 마포구 망원동', { timeout: BUNDLE_PATIENCE })
  await expectReadable(page, '.picker-results')
  for (const [typed, found] of [
    ['홍대', '홍대입구역'],
    ['강남역 2호선', '강남역'],
    ['ㄴㄷㅁㅅㅈ', '남대문시장'],
    ['서울 중구', '중구'],
  ] as const) {
    await searchPlace(page, typed)
    await expect(foundPlaces(page).getByRole('button', { name: `1. ${found} 선택` })).toBeVisible()
  }
  await searchPlace(page, '광장시잔')
  await expect(firstFound(page)).toContainText('광장시장')
  await firstFound(page).getByRole('button', { name: '1. 광장시장 선택' }).click()
  await expect(page.getByRole('group', { name: '고른 위치' })).toContainText('광장시장 근처')
  await page.getByRole('button', { name: '다시 선택' }).click()
  await expect(page.getByText(pinMessages.none)).toBeVisible()
  await searchPlace(page, '뷁뷁뷁뷁')
  await expect(page.locator('.picker-nothing')).toBeInViewport({ ratio: 1 })
  await expectReadable(page, '.picker-nothing')
  await expect(page.getByRole('button', { name: '직접 핀 놓기' })).toBeVisible()
  await page.getByRole('button', { name: '주소 입력하기' }).click()
  const typed = page.getByRole('textbox', { name: '주소' })
  await expect(typed).toBeFocused()
  const extent = page.locator('.map .pin-extent')
  for (const [address, says] of [
    ['서울 마포구 월드컵로 200', '월드컵로 200 근처로 보여요. 100~200m 다를 수 있으니 핀을 옮겨 주세요.'],
    ['서울 마포구 망원동 1', '망원동 가운데예요. 핀을 옮겨 주세요.'],
    ['서울 마포구 월드컵로', '월드컵로 가운데예요. 핀을 옮겨 주세요.'],
  ] as const) {
    await typed.fill(address)
    await typed.press('Enter')
    await expect(page.getByText(says)).toBeVisible()
    await expect(extent).toHaveCount(says.includes('100~200m') ? 1 : 0)
  }
  await expect(page.getByText(pinMessages.unconfirmed)).toBeVisible()
  await expectReadable(page, '.picker-chosen')
  await page.getByLabel('상호명').fill('길 어딘가의 집')
  await page.getByLabel('상세내용').fill('번호를 몰라요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  const [unplaced] = (await api.getPosts({ user_id: author.handle })).data
  expect(unplaced).toMatchObject({ address: '서울 마포구 월드컵로', lat: null, lng: null })
  await pickByKeyboardAndPost(page, origin, `국밥 ${uniqueName().slice(0, 12)}`)

  await areasAreKnown(api)
  await context.grantPermissions(['geolocation'])
  const { lat: latitude, lng: longitude, accuracy } = GWANGJANG
  await context.setGeolocation({ latitude, longitude, accuracy })
  const hours = { start_time: '00:00', end_time: '00:00' }
  const title = uniqueName()
  const place = { author, address: '서울 종로구 창경궁로 88', place_name: `${title} 본점` }
  const { id } = await buildPost(api, { ...place, title, ...GWANGJANG, ...hours })
  await buildPost(api, { author, title: `${title} 2`, lat: 37.5703, lng: 127.0008 })
  await page.goto('/area/서울/종로구')
  await waitForHydration(page)
  await page.getByText('정렬: 최신순').click()
  await page.getByRole('button', { name: '가까운 순' }).click()
  await expect(page).toHaveURL(/near=/)
  const cards = page.getByRole('article')
  await expect(cards.first()).toContainText(title)
  await expect(cards.first()).toContainText(/종로구 · \d+m/)
  await expectReadable(page, 'article .address')
  await page.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect(cards.filter({ hasText: `${title} 2` })).toHaveCount(0)
  await expect(cards.first()).toContainText(title)
  // A part of the area keeps the order and the filter.
  await page.getByRole('navigation', { name: '하위 지역' }).getByRole('link', { name: /^종로/ }).first().click()
  await expect(page).toHaveURL(/near=.*open=1|open=1.*near=/)
  await expect(cards.first()).toContainText(title)

  await page.goto(`/post/${id}`)
  const map = page.getByRole('region', { name: '장소 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.locator('.korea-map')).toHaveAttribute('aria-label', /종로|을지로/)
  const { place_id } = await api.getPost({ id })
  await page.goto(`/place/${place_id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${title} 본점` })).toBeVisible()
})

test('the only pin near a station that was searched stands below the header', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
}) => {
  const author = await signIn()
  await areasAreKnown(api)
  const title = uniqueName()
  await buildPost(api, { author, title, lat: 37.5621, lng: 126.9238 })
  await page.goto('/map?keyword=홍대입구역')
  const map = page.getByRole('region', { name: '맛집 지도' })
  const pin = map.getByRole('button', { name: title })
  await expect(async () => {
    const [stage, face] = [await map.boundingBox(), await pin.boundingBox()]
    expect(face?.y).toBeGreaterThanOrEqual(stage?.y ?? Number.POSITIVE_INFINITY)
  }).toPass()
})

test('the picker and the map of a post open as near as level 3, which shows where one is', { tag: '@narrow' }, async ({
  page,
  context,
  api,
  signIn,
}) => {
  await areasAreKnown(api)
  const author = await signIn()
  await context.grantPermissions(['geolocation'])
  const { lat: latitude, lng: longitude, accuracy } = GWANGJANG
  await context.setGeolocation({ latitude, longitude, accuracy })
  await page.goto('/add_post')
  const picker = page.getByRole('region', { name: '위치를 고르는 지도' })
  await picker.scrollIntoViewIfNeeded()
  await expect(picker.locator('.korea-map')).toHaveAttribute('aria-label', /종로|창경궁로/)
  await picker.getByRole('button', { name: '내 위치' }).click()
  // It grows with the map, which may still be moving.
  const width = async () => (await boxOf(picker.locator('.here-circle'))).width
  await expect.poll(width).toBeCloseTo((2 * accuracy) / METRES_PER_PIXEL, -1)
  // The pin is described in words, and the map has a scale.
  await expect(page.getByRole('group', { name: '고른 위치' })).toContainText(/종로5가역에서 .+쪽으로 \d+m/)
  await expect(picker.getByText(/^\d+ m$/)).toBeVisible()

  const { id } = await buildPost(api, { author, ...GWANGJANG })
  await page.goto(`/post/${id}`)
  const map = page.getByRole('region', { name: '장소 지도' })
  await map.scrollIntoViewIfNeeded()
  await expect(map.locator('.korea-map')).toHaveAttribute('aria-label', /종로|창경궁로/)
})

function firstFound(page: Page): Locator {
  return foundPlaces(page).first()
}

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible()
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}
