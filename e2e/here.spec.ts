import { buildPost, buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { judge } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu } from './people.ts'
import { areaOf } from './places.ts'
import { openUntilShown, waitForHydration, waitForOverlays } from './scripts.ts'

test('a chosen place has a page of its own, which home remembers and forgets at logout', { tag: '@narrow' }, async ({
  page,
  api,
  signIn,
}) => {
  const user = await signIn()
  const author = await buildUser(api)
  const title = uniqueName().slice(0, 12)
  const [found] = (await api.resolveKeyword({ keyword: '마포구' })).areas
  const common = { author, address: '서울 마포구 숭문길 24', ...found?.position }
  await buildPost(api, { ...common, title, start_time: '00:00', end_time: '00:00' })
  await api.as(user).followUser({ handle: author.handle, follow: true })
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: '내 동네' }).click()
  await page.getByRole('searchbox', { name: '동네나 역 이름' }).fill('마포구')
  await page.getByRole('button', { name: '마포구 서울' }).click()
  await expect(page).toHaveURL(/\/here\?near=.*&area=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('마포구')
  await waitForOverlays(page, 0)
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) })
  await expect(section('지금 열린 곳')).toContainText(title)
  await expect(section('팔로잉')).toContainText(title)
  // All of what is open is listed under the same name, and still nothing else.
  await section('지금 열린 곳').getByRole('link', { name: '모두 보기' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '마포구 근처' })).toBeVisible()
  await expect(page.getByRole('link', { name: '영업 중' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('article').first()).toContainText(title)
  await page.goBack()
  await expect(section('이번 주 이 동네').getByRole('link', { name: '글쓰기' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(title)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  expect((await judge(page)).faults).toEqual([])

  // Another time home's link leads there at once, and the heading asks for another place.
  await page.goto('/')
  await page.getByRole('link', { name: '마포구', exact: true }).click()
  await expect(page).toHaveURL(/\/here\?near=.*&area=/)
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: '어느 동네를 볼까요?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await waitForOverlays(page, 0)
  // The next person at this device is told nothing.
  await chooseFromMenu(page, '로그아웃')
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL('/')
  await waitForOverlays(page, 0)
  await expect(page.getByRole('link', { name: '내 동네' })).toBeVisible()
  await page.goto('/here')
  await expect(page.getByRole('heading', { name: '어느 동네를 볼까요?' })).toBeVisible()
  await expect(page.getByRole('button', { name: '지금 위치로' })).toBeVisible()
  const field = page.getByRole('searchbox', { name: '동네나 역 이름' })
  await field.fill('마포구')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/here\?near=.*&area=/)
  await page.goto('/here?near=41.500,131.500')
  await expect(section('지금 열린 곳')).toContainText('1 km 안에 열린 곳이 없어요')
  await expect(page.getByRole('link', { name: '3 km로 넓히기' })).toHaveAttribute('href', /radius=3000/)
  // Where no area is known, posts come by distance, and far ones only when they are asked for.
  await expect(section('가까운 맛집 10 km 안')).toContainText('10 km 안에 맛집이 없어요')
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('link', { name: '더 먼 곳도 보기' }).click()
  await expect(section('가까운 맛집 거리 제한 없이').getByRole('article').first()).toBeVisible()
})

test('the device’s position leads to its area', { tag: '@narrow' }, async ({ page, api, context }) => {
  await buildPost(api, { author: await buildUser(api), title: '가까운 집' })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 37.5665, longitude: 126.978 })
  await page.goto('/here')
  // It is granted: nothing is asked.
  await expect(page).toHaveURL(/\/here\?near=37\.566%2C126\.978/)
  // True for whoever is sent the link, too.
  await expect(page.getByText('이 위치 기준')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: '어느 동네를 볼까요?' })
  await sheet.getByRole('button', { name: '지금 위치로' }).click()
  await expect(sheet).toBeHidden()
  // Only what was chosen is remembered.
  await page.goto('/')
  await expect(page.getByRole('link', { name: '지금 위치' })).toBeVisible()
})

test('what most people liked this week is told of a 동네 once the hourly job has counted, on its own page and that of the area', {
  tag: '@narrow',
}, async ({ page, api, runSql }) => {
  const author = await buildUser(api)
  const fans = await Promise.all([1, 2, 3].map(() => buildUser(api)))
  const position = await areaOf(api, '서울/광진구')
  const post = (title: string) => buildPost(api, { author, title, address: '서울 광진구 아차산로 1', ...position })
  const [second, first] = [await post('둘째 집'), await post('첫째 집')]
  await post('아무도 안 누른 집')
  const like = (id: string, user: TestUser) => api.as(user).likePost({ id, isLike: true, jwt: user.handle })
  // Accounts of the last day do not count.
  const handles = fans.map(({ handle }) => handle)
  await runSql(`update accounts set created_at = now() - interval '2 days' where handle = any($1)`, [handles])
  // The hour may end just now.
  const later = `update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day'`
  await runSql(`${later} where identifier = 'rank_week'`)
  for (const user of fans) await like(first.id, user)
  for (const user of fans.slice(1)) await like(second.id, user)
  const week = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^이번 주 이 동네/, level: 2 }) })
  const liked = page.getByRole('article').filter({ hasText: '첫째 집' }).getByRole('button', { name: '좋아요 3' })
  await openUntilShown(page, '/area/서울/광진구', liked)
  await expect(week).toHaveCount(0)
  await runSql(`select graphile_worker.add_job('rank_week')`)
  await openUntilShown(page, '/area/서울/광진구', week)
  await expect(week.getByRole('listitem')).toHaveText([/첫째 집/, /둘째 집/])
  await page.goto(`/here?near=${position.lat.toFixed(3)},${position.lng.toFixed(3)}&area=서울/광진구`)
  await expect(week.getByRole('listitem')).toHaveText([/첫째 집/, /둘째 집/])
})
