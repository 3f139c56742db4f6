import type { Page } from '@playwright/test'
import { buildPost, buildUser } from '#tests/factories.ts'
import { runAxe } from './axe.ts'
import { expect, testOn } from './fixtures.ts'
import { type KakaoHost, startKakaoHost } from './kakao-sdk.ts'
import { type RunningApp, startApp } from './running-app.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'
import { expectContrast, inBothThemes, TEXT_CONTRAST } from './themes.ts'
import { PHONE, WIDE } from './windows.ts'

/** An application with a Kakao key, whose script comes from a host that the test controls. */
const siteTest = testOn<RunningApp & { kakao: KakaoHost }>(async (use) => {
  const kakao = await startKakaoHost()
  const app = await startApp('e2e-kakao', {
    BUNDLED_PLACES: 'off',
    KAKAO_MAP_KEY: 'test-key',
    KAKAO_MAP_URL: kakao.url,
    KAKAO_SHARE_URL: new URL('/share.js', kakao.url).href,
  })
  await use({ ...app, kakao })
  await app.stop()
  await kakao.close()
})

const test = siteTest.extend<{ kakao: KakaoHost }>({
  kakao: async ({ site }, use) => {
    site.kakao.asked.length = 0
    site.kakao.failures = 0
    await use(site.kakao)
  },
})

test.use(WIDE)

const search = async (page: Page, word: string) => {
  await page.getByLabel('장소 검색어').fill(word)
  await page.getByLabel('장소 검색어').press('Enter')
}

const openPicker = async (page: Page) => {
  await page.goto('/add_post')
  await page.getByLabel('장소 검색어').scrollIntoViewIfNeeded()
}

test('with a key the map, the search and the addresses come from Kakao', async ({ page, kakao, signIn }) => {
  await signIn()
  await openPicker(page)
  await expect(page.locator('.map[data-status=success] [data-drawn=kakao]')).toBeVisible()
  expect(await page.evaluate('kakaoMap.level')).toBe(3)
  expect((await page.locator('.map').boundingBox())?.height).toBeCloseTo(300, 0)
  expect(kakao.asked).toEqual(['/v2/maps/sdk.js?appkey=test-key&libraries=services&autoload=false'])

  await search(page, '없음')
  await expect(page.getByText('검색 결과가 존재하지 않습니다.')).toBeVisible()
  await search(page, '오류')
  await expect(page.getByText('검색 결과 중 오류가 발생했습니다.')).toBeVisible()

  await search(page, '칼국수')
  await expect(page.locator('.map .marker-text')).toHaveText(['1', '2'])
  await expect
    .poll(() => page.evaluate('kakaoMap.shown.at(-1)'))
    .toEqual([
      [37.56, 126.99],
      [37.57, 127.01],
    ])
  await page.getByRole('button', { name: '2. 칼국수 2호점 선택' }).click()
  await expect(page.locator('.picker-chosen')).toContainText('서울 중구 을지로 2')
  await page.getByRole('button', { name: '다시 선택' }).click()
  // The former results are there again, with their keyword.
  await expect(page.getByLabel('장소 검색어')).toHaveValue('칼국수')
  await expect(page.getByLabel('장소 검색어')).toBeFocused()
  await page.getByRole('button', { name: '1. 칼국수 1호점 선택' }).click()
  await expect(page.locator('.picker-chosen')).toContainText('서울 중구 을지로14길 12')
  await expect(page.getByLabel('상호명')).toHaveValue('칼국수 1호점')
  await page.getByLabel('상호명').fill('내가 적은 이름')
  await page.getByRole('button', { name: '다시 선택' }).click()
  await page.getByRole('button', { name: '2. 칼국수 2호점 선택' }).click()
  await expect(page.locator('.picker-chosen')).toContainText('서울 중구 을지로 2')
  await expect(page.getByLabel('상호명')).toHaveValue('내가 적은 이름')
})

