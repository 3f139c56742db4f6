import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountMessages } from '#rules/account.ts'
import { consentLabels, consentMessages, consentNames } from '#rules/consents.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'

const version = { version: '1' }
const api: Answers = { getLegalVersions: { terms: version, privacy: version, location: version } }

test('sign-up reports every missing field at once and focuses the first', async () => {
  await openScreen('/account/sign_up', { api })
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호를 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호를 다시 한번 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('질문에 답을 해야 합니다.')).toBeVisible()
  for (const name of ['over14', 'terms', 'privacy'] as const) {
    await expect.element(page.getByLabelText(consentLabels[name])).toHaveAccessibleDescription(consentMessages[name])
  }
  await expect.element(page.getByRole('textbox', { name: '닉네임' })).toHaveFocus()
  const all = page.getByRole('checkbox', { name: '모두 동의해요' })
  await all.click()
  for (const name of consentNames) await expect.element(page.getByLabelText(consentLabels[name])).toBeChecked()
})

test('sign-up checks the address, the password and its repetition while they are corrected', async () => {
  await openScreen('/account/sign_up', { api, width: 1280 })
  await page.getByRole('textbox', { name: '닉네임' }).fill('하나')
  await page.getByLabelText('이메일 아이디').fill('hana..kim')
  const password = page.getByRole('textbox', { name: '비밀번호', exact: true })
  await password.fill('abcdefg1')
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()
  await expect.element(page.getByLabelText('이메일 아이디')).toHaveFocus()
  await page.getByLabelText('이메일 아이디').fill('hana.kim')
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).not.toBeInTheDocument()
  for (const weak of ['abc123!', 'abcdefg!', '1234567!', 'abcdefg1234567!x']) {
    await password.fill(weak)
    await expect.element(page.getByText(accountMessages.passwordWeak)).toBeVisible()
  }
  await userEvent.keyboard('{Tab}')
})
