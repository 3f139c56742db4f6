import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { readRelease } from '#server/platform/release.ts'
import { AuthenticatorApp } from '#tests/authenticator-app.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { runAxe } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'
import { atBothWidths } from './themes.ts'

const run = promisify(execFile)

test('a report is decided about in /admin, its author reads why and answers, and for others there is no such page', {
  tag: ['@wide', '@long'],
}, async ({ page, api, app, another, signIn, expectErrors }) => {
  const author = await buildUser(api, { username: '광고쟁이' })
  const { id } = await buildPost(api, { author, title: '수상한 식당' })
  await signIn({ username: '신고하는이' })
  expect((await page.goto('/admin'))?.status()).toBe(404)
  expect((await (await another()).goto('/admin'))?.status()).toBe(404)

  await page.goto(`/post/${id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: '이 글 메뉴' }).click()
  await page.getByRole('button', { name: '신고', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '이 글을 신고할까요?' })
  await dialog.getByRole('button', { name: '신고하기' }).click()
  await expect(dialog.getByText('신고 사유를 선택해 주세요.')).toBeVisible()
  await dialog.getByLabel('자세한 내용').fill('같은 글을 여러 번 올려요.')
  await expectAccessible(page)
  await dialog.getByLabel('광고나 도배예요').check()
  await dialog.getByRole('button', { name: '신고하기' }).click()
  await expect(page).toHaveURL('/')
  await waitForOverlays(page, 0)
  await expect(page.getByText('신고했어요. 이 글은 이제 보이지 않아요.')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '수상한 식당' })).toHaveCount(0)

  const staff = await buildUser(api, { username: '운영하는이' })
  const granted = await run('node', ['scripts/admin.ts', 'grant', staff.email], {
    env: { ...process.env, ...app.data },
  })
  expect(granted.stdout).toContain('운영하는이')
  const { key, setup } = await api.as(staff).beginTwoStep({ password: staff.password })
  await api.as(staff).confirmTwoStep({ setup, code: new AuthenticatorApp(key).code() })
  const desk = await another()
  await desk.context().addCookies([...staff.client.cookies].map(([name, value]) => ({ name, value, url: app.origin })))
  const response = await desk.goto('/admin')
  expect(response?.headers()['cache-control']).toContain('no-store')
  await waitForHydration(desk)
  const entry = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: '수상한 식당' }) })
  await expect(entry).toContainText('같은 글을 여러 번 올려요.')
  await expectAccessible(desk)
  await entry.getByRole('button', { name: '숨기기' }).click()
  await desk
    .getByRole('dialog', { name: '숨기기' })
    .getByLabel('작성자에게 보낼 사유')
    .fill('같은 광고를 되풀이했어요.')
  await expectAccessible(desk)
  await desk.getByRole('dialog', { name: '숨기기' }).getByRole('button', { name: '숨기기' }).click()
  await expect(entry).toHaveCount(0)
  for (const tab of ['이웃', '규칙', '기록']) {
    await desk.getByRole('navigation', { name: '운영' }).getByRole('link', { name: tab }).click()
    await expect(desk.getByRole('link', { name: tab, exact: true }).first()).toHaveAttribute('aria-current', 'page')
    await expectAccessible(desk)
  }
  await expect(desk.getByText('같은 광고를 되풀이했어요.')).toBeVisible()

  await desk.goto(`/post/${id}`)
  await expect(desk.getByText('작성자와 운영자에게만 보여요. 같은 광고를 되풀이했어요.')).toBeVisible()
  expect((await fetch(`${app.origin}/post/${id}`)).status).toBe(404)
  await desk.goto('/admin')

  const theirs = await another()
  await theirs
    .context()
    .addCookies([...author.client.cookies].map(([name, value]) => ({ name, value, url: app.origin })))
  await theirs.goto(`/post/${id}`)
  await expect(theirs.getByText('작성자와 운영자에게만 보여요. 같은 광고를 되풀이했어요.')).toBeVisible()
  await theirs.goto('/notifications')
  await theirs.getByRole('link', { name: '운영자가 남긴 안내가 있어요' }).click()
  await waitForHydration(theirs)
  await theirs.getByLabel('답변').fill('광고가 아니에요.')
  await theirs.getByRole('button', { name: '답변 보내기' }).click()
  await expect(theirs.getByText('내 답변: 광고가 아니에요.')).toBeVisible()
  await expectAccessible(theirs)

  await desk.getByRole('navigation', { name: '운영' }).getByRole('link', { name: '처리 내역' }).click()
  await expect(entry).toContainText('같은 광고를 되풀이했어요.')
  await expect(desk.getByText(`현재 버전: ${readRelease().version}`)).toBeVisible()
  await expectAccessible(desk)
  await entry.getByRole('button', { name: '숨김 해제' }).click()
  await expect(entry).toHaveCount(0)
  await expect(desk.getByText('처리한 내역이 없어요.')).toBeVisible()
  expectErrors(/status of 404/)
})

async function expectAccessible(page: Page): Promise<void> {
  await atBothWidths(page, async () => {
    expect((await runAxe(page)).faults).toEqual([])
  })
}
