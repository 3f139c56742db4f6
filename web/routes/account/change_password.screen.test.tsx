import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountMessages, passwordRules } from '#rules/account.ts'
import { failures, serverFailureMessages } from '#rules/errors.ts'
import { profileAnswers, signUpAnswers } from '#tests/fake-account.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const current = page.getByRole('textbox', { name: '현재 비밀번호' })
const next = page.getByRole('textbox', { name: '새 비밀번호', exact: true })
const repeated = page.getByRole('textbox', { name: '새 비밀번호 확인' })
const submit = page.getByRole('button', { name: '비밀번호 변경' })
const restricted = { ...viewer, restricted: true }

/** The position of every field and button of the form. */
const places = () =>
  [...document.querySelectorAll('.form .field, .form button[type=submit]')].map((element) =>
    Math.round(element.getBoundingClientRect().top + scrollY),
  )

test('changing the password reports missing, weak, different and wrong passwords', async () => {
  await openScreen('/account/change_password', {
    viewer,
    api: {
      changePw: () => {
        const message = serverFailureMessages.wrongCurrentPassword
        throw new Refusal('BAD_CREDENTIALS', message, [{ field: 'password', message }])
      },
    },
  })
  await submit.click()
  await expect.element(page.getByText('현재 비밀번호를 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호를 입력해주세요.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('비밀번호를 다시 한번 입력해주세요.')).toBeVisible()
  await expect.element(current).toHaveFocus()

  await next.fill('password1')
  await repeated.fill('password2')
  await expect.element(page.getByText('비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible()

  await current.fill('wrong123!')
  await next.fill('newer456#')
  await repeated.fill('newer456#')
  await submit.click()
  const failure = page.getByRole('dialog', { name: '현재 비밀번호가 일치하지 않습니다.' })
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect.element(current).toHaveValue('wrong123!')
  await expect.element(next).toHaveValue('newer456#')
  await expect.element(repeated).toHaveValue('newer456#')
})

for (const [path, label, width] of [
  ['/account/sign_up', '비밀번호', 360],
  ['/account/change_password', '새 비밀번호', 1280],
] as const) {
  test(`the rules of a new password are shown first and ticked off, and nothing moves: ${path}`, async () => {
    const isSignUp = path === '/account/sign_up'
    await openScreen(path, isSignUp ? { api: { ...signUpAnswers }, width } : { viewer, width })
    const password = page.getByRole('textbox', { name: label, exact: true })
    const rules = (selector: string) =>
      [...document.querySelectorAll(`.password-rules li${selector}`)].map(({ textContent }) => textContent)
    expect(rules('')).toEqual(passwordRules.map(({ name }) => expect.stringContaining(name)))
    await expect
      .element(password)
      .toHaveAccessibleDescription(/8~15자로, 영문과 숫자, 특수문자\(!@#\$%\^\*\+=-\)를 모두 넣어 주세요\./)
    const before = places()
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
      await expect.poll(() => rules('[data-met]')).toEqual(names.map((name) => expect.stringContaining(name)))
      expect(places()).toEqual(before)
    }
    const status = () => document.querySelector('.password-rules + [role=status]')?.textContent
    await expect.poll(status).toBe('비밀번호 조건을 모두 충족했어요.')
    await password.fill('abcdefg')
    await expect.poll(status).toMatch(/^더 필요해요: 8~15자, 숫자, 특수문자/)
  })
}

test('the message of a weak password replaces the hint, so nothing below moves', async () => {
  await openScreen('/account/change_password', { viewer })
  await current.fill('anything1!')
  await next.fill('weak')
  await repeated.fill('weak')
  const before = places()
  await submit.click()
  await expect.element(page.getByText(accountMessages.passwordWeak)).toBeVisible()
  expect(places()).toEqual(before)
})

test('with a temporary password every page leads to a new one, which is then the only thing asked', async () => {
  const screen = await openScreen('/account/profile', { viewer: restricted, width: 1280 })
  expect(screen.url).toBe('/account/change_password?next=%2Faccount%2Fprofile')
  const notice = page.getByRole('complementary', { name: '임시 비밀번호 안내' })
  await expect.element(notice).toBeVisible()
  // The notice stands before the focused element.
  await expect.element(page.getByRole('status').filter({ hasText: failures.restrictedSession })).toBeInTheDocument()
  await expect.element(current).not.toBeInTheDocument()
  Object.assign(screen.api, { changePw: { count: 1 }, ...profileAnswers })
  await next.fill('renew789%')
  await repeated.fill('renew789%')
  await submit.click()
  const done = page.getByRole('dialog', { name: accountMessages.passwordChanged })
  await done.getByRole('button', { name: '이어서 하기' }).click()
  await expect.poll(() => screen.url).toBe('/account/profile')
  await expect.element(notice).not.toBeInTheDocument()
  expect(screen.asked.find(({ name }) => name === 'changePw')?.variables).toEqual({
    jwt: viewer.jwt,
    newPassword: 'renew789%',
  })
})

test('when the server asks for the temporary password again, the form does, and keeps the new one', async () => {
  const message = accountMessages.currentPasswordEmpty
  const screen = await openScreen('/account/change_password', {
    viewer: restricted,
    api: {
      changePw: ({ password }) => {
        if (password) return { count: 1 }
        throw new Refusal('BAD_USER_INPUT', message, [{ field: 'password', message }])
      },
    },
  })
  await next.fill('renew789%')
  await repeated.fill('renew789%')
  await submit.click()
  await page.getByRole('dialog', { name: message }).getByRole('button', { name: '닫기' }).click()
  await current.fill('tempo123!')
  await expect.element(next).toHaveValue('renew789%')
  await submit.click()
  await expect.element(page.getByRole('dialog', { name: accountMessages.passwordChanged })).toBeVisible()
  expect(screen.asked.map(({ variables }) => variables.password)).toEqual([undefined, 'tempo123!'])
})