test('a press and a drag set the pin and its address, by road if there is one', async ({ page, signIn }) => {
  await signIn()
  await openPicker(page)
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  const chosen = page.locator('.picker-chosen')
  await page.evaluate('kakaoPress(33.45, 126.57)')
  await expect(chosen).toContainText('제주 제주시 첨단로 242')
  await page.evaluate('kakaoDrag(36, 127)')
  await expect(chosen).toContainText('제주 제주시 영평동 2181')
  // No address there, or a failed request: the pin stays.
  await page.evaluate('kakaoDrag(0, 127)')
  await expect(chosen).not.toContainText('제주')
  await page.evaluate('kakaoDrag(33.45, 126.57)')
  await expect(chosen).toContainText('제주 제주시 첨단로 242')
  await page.evaluate('kakaoDrag(1, 127)')
  await expect(page.getByRole('button', { name: '다시 선택' })).toBeVisible()
})

test('a typed address is looked up, and an unknown one says so', async ({ page, signIn }) => {
  await signIn()
  await openPicker(page)
  await page.getByText('직접 입력').click()
  const address = page.getByRole('textbox', { name: '주소' })
  await address.fill('없음')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  await expect(page.getByText('이 주소의 위치를 찾지 못했어요.')).toBeVisible()
  await address.fill('서울 강남구 테헤란로 152')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  await expect(page.locator('.picker-chosen')).toContainText('서울 강남구 테헤란로 152')
  await expect(page.getByRole('button', { name: '여기가 맞아요' })).toBeHidden()
  await expect.poll(() => page.evaluate('kakaoPin?.opacity')).toBe(1)
  await page.getByRole('button', { name: '다시 선택' }).click()
  await expect(address).toHaveValue('서울 강남구 테헤란로 152')
  await address.fill('서울 강남구')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  await expect(page.getByText('강남구 가운데예요. 핀을 옮겨 주세요.')).toBeVisible()
  await expect.poll(() => page.evaluate('kakaoPin?.opacity')).toBeLessThan(1)
  await page.evaluate('kakaoDrag(37.51, 127.04)')
  await expect(page.getByText('강남구 가운데예요.')).toBeHidden()
  await expect(address).toHaveValue('서울 강남구')
  await page.getByRole('button', { name: '다시 선택' }).click()
  await expect(address).toHaveValue('서울 강남구')
  await address.fill('서울 강남구 테헤란로')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  await expect(page.getByText('테헤란로 가운데예요. 핀을 옮겨 주세요.')).toBeVisible()
  // From the whole road the map goes to the level of one place.
  await expect.poll(() => page.evaluate('kakaoMap.level')).toBe(5)
  await page.getByRole('button', { name: '다시 선택' }).click()
  await expect(address).toHaveValue('서울 강남구 테헤란로')
  await address.fill('서울 강남구 테헤란로 152')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  await expect.poll(() => page.evaluate('kakaoMap.level')).toBe(3)
})

test('with a position the distance of each place is shown', async ({ page, context, signIn }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 37.55, longitude: 127 })
  await signIn()
  await openPicker(page)
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  await expect.poll(() => page.evaluate('[kakaoMap.center.lat, kakaoMap.center.lng]')).toEqual([37.55, 127])
  await search(page, '칼국수')
  await expect(page.getByRole('list', { name: '검색 결과' }).getByText('1.2km')).toHaveCount(2)
})

