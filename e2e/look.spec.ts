import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { buildPost, buildUser } from '#tests/factories.ts'
import { runAxe } from './axe.ts'
import { expect, testOn } from './fixtures.ts'
import { type RunningApp, startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'
import { inBothThemes } from './themes.ts'

const run = promisify(execFile)

/** The look is that of the whole site, which other tests share. */
const ownSiteTest = testOn<RunningApp>(async (use) => {
  const app = await startApp('e2e-look', { BUNDLED_PLACES: 'off', STAFF_GRACE_DAYS: '30' })
  await use(app)
  await app.stop()
})

const fillOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent-fill'))

ownSiteTest(
  'the look that an admin chooses is on every page in both themes, and a page stays whole',
  {
    tag: ['@wide'],
  },
  async ({ page, api, site }) => {
    const admin = await buildUser(api, { username: '동네지기' })
    await run('node', ['scripts/admin.ts', 'grant', admin.email, 'admin'], { env: { ...process.env, ...site.data } })
    await page
      .context()
      .addCookies([...admin.client.cookies].map(([name, value]) => ({ name, value, url: site.origin })))
    // A card has a foot of its own.
    await buildPost(api, { author: admin, title: '망원동 식당' })
    await page.goto('/admin?tab=look')
    await waitForHydration(page)
    const form = page.getByRole('region', { name: '사이트 디자인' })
    await form.getByLabel('이름').fill('망원맛집')
    await form.getByLabel('강조 색').fill('#1d5fa8')
    await form.getByLabel('환영 문장').fill('망원동 이웃이 다녀온 집이에요.')
    await form.getByLabel('공지', { exact: false }).first().fill('내일 새벽에 점검해요.')
    await form.getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('저장했어요. 새로 여는 화면부터 바뀌어요.')).toBeVisible()
    const first = page.getByRole('region', { name: '소개 페이지 1' })
    await first.getByLabel('제목').fill('동네 소개')
    await first.getByLabel('내용').fill('## 망원동\n\n시장과 한강 사이예요.')
    await first.getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('저장했어요.', { exact: true })).toBeVisible()

    await page.goto('/')
    await waitForHydration(page)
    await expect(page).toHaveTitle('망원맛집')
    await expect(page.getByText('내일 새벽에 점검해요.')).toBeVisible()
    await expect(page.getByText('망원동 이웃이 다녀온 집이에요.')).toBeVisible()
    await inBothThemes(page, async (theme) => {
      expect(await fillOf(page)).toBe(theme === 'light' ? '#1d5fa8' : '#68a9f8')
      expect((await runAxe(page)).faults).toEqual([])
    })
    await page.getByRole('link', { name: '지도' }).filter({ visible: true }).first().click()
    await expect(page).toHaveURL(/\/map/)
    await expect(page.getByText('내일 새벽에 점검해요.')).toBeVisible()
    await expect(page.getByText('망원동 이웃이 다녀온 집이에요.')).toBeHidden()

    await page.goto('/account/profile')
    await page.getByRole('link', { name: '동네 소개' }).click()
    await expect(page).toHaveTitle('동네 소개 | 망원맛집')
    await expect(page.getByRole('heading', { name: '망원동' })).toBeVisible()
    await inBothThemes(page, async () => {
      expect((await runAxe(page)).faults).toEqual([])
    })
  },
)
