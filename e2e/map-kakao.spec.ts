import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SCRIPT = '/kakao-sdk.js'

/** Kakao's interface as far as it is used; `window.kakaoAnswers` says what it answers. */
const sdk = `
(() => {
  class LatLng { constructor(lat, lng) { this.a = lat; this.b = lng } getLat() { return this.a } getLng() { return this.b } }
  class LatLngBounds { constructor() { this.p = [] } extend(at) { this.p.push(at) }
    getSouthWest() { return new LatLng(33, 126) } getNorthEast() { return new LatLng(34, 127) } }
  const listeners = new Map()
  class Map_ { constructor(element, { center, level }) { this.e = element; this.c = center; this.l = level
      element.dataset.level = level; element.dataset.drawn = 'kakao'; window.kakaoMap = this }
    getLevel() { return this.l } setLevel(l) { this.l = l } getCenter() { return this.c } setCenter(c) { this.c = c }
    setBounds() {} getBounds() { return new LatLngBounds() } relayout() {} }
  class CustomOverlay { constructor({ content }) { this.content = content }
    setMap(map) { if (map) map.e.append(this.content); else this.content.remove() } }
  class Marker { constructor({ map, position }) { this.p = position; this.m = map } setMap(map) { this.m = map } getPosition() { return this.p } }
  const Status = { OK: 'OK', ZERO_RESULT: 'ZERO_RESULT', ERROR: 'ERROR' }
  class Places { keywordSearch(word, done) { const status = word === '없음' ? 'ZERO_RESULT' : word === '오류' ? 'ERROR' : 'OK'
      done(status === 'OK' ? [{ place_name: word + ' 1호점', address_name: '서울 중구 을지로 1', road_address_name: '서울 중구 을지로14길 12', x: '126.99', y: '37.56', distance: '' }] : [], status) } }
  class Geocoder { addressSearch(a, done) { done([], 'ZERO_RESULT') }
    coord2Address(lng, lat, done) { done([{ road_address: { address_name: '제주 제주시 첨단로 242' }, address: { address_name: '제주' } }], 'OK') } }
  window.kakaoClick = (lat, lng) => listeners.get('click')({ latLng: new LatLng(lat, lng) })
  window.kakao = { maps: { load: (done) => setTimeout(done), LatLng, LatLngBounds, Map: Map_, CustomOverlay, Marker,
    event: { addListener: (_, name, run) => listeners.set(name, run) }, services: { Places, Geocoder, Status } } }
})()`

/** Gives the page a key, and a script that fails so many times; returns the addresses that were asked for it. */
async function serveKakao(page: Page, origin: string, failures: number): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('getMapSettings')) return route.fallback()
    const getMapSettings = { kakao_key: 'test-key', kakao_url: origin + SCRIPT, tiles_url: null, pmtiles_url: null }
    return route.fulfill({ json: { data: { getMapSettings } } })
  })
  await page.route(`**${SCRIPT}*`, (route) => {
    asked.push(route.request().url())
    if (asked.length <= failures) return route.abort()
    return route.fulfill({ contentType: 'text/javascript', body: sdk })
  })
  return asked
}

const search = async (page: Page, word: string) => {
  await page.getByLabel('장소 검색어').fill(word)
  await page.getByLabel('장소 검색어').press('Enter')
}

test('with a key the map, the search and the addresses are those of Kakao', async ({ page, origin, signIn }) => {
  await signIn()
  const asked = await serveKakao(page, origin, 0)
  await page.goto('/add_post')
  await page.getByLabel('장소 검색어').scrollIntoViewIfNeeded()
  await expect(page.locator('.map[data-status=success] [data-drawn=kakao]')).toHaveAttribute('data-level', '3')
  expect(asked).toEqual([`${origin}${SCRIPT}?appkey=test-key&libraries=services&autoload=false`])
  await search(page, '없음')
  await expect(page.getByText('검색 결과가 존재하지 않습니다.')).toBeVisible()
  await search(page, '오류')
  await expect(page.getByText('검색 결과 중 오류가 발생했습니다.')).toBeVisible()
  await search(page, '칼국수')
  await page.getByRole('button', { name: '1. 칼국수 1호점 선택' }).click()
  await expect(page.getByText('서울 중구 을지로14길 12').first()).toBeVisible()
  await expect(page.getByLabel('상호명')).toHaveValue('칼국수 1호점')
  await page.evaluate('kakaoClick(33.45, 126.57)')
  await expect(page.getByText('제주 제주시 첨단로 242').first()).toBeVisible()
})

test('a script that fails twice is there at the third try', async ({ page, origin, signIn, expectErrors }) => {
  await signIn()
  const asked = await serveKakao(page, origin, 2)
  await page.goto('/add_post')
  await page.getByLabel('장소 검색어').scrollIntoViewIfNeeded()
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  expect(asked).toHaveLength(3)
  await expect(page.locator(`script[src*="${SCRIPT}"]`)).toHaveCount(1)
  expectErrors(/net::ERR_FAILED/)
})

test('after four failures the map says so, the list still finds, and another try may succeed', async ({
  page,
  origin,
  signIn,
  expectErrors,
}) => {
  await signIn()
  const asked = await serveKakao(page, origin, 4)
  await page.goto('/add_post')
  await page.getByLabel('장소 검색어').scrollIntoViewIfNeeded()
  await expect(page.locator('.map[data-status=failure]')).toBeVisible()
  await expect(page.getByText('지도를 불러오지 못했어요.')).toBeVisible()
  expect(asked).toHaveLength(4)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  expect(asked).toHaveLength(5)
  expectErrors(/net::ERR_FAILED/)
})
