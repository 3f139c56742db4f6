import type { Page } from '@playwright/test'
import { accountMessages, passwordRules } from '#rules/account.ts'
import { expect, test } from './fixtures.ts'

/** The position of every field and button of the form. */
const places = (page: Page) =>
  page
    .locator('.form .field, .form button[type=submit]')
    .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top + scrollY)))

const screens = [
  { path: '/account/sign_up', label: '비밀번호', tag: '@narrow' },
  { path: '/account/change_password', label: '새 비밀번호', tag: '@wide' },
] as const

for (const { path, label, tag } of screens) {
  test(`the rules of a new password are shown first and ticked off, and nothing moves: ${path}`, { tag }, async ({
    page,
    signIn,
  }) => {
    if (path === '/account/change_password') await signIn()
    await page.goto(path)
    const password = page.getByRole('textbox', { name: label, exact: true })
    const rules = page.locator('.password-rules').getByRole('listitem')
    await expect(rules).toHaveText(passwordRules.map(({ name }) => name))
    await expect(password).toHaveAccessibleDescription(
      /8~15자로, 영문과 숫자, 특수문자\(!@#\$%\^\*\+=-\)를 모두 넣어 주세요\./,
    )
    const before = await places(page)
    for (const [typed, names] of [
      ['a', ['영문']],
      ['a1', ['영문', '숫자']],
      ['a1!', ['영문', '숫자', '특수문자']],
      ['abcd123!', ['8~15자', '영문', '숫자', '특수문자']],
      ['가나다라마바사1!', ['8~15자', '숫자', '특수문자']],
      ['abcdefg1234567!x', ['영문', '숫자', '특수문자']],
      ['qk3!vTz8#mLp', ['8~15자', '영문', '숫자', '특수문자']],
    ] as const) {
      await password.fill(typed)
      await expect(rules.and(page.locator('[data-met]'))).toHaveText(names.map((name) => new RegExp(name)))
      expect(await places(page)).toEqual(before)
    }
    const status = page.locator('.password-rules + [role=status]')
    await expect(status).toHaveText('비밀번호 규칙을 모두 지켰어요.')
    await password.fill('abcdefg')
    await expect(status).toHaveText(/^더 필요해요: 8~15자, 숫자, 특수문자/)
  })
}

test('the message of a weak password replaces the hint, so nothing below moves', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/account/change_password')
  await page.getByRole('textbox', { name: '현재 비밀번호' }).fill('anything1!')
  await page.getByRole('textbox', { name: '새 비밀번호', exact: true }).fill('weak')
  await page.getByRole('textbox', { name: '새 비밀번호 확인' }).fill('weak')
  const before = await places(page)
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await expect(page.getByText(accountMessages.passwordWeak)).toBeVisible()
  expect(await places(page)).toEqual(before)
})
