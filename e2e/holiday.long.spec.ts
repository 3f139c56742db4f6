import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { shiftedClockNodeOptions } from '#tests/shifted-clock.ts'
import { unlimited } from '#tests/unlimited.ts'
import { expect, testOn } from './fixtures.ts'
import { startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'
import { PHONE } from './windows.ts'

/** A public holiday. */
const CHRISTMAS = Date.parse('2026-12-25T12:00+09:00')

const test = testOn(async (use) => {
  const app = await startApp('e2e-holiday', {
    BUNDLED_PLACES: 'off',
    VERIFY_EMAIL: 'off',
    NODE_OPTIONS: shiftedClockNodeOptions(CHRISTMAS - Date.now()),
    ...unlimited,
  })
  await use(app)
  await app.stop()
})

test.use(PHONE)

test('on a public holiday what is closed on holidays is shut and not among what is open, a day later it is open', async ({
  page,
  api,
}) => {
  const author = await buildUser(api)
  const contents = uniqueName()
  const allDay = { author, contents, start_time: '00:00', end_time: '00:00' }
  await buildPost(api, { ...allDay, title: '늘 여는 집' })
  const { id } = await buildPost(api, { ...allDay, title: '공휴일에 쉬는 집', closed_on: ['holiday'] })
  await page.clock.install({ time: CHRISTMAS })
  const titles = page.getByRole('article').getByRole('heading')
  await page.goto(`/search?keyword=${contents}`)
  await expect(titles).toHaveText(['공휴일에 쉬는 집', '늘 여는 집'])
  await page.getByRole('link', { name: '영업 중', exact: true }).click()
  await expect(titles).toHaveText(['늘 여는 집'])
  const state = page.locator('.detail .hours')
  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  await expect(state).toHaveText('오늘 휴무')
  // An open page updates its state.
  await page.clock.fastForward(86_400_000)
  await expect(state).toHaveText('24시간 영업')
})
