import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountMessages, emailDomains, securityQuestions } from '#rules/account.ts'
import { consentLabels, consentMessages, consentNames } from '#rules/consents.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { homeAnswers, person, signUpAnswers } from '#tests/fake-account.ts'
import { openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'

const username = page.getByRole('textbox', { name: '닉네임' })
const local = page.getByLabelText('이메일 아이디')
const domain = page.getByLabelText('이메일 도메인')
const password = page.getByRole('textbox', { name: '비밀번호', exact: true })
const repeated = page.getByRole('textbox', { name: '비밀번호 확인' })
const answer = page.getByRole('textbox', { name: '답변' })
const submit = page.getByRole('button', { name: '가입하기' })

/** Fills the form, but for its domain and question. */
async function fillForm(): Promise<void> {
  await username.fill('둘째')
  await local.fill('SECOND@naver.com')
  await password.fill('abcd123!')
  await repeated.fill('abcd123!')
  await answer.fill('강릉')
  for (const name of ['over14', 'terms', 'privacy'] as const) await page.getByLabelText(consentLabels[name]).click()
}

/** All text of the form is as `fillForm` has left it. */
async function expectText(): Promise<void> {
  await expect.element(username).toHaveValue('둘째')
  await expect.element(local).toHaveValue('SECOND')
  await expect.element(password).toHaveValue('abcd123!')
  await expect.element(repeated).toHaveValue('abcd123!')
  await expect.element(answer).toHaveValue('강릉')
}

test('sign-up reports every missing field at once and focuses the first', async () => {
  await openScreen('/account/sign_up', { api: { ...signUpAnswers } })
  await submit.click()
  await expect.element(page.getByText('닉네임을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호를 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호를 다시 한번 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('질문에 답을 해야 합니다.')).toBeVisible()
  for (const name of ['over14', 'terms', 'privacy'] as const) {
    await expect.element(page.getByLabelText(consentLabels[name])).toHaveAccessibleDescription(consentMessages[name])
  }
  await expect.element(page.getByLabelText(consentLabels.location)).toHaveAccessibleDescription('')
  await expect.element(username).toHaveFocus()
  await expect.element(username).toHaveAccessibleDescription('닉네임을 입력해주세요.')
  // One box for all, which says whether all are ticked.
  const all = page.getByRole('checkbox', { name: '모두 동의해요' })
  await all.click()
  for (const name of consentNames) await expect.element(page.getByLabelText(consentLabels[name])).toBeChecked()
  await expect.element(page.getByText(consentMessages.terms)).not.toBeInTheDocument()
  await page.getByLabelText(consentLabels.location).click()
  await expect.element(all).not.toBeChecked()
})

test('sign-up checks the address, the password and its repetition while they are corrected', async () => {
  await openScreen('/account/sign_up', { api: { ...signUpAnswers }, width: 1280 })
  await username.fill('하나')
  await local.fill('hana..kim')
  await password.fill('abcdefg1')
  await repeated.fill('abcdefg2')
  await submit.click()
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()
  await expect.element(page.getByText('비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.')).toBeVisible()
  await expect.element(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible()
  await expect.element(local).toHaveFocus()

  await local.fill('hana.kim')
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).not.toBeInTheDocument()
  for (const weak of ['abc123!', 'abcdefg!', '1234567!', 'abcdefg1234567!x']) {
    await password.fill(weak)
    await expect.element(page.getByText(accountMessages.passwordWeak)).toBeVisible()
  }
  await password.fill('abcd123!')
  await expect.element(page.getByText(accountMessages.passwordWeak)).not.toBeInTheDocument()
  await expect.element(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible()
  await repeated.fill('abcd123!')
  await expect.element(page.getByText('비밀번호가 일치하지 않습니다.')).not.toBeInTheDocument()
})

test('sign-up offers six domains and a typed one, and welcomes by name', async () => {
  const email = 'new@my-company.co.kr'
  const screen = await openScreen('/account/sign_up', {
    api: { ...signUpAnswers, ...homeAnswers, signup: person({ username: '새이웃', email }) },
    width: 1280,
  })
  const options = (menu: typeof domain) =>
    [...menu.element().querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(options(domain)).toEqual([...emailDomains, '직접 입력'])
  expect(emailDomains).toHaveLength(6)
  const question = page.getByLabelText('본인 확인 질문')
  expect(options(question)).toEqual([...securityQuestions])
  await username.fill('새이웃')
  await local.fill('new')
  await domain.selectOptions('직접 입력')
  await page.getByLabelText('직접 입력한 도메인').fill('my-company.co.kr')
  await password.fill('abcd123!')
  await repeated.fill('abcd123!')
  await question.selectOptions('나의 고향은?')
  for (const name of ['over14', 'terms', 'privacy'] as const) await page.getByLabelText(consentLabels[name]).click()
  await answer.fill('강릉')
  await userEvent.keyboard('{Enter}')
  const welcome = page.getByRole('dialog', { name: '새이웃님, 환영해요!' })
  await welcome.getByRole('button', { name: '시작하기' }).click()
  await expect.poll(() => screen.url).toBe('/account/welcome')
  expect(screen.asked.find(({ name }) => name === 'signup')?.variables).toMatchObject({
    username: '새이웃',
    email,
    password: 'abcd123!',
    questionIndex: 3,
    questionAnswer: '강릉',
  })
  await page.getByRole('button', { name: '새이웃 사용자 메뉴' }).click()
  await expect.element(page.getByText(email)).toBeVisible()
})

test('where the browser keeps no cookies, a sign-up says so and keeps all text', async () => {
  const user = () => {
    throw new Refusal('UNAUTHENTICATED')
  }
  await openScreen('/account/sign_up', { api: { ...signUpAnswers, signup: person(), user } })
  await fillForm()
  await submit.click()
  const failure = page.getByRole('dialog', { name: accountMessages.cookiesBlocked })
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectText()
})

test('sign-up with a taken address says so and keeps all text', async () => {
  const signup = () => {
    throw new Refusal('CONFLICT')
  }
  await openScreen('/account/sign_up', { api: { ...signUpAnswers, signup } })
  await fillForm()
  await expect.element(domain).toHaveValue('naver.com')
  await submit.click()
  const failure = page.getByRole('dialog', { name: '이미 사용 중인 이메일입니다.' })
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(local).toHaveFocus()
  // The field of the address and the button are far apart.
  await expect.element(local).toBeInViewport({ ratio: 1 })
  await expectText()
})

test('a sign-up without a response, or above the limit, says so and keeps all text', async () => {
  const screen = await openScreen('/account/sign_up', { api: { ...signUpAnswers }, width: 1280 })
  await fillForm()
  for (const [failure, sentence] of [
    [new Unanswered(), failures.offline],
    [new Refusal('RATE_LIMITED'), errorMessages.RATE_LIMITED],
  ] as const) {
    screen.api.signup = () => {
      throw failure
    }
    await submit.click()
    await page.getByRole('dialog', { name: sentence }).getByRole('button', { name: '닫기' }).click()
    await expectText()
  }
})

test('an invalid picture, or one that cannot be stored, is refused in its place', async () => {
  await openScreen('/account/sign_up', { api: { ...signUpAnswers } })
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  expect(input.accept).toBe('.jpg,.png,.jpeg,.JPG,.PNG,.JPEG,image/jpeg,image/png')
  await userEvent.upload(input, new File(['GIF89a'], 'me.gif', { type: 'image/gif' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('PNG,JPG 이미지만 업로드 가능합니다.')
  await userEvent.upload(input, [])
  await expect.element(page.getByRole('alert')).toHaveTextContent('파일을 찾을 수 없습니다.')
  // Nothing takes pictures here.
  await userEvent.upload(
    input,
    new File([new Uint8Array([0xff, 0xd8, 0xff]), 'no more'], 'me.PNG', { type: 'image/png' }),
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('이미지 로드 애러가 났습니다.')
})