test('clusters and pins of the feed are pressed with the keyboard, and keep the focus', async ({ page, api }) => {
  const author = await buildUser(api)
  const build = (title: string, lat: number) => buildPost(api, { author, title, lat, lng: 126.1 })
  for (const [title, lat] of [
    ['첫 집', 34.1],
    ['둘째 집', 34.1012],
    ['홀로 집', 33.8],
  ] as const)
    await build(title, lat)
  for (const { viewport } of [WIDE, PHONE]) {
    await page.setViewportSize(viewport)
    await page.goto('/map?lat=34.2&lng=126.1&zoom=9')
    const map = page.getByRole('region', { name: '맛집 지도' })
    const pin = map.getByRole('button', { name: '홀로 집' })
    await pin.press('Space')
    await expect(page.locator('.map-card[data-active]')).toContainText('홀로 집')
    await expect(pin).toBeFocused()
    // Kakao's picture is light in both themes, so names have an outline of their own.
    await inBothThemes(page, async () => {
      await expectContrast(pin.locator('.marker-name'), ['color', '--map-halo'], TEXT_CONTRAST)
    })
    // The sheet would hide it; the map pans for it and offers no search.
    await expect.poll(() => page.evaluate('kakaoMap.panned?.[1] > 40')).toBe(viewport === PHONE.viewport)
    await expect(page.getByRole('button', { name: '이 지역에서 다시 찾기' })).toHaveCount(0)
    await map.getByRole('button', { name: '글 2개, 확대해서 보기' }).press('Enter')
    await expect
      .poll(() => page.evaluate('kakaoMap.shown.at(-1)'))
      .toEqual([
        [34.1, 126.1],
        [34.1012, 126.1],
      ])
    expect(await page.evaluate('kakaoMap.level')).toBeLessThan(11)
    expect(await page.evaluate('kakaoMap.anchor.lat')).toBeCloseTo(34.1006, 6)
  }
})

test('a script that fails twice is loaded at the third attempt', async ({ page, kakao, signIn, expectErrors }) => {
  await signIn()
  kakao.failures = 2
  await openPicker(page)
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  expect(kakao.asked).toHaveLength(3)
  await expect(page.locator('script[src*="sdk.js"]')).toHaveCount(1)
  expectErrors(/503/)
})

test('after four failures the map says so, the list still finds places, and another attempt may succeed', async ({
  page,
  kakao,
  signIn,
  expectErrors,
}) => {
  await signIn()
  kakao.failures = 8
  await openPicker(page)
  await expect(page.locator('.map[data-status=failure]')).toBeVisible()
  await expect(page.getByText('지도를 불러오지 못했어요.')).toBeVisible()
  expect(kakao.asked).toHaveLength(4)
  await search(page, '해운대')
  await page.getByRole('button', { name: /^1\. 해운대.* 선택$/ }).click()
  await expect(page.getByRole('button', { name: '다시 선택' })).toBeVisible()
  kakao.failures = 0
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  await expect(page.locator('script[src*="sdk.js"]')).toHaveCount(1)
  expectErrors(/503/)
})

test('with a key a page is shared by KakaoTalk, whose script comes when the sheet is opened', async ({
  page,
  api,
  kakao,
  expectErrors,
}) => {
  const { id } = await buildPost(api, { author: await buildUser(api), title: '나눌 식당' })
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  const scripts = () => kakao.asked.filter((url) => url === '/share.js').length
  expect(scripts()).toBe(0)
  kakao.failures = 1
  const open = page.getByRole('button', { name: '공유', exact: true })
  const sheet = page.getByRole('dialog', { name: '공유하기' })
  await open.click()
  await expect(sheet.getByText('카카오톡을 불러오지 못했어요. 링크를 복사해 주세요.')).toBeVisible()
  expectErrors(/503/)
  await page.keyboard.press('Escape')
  await waitForOverlays(page, 0)
  await page.reload()
  await waitForHydration(page)
  await open.click()
  const send = sheet.getByRole('button', { name: '카카오톡으로 보내기' })
  await expect(send).toBeEnabled()
  expect((await runAxe(page, { include: ['.dialog'] })).faults).toEqual([])
  await send.click()
  await expect(sheet).toBeHidden()
  const shared = await page.evaluate(() => {
    const { kakaoShared } = window as unknown as { kakaoShared: string[] & { key: string } }
    return [kakaoShared.key, ...kakaoShared]
  })
  expect(shared).toEqual(['test-key', page.url()])
  expect(scripts()).toBe(2)
})
