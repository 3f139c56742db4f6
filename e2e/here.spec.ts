import { buildPost, buildUser, type TestUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { areaPosition } from './places.ts'
import { openUntilShown } from './scripts.ts'

test('what most people liked this week is told of a 동네 once the hourly job has counted, on its own page and that of the area', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, runSql }) => {
  const author = await buildUser(api)
  const fans = await Promise.all([1, 2, 3].map(() => buildUser(api)))
  const position = await areaPosition(api, '서울/광진구')
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
    .filter({ has: page.getByRole('heading', { name: /^이번 주 (?:이 동네|광진구) TOP 10/, level: 2 }) })
  const liked = page.getByRole('article').filter({ hasText: '첫째 집' }).getByRole('button', { name: '좋아요 3' })
  await openUntilShown(page, '/area/서울/광진구', liked)
  await expect(week).toHaveCount(0)
  await runSql(`select graphile_worker.add_job('rank_week')`)
  await openUntilShown(page, '/area/서울/광진구', week)
  await expect(week.getByRole('listitem')).toHaveText([/첫째 집/, /둘째 집/])
  await page.goto(`/here?near=${position.lat.toFixed(3)},${position.lng.toFixed(3)}&area=서울/광진구`)
  await expect(week.getByRole('listitem')).toHaveText([/첫째 집/, /둘째 집/])
})
