import { expect, test } from './fixtures.ts'
import { changePassword, logIn, storageOf } from './people.ts'

test('changing the password reports missing, weak, different and wrong passwords', { tag: '@narrow' }, async ({
  page,
  signIn,
}) => {
  await signIn({ password: 'abcd123!' })
  await page.goto('/account/change_password')
  const current = page.getByRole('textbox', { name: '현재 비밀번호' })
  const next = page.getByRole('textbox', { name: '새 비밀번호', exact: true })
  const repeated = page.getByRole('textbox', { name: '새 비밀번호 확인' })
  const submit = page.getByRole('button', { name: '비밀번호 변경' })
  await submit.click()
  await expect(page.getByText('현재 비밀번호를 입력해주세요.')).toBeVisible()
  await expect(page.getByText('비밀번호를 입력해주세요.', { exact: true })).toBeVisible()
  await expect(page.getByText('비밀번호를 다시 한번 입력해주세요.')).toBeVisible()
  await expect(current).toBeFocused()

  await next.fill('password1')
  await repeated.fill('password2')
  await expect(page.getByText('비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.')).toBeVisible()
  await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible()

  await current.fill('wrong123!')
  await next.fill('newer456#')
  await repeated.fill('newer456#')
  await submit.click()
  await page
    .getByRole('dialog', { name: '현재 비밀번호가 일치하지 않습니다.' })
    .getByRole('button', { name: '닫기' })
    .click()
  await expect(current).toHaveValue('wrong123!')
  await expect(next).toHaveValue('newer456#')
  await expect(repeated).toHaveValue('newer456#')
})

test('a changed password ends the other sessions and keeps this one with its kind', { tag: '@wide' }, async ({
  page,
  context,
  signIn,
  another,
  api,
}) => {
  const user = await signIn()
  const elsewhere = await another()
  await elsewhere.goto('/')
  await elsewhere.context().addCookies(await context.cookies())
  await context.clearCookies()
  await page.goto('/account/login?next=/account/change_password')
  await page.getByLabel('자동 로그인').check()
  await logIn(page, user)
  await expect(page).toHaveURL('/account/change_password')
  const sessionOf = async () => (await context.cookies()).find(({ name }) => name === 'sid')
  const before = await sessionOf()

  await changePassword(page, user.password, 'newer456#')
  await expect(page).toHaveURL('/account/profile')
  const after = await sessionOf()
  expect(after?.value).not.toBe(before?.value)
  expect(after?.expires).toBeGreaterThan(Date.now() / 1000 + 13 * 86_400)
  expect((await storageOf(page)).local.auto_login).toBe('{"v":1,"auto":true}')

  await elsewhere.goto('/account/profile')
  await expect(elsewhere).toHaveURL(/\/account\/login/)
  await expect(api.fresh().login({ email: user.email, password: user.password })).rejects.toThrow(
    '이메일 또는 비밀번호가 올바르지 않습니다.',
  )
  await api.fresh().login({ email: user.email, password: 'newer456#' })
})
