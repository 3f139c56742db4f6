import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { timeOfDayInSeoul } from '#rules/hours.ts'
import type { Position } from '#rules/position.ts'
import type { Api } from '#tests/api.ts'
import { buildPost, type TestUser } from '#tests/factories.ts'
import { expect } from './fixtures.ts'
import { type RunningApp, startApp } from './running-app.ts'

/** Waits until the bundled borders are loaded: on a busy machine that is long after the site is ready. */
export async function waitForAreas(api: Api): Promise<void> {
  const area = async () => (await api.getAreaAt({ lat: 37.5554, lng: 126.9012, zoom: 15 }))?.path
  await expect.poll(area, { timeout: BUNDLE_LOAD_MS }).toBe('서울/마포구/망원동')
}

/** The middle of an area such as '서울/광진구', once it has a page: areas are built soon after the start of a site. */
export async function areaPosition(api: Api, path: string): Promise<Position> {
  const hasPage = () =>
    api.getArea({ path }).then(
      () => true,
      () => false,
    )
  await expect.poll(hasPage, { timeout: BUNDLE_LOAD_MS }).toBe(true)
  const [area] = (await api.resolveKeyword({ keyword: path.split('/').at(-1) ?? '' })).areas
  if (!area) throw new Error(`no area is called ${path}`)
  return area.position
}

/** Milliseconds until the bundled places are loaded at the latest. */
export const BUNDLE_LOAD_MS = 150_000

/** Hours that begin six hours from now and end two hours later: closed for as long as a test may take. */
function closedHours(): { start_time: string; end_time: string } {
  const inHours = (hours: number) => `${timeOfDayInSeoul(new Date(Date.now() + hours * 3_600_000)).slice(0, 2)}:00`
  return { start_time: inHours(6), end_time: inHours(8) }
}

/** Three posts with the word in their text: one open around the clock, one closed now, one without hours. */
export async function buildPostsByHours(
  api: Api,
  author: TestUser,
  word: string,
  position: object = {},
): Promise<void> {
  const common = { author, contents: word, ...position }
  await buildPost(api, { ...common, title: '모르는 집' })
  await buildPost(api, { ...common, title: '닫은 집', ...closedHours() })
  await buildPost(api, { ...common, title: '여는 집', start_time: '00:00', end_time: '00:00' })
}

/** Imports files of places as an operator does, while the site runs. */
export async function importPlaces({ data }: RunningApp, files: readonly string[]): Promise<void> {
  const env = { ...process.env, ...data }
  await promisify(execFile)('node', ['scripts/places-import.ts', ...files], { env })
}

/** Searches in the focused picker with Enter. */
export async function searchPlace(page: Page, word: string): Promise<void> {
  const keyword = page.getByLabel('장소 검색어')
  await keyword.fill(word)
  await keyword.press('Enter')
}

/** The results of the picker. */
export function pickerResults(page: Page) {
  return page.getByRole('list', { name: '검색 결과' }).getByRole('listitem')
}

/** Collects the origins of all requests of the page from now on. */
export function watchRequestOrigins(page: Page): Set<string> {
  const origins = new Set<string>()
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin)
  })
  return origins
}

/**
 * A signed-in person finds 노형동, 해운대 and, by initial consonants, 해운대구, picks it and confirms its centre by keyboard
 * alone, posts, and sees the post on the map. Only the application itself gets requests.
 */
export async function pickByKeyboardAndPost(page: Page, origin: string, title: string): Promise<void> {
  const asked = watchRequestOrigins(page)
  await page.goto('/add_post')
  for (const [word, found] of [
    ['노형동', '노형동'],
    ['해운대', '해운대'],
    ['ㅎㅇㄷㄱ', '해운대구'],
  ] as const) {
    await searchPlace(page, word)
    // The result is found by its name, because places of the previous search may have the word in their address.
    await expect(pickerResults(page).getByRole('button', { name: new RegExp(`^1\\. ${found}`) })).toBeVisible()
  }
  await expect(page).toHaveURL(/\/add_post$/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '검색', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  const choose = page.getByRole('button', { name: /^1\. .+ 선택$/ })
  await expect(choose).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: '선택한 위치' })).toBeFocused()
  await expect(page.getByText('해운대구 가운데예요. 핀을 옮겨 주세요.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '여기가 맞아요' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('해운대구 가운데예요.')).toBeHidden()
  await expect(page.getByRole('group', { name: '선택한 위치' })).toBeFocused()
  await expect(page.getByLabel('상호명')).toHaveValue('')

  await page.getByLabel('상호명').fill(title)
  await page.getByLabel('상세내용').fill('국물이 시원해요.')
  await page.getByRole('button', { name: '등록하기' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()

  await page.goto(`/map?keyword=${encodeURIComponent(title)}`)
  await expect(page.getByText(/글 1개/)).toBeVisible()
  const marker = page.getByRole('region', { name: '맛집 지도' }).getByRole('button', { name: /확대해서 보기|국밥/ })
  await expect(marker).toBeVisible()
  expect([...asked]).toEqual([origin])
}

/** For `testOn`: an application that draws its map from the files of korea/, and has none of its places in the database. */
export async function runMapSite(use: (app: RunningApp) => Promise<void>): Promise<void> {
  const app = await startApp('e2e-map-drawn', { BUNDLED_PLACES: 'off' })
  await use(app)
  await app.stop()
}

/** The site's own map on the page. */
export function koreaMapOf(page: Page): Locator {
  return page.locator('.korea-map')
}

/** Bounding box of an element, in CSS pixels; throws if it is not shown. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no box')
  return box
}

type Box = { x: number; y: number; width: number; height: number }

/** Whether two boxes share a part of the page. */
export function doOverlap(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return !isBeside && one.y + one.height > other.y && other.y + other.height > one.y
}
