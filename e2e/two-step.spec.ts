import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { twoStepMessages } from '#rules/two-step.ts'
import { AuthenticatorApp } from '#tests/authenticator-app.ts'
import { buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { logIn, logOut } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

const run = promisify(execFile)

test('a moderator is led to two-step sign-in, sets it up, logs in with codes, and is helped once the phone is lost', {
  tag: ['@wide', '@long'],
}, async ({ page, api, app, mailTo }) => {
  const staff = await buildUser(api, { username: '운영하는이' })
  const admin = (...args: string[]) =>
    run('node', ['scripts/admin.ts', ...args], { env: { ...process.env, ...app.data } })
  await admin('grant', staff.email)
  await page.goto('/account/login?next=/admin')
  await logIn(page, staff)
  await expect(page.getByText(twoStepMessages.staffMissing)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '프로필로' }).click()
  await page.getByRole('button', { name: '2단계 인증 켜기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill(staff.password)
  await dialog.getByRole('button', { name: '계속하기' }).click()
  await waitForOverlays(page, 0)
  await expect(page.getByRole('img', { name: '인증 앱에 등록하는 QR 코드' })).toBeVisible()
  const shown = await page.locator('.two-step-key').textContent()
  const phone = new AuthenticatorApp(shown?.replaceAll(' ', '') ?? '')
  await page.getByRole('textbox', { name: '인증 코드' }).fill(phone.code())
  await page.getByRole('button', { name: '2단계 인증 켜기' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: '파일로 저장' }).click()
  const codes = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: '적어 두었어요' }).click()
  await expect(page.getByText('복구 코드가 10개 남았어요.')).toBeVisible()
  expect((await mailTo(staff.email)).text).toContain('2단계 인증이 켜졌어요')
  await page.getByRole('link', { name: '신고 보기' }).click()
  await expect(page.getByRole('navigation', { name: '운영' })).toBeVisible()

  await logOut(page)
  await page.goto('/account/login?next=/admin')
  await logIn(page, staff)
  await page.getByRole('textbox', { name: '인증 코드' }).fill(phone.wrongCode())
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect(page.getByText(twoStepMessages.codeWrong)).toBeVisible()
  await page.getByRole('button', { name: '복구 코드 입력' }).click()
  await page.getByRole('textbox', { name: '복구 코드' }).fill(codes[0] ?? '')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect(page.getByRole('navigation', { name: '운영' })).toBeVisible()

  const { stdout } = await admin('reset', staff.email)
  expect(stdout).toContain('signs in with the password alone now')
  await page.goto('/account/login?next=/admin')
  await waitForHydration(page)
  await logIn(page, staff)
  await expect(page.getByText(twoStepMessages.staffMissing)).toBeVisible()
})
