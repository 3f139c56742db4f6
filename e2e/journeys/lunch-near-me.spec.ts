import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from '../fixtures.ts'
import { waitForHydration } from '../scripts.ts'
import { expectAccessible, press } from './by-hand.ts'

test('lunch near me: the nearest open place, and how to get there', { tag: '@narrow' }, async ({
  page,
  api,
  context,
}) => {
  const author = await buildUser(api)
  const contents = uniqueName()
  const open = { author, contents, start_time: '00:00', end_time: '00:00' }
  // On the sea, where no other test puts a place.
  const at = { latitude: 36.9, longitude: 124.9 }
  await buildPost(api, { ...open, title: '조금 먼 국수', lat: 36.905, lng: 124.9 })
  await buildPost(api, { author, contents, title: '모르는 집', lat: 36.9, lng: 124.9 })
  const { id } = await buildPost(api, { ...open, title: '가까운 백반', lat: 36.901, lng: 124.9 })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(at)
  await page.goto(`/search?keyword=${contents}`)
  await waitForHydration(page)
  await press(page, page.locator('.sort-menu summary'))
  await press(page, page.locator('.sort-menu').getByRole('button', { name: '가까운 순' }))
  await expect(page.getByText('정렬: 가까운 순')).toBeVisible()
  await press(page, page.getByRole('link', { name: '영업 중', exact: true }))
  const titles = page.getByRole('article').getByRole('heading')
  await expect(titles).toHaveText(['가까운 백반', '조금 먼 국수'])
  await press(page, titles.first().getByRole('link'))
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: '가까운 백반' })).toBeVisible()
  await press(page, page.getByText('길찾기', { exact: true }))
  const ways = page.locator('.directions').getByRole('link')
  await expect(ways.first()).toHaveAttribute('href', /36\.901.*124\.9|124\.9.*36\.901/)
  await expectAccessible(page)
})
