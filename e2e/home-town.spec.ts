import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { areaPosition } from './places.ts'
import { noteShifts } from './shifts.ts'

test('nothing of home moves when the reader’s town comes, whose room is reserved before the first paint', async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const path = '서울/중랑구'
  const position = await areaPosition(api, path)
  const hours = { start_time: '00:00', end_time: '00:00' }
  for (const title of ['하나', '둘', '셋', '넷', '다섯'])
    await buildPost(api, {
      author,
      title: `중랑 ${title}`,
      place_name: `중랑 ${title}`,
      address: '서울 중랑구 봉화산로 1',
      ...position,
      ...hours,
    })
  const near = `${position.lat.toFixed(3)},${position.lng.toFixed(3)}`
  await page.addInitScript(noteShifts)
  await page.addInitScript(
    (town) => localStorage.setItem('town', town),
    JSON.stringify({ near, area: path, name: '중랑구' }),
  )
  const town = page.getByRole('region', { name: '중랑구' })
  // With the usual room, then with that of the last time.
  for (const _ of ['first', 'second']) {
    await page.goto('/')
    await expect(town.getByRole('heading', { name: '지금 열린 곳 1 km 안' })).toBeVisible()
    await expect(town.locator('.items').getByRole('listitem')).toHaveCount(3)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('town_room'))).not.toBeNull()
    expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(0.005)
  }
})
