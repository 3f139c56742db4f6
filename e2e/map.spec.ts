import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { jsonFile, someBoundaries, someGazetteer, somePlaces } from '#tests/place-files.ts'
import { expect, test } from './fixtures.ts'

/** The operator's import, beside the running site. */
async function importPlaces(): Promise<void> {
  const files = [
    await jsonFile('gazetteer.json', someGazetteer),
    await jsonFile('places.json', somePlaces),
    await jsonFile('boundaries.topo.json', someBoundaries),
  ]
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }
  await promisify(execFile)('node', ['scripts/places-import.ts', ...files], { env })
}

test.beforeAll(importPlaces)

test('somebody finds a place by keyboard alone, posts it, and sees it on the map', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/add_post')
  const keyword = page.getByLabel('장소 검색어')
  const results = page.getByRole('list', { name: '검색 결과' }).getByRole('listitem')
  for (const [word, found] of [
    ['노형동', '노형동'],
    ['해운대', '해운대'],
    ['ㅎㅇㄷ', '해운대'],
  ] as const) {
    await keyword.fill(word)
    await keyword.press('Enter')
    await expect(results.filter({ hasText: found }).first()).toBeVisible()
    await expect(results.first()).toContainText(found)
  }
  await expect(page).toHaveURL(/\/add_post$/)
  await keyword.press('Tab')
  await expect(page.getByRole('button', { name: '검색', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  const choose = page.getByRole('button', { name: /^1\. .+ 선택$/ })
  await expect(choose).toBeFocused()
  const name = ((await choose.getAttribute('aria-label')) ?? '').replace(/^1\. (.+) 선택$/, '$1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '다시 선택' })).toBeFocused()
  await expect(page.getByLabel('상호명')).toHaveValue(name)

  const title = `지도 국밥 ${Date.now() % 100_000}`
  await page.getByLabel('상호명').fill(title)
  await page.getByLabel('상세내용').fill('국물이 시원해요.')
  await page.getByRole('button', { name: '등록하기' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()

  await page.goto(`/map?keyword=${encodeURIComponent(title)}`)
  await expect(page.getByText(/글 1개/)).toBeVisible()
  const marker = page.getByRole('region', { name: '맛집 지도' }).getByRole('button', { name: /가까이 보기|국밥/ })
  await expect(marker).toBeVisible()
})

test('nothing found or a failure says so, and an empty keyword does nothing', async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn()
  await page.goto('/add_post')
  const keyword = page.getByLabel('장소 검색어')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('searchPlaces')) asked.push(request.url())
  })
  await page.getByRole('button', { name: '검색', exact: true }).click()
  await keyword.fill('   ')
  await keyword.press('Enter')
  expect(asked).toEqual([])
  await keyword.fill('없는곳없는곳')
  await keyword.press('Enter')
  await expect(page.getByText('검색 결과가 존재하지 않습니다.')).toBeVisible()
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('searchPlaces') ? route.abort() : route.fallback(),
  )
  await keyword.press('Enter')
  await expect(page.getByText('검색 결과 중 오류가 발생했습니다.')).toBeVisible()
  expectErrors(/net::ERR_FAILED/)
})

test('a number on the map opens, and a moved map offers to search there @wide', async ({ page, api, signIn }) => {
  const author = await signIn()
  for (const lat of [34.1, 34.1012]) {
    await api.as(author).addPost({ title: '다도해 회', contents: '싱싱해요.', lat, lng: 126.1 })
  }
  await page.goto('/map?lat=34.1&lng=126.1&zoom=9')
  const map = page.getByRole('region', { name: '맛집 지도' })
  await map.getByRole('button', { name: '글 2개, 가까이 보기' }).click()
  await expect(page).toHaveURL(/zoom=1[4-8]/)
  await expect(map.getByRole('button', { name: '다도해 회' })).toHaveCount(2)
  const box = await map.boundingBox()
  if (!box) throw new Error('the map has no box')
  await page.mouse.move(box.x + 150, box.y + 150)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 90, { steps: 6 })
  await page.mouse.up()
  await page.getByRole('button', { name: '이 지역에서 검색' }).click()
  await expect(page.getByRole('button', { name: '이 지역에서 검색' })).toHaveCount(0)
})
