import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { errorMessages } from '#rules/errors.ts'
import { emailFragment } from '#rules/paths.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'

const email = page.getByLabelText('이메일', { exact: true })
const question = page.getByLabelText('본인 확인 질문')
const answer = page.getByLabelText('답변')
const goOn = page.getByRole('button', { name: '다음' })
const send = page.getByRole('button', { name: '이메일로 받기' })
const restart = page.getByRole('button', { name: '처음부터 다시 하기' })

const MASKED = 'qK3!vTz8#mL****'
const api: Answers = { forgotPw: { password: MASKED }, sendRecoveryMail: { count: 1 } }

/** Answers the question of an account. */
async function answerQuestion(): Promise<void> {
  await email.fill('hana@naver.com')
  await question.selectOptions('나의 보물 1호는?')
  await answer.fill('  자전거 ')
  await goOn.click()
  await expect.element(page.getByRole('heading', { name: '임시 비밀번호' })).toHaveFocus()
}

test('recovery reports missing, malformed and wrong values, and keeps the text', async () => {
  await openScreen('/account/forgot_password', {
    api: {
      forgotPw: () => {
        throw new Refusal('RECOVERY_FAILED')
      },
    },
  })
  await goOn.click()
  await expect.element(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect.element(page.getByText('답변을 입력해주세요.')).toBeVisible()
  await expect.element(email).toHaveFocus()
  await email.fill('hana@naver.c')
  await expect.element(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()

  await email.fill('hana@naver.com')
  await question.selectOptions('나의 영어 이름은?')
  await answer.fill('Duri')
  await goOn.click()
  const failure = page.getByRole('dialog', { name: errorMessages.RECOVERY_FAILED })
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect.element(email).toHaveValue('hana@naver.com')
  await expect.element(question).toHaveValue('2')
  await expect.element(answer).toHaveValue('Duri')
})

test('the temporary password is shown without its end, mailed, and stored nowhere', async () => {
  const screen = await openScreen('/account/forgot_password', { api, width: 1280 })
  await answerQuestion()
  expect(document.title).toBe('임시 비밀번호 | 맛나눔')
  expect(document.querySelector('.temporary code')?.textContent).toBe(MASKED)
  await send.click()
  const done = page.getByRole('dialog', { name: '이메일을 성공적으로 보냈습니다.' })
  await done.getByRole('button', { name: '로그인하러 가기' }).click()
  await expect.poll(() => screen.url + location.hash).toBe(`/account/login#${emailFragment('hana@naver.com')}`)
  await expect.poll(() => document.title).toBe('로그인 | 맛나눔')
  await expect.element(email).toHaveValue('hana@naver.com')
  expect(screen.asked).toEqual([
    { name: 'forgotPw', variables: { email: 'hana@naver.com', questionIndex: 4, questionAnswer: '자전거' } },
    { name: 'sendRecoveryMail', variables: {} },
  ])
  const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  expect(stored).not.toContain(MASKED.slice(0, 11))
  expect(stored).not.toContain('자전거')
})

test('the address typed last is passed on, not that of an earlier attempt', async () => {
  const screen = await openScreen('/account/forgot_password', { width: 1280 })
  await email.fill('first@naver.com')
  await screen.reload()
  await expect.element(email).toHaveValue('first@naver.com')
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click()
  await expect.element(page.getByRole('heading', { name: '로그인' })).toBeVisible()
  await expect.element(email).toHaveValue('first@naver.com')
  await email.fill('second@naver.com')
  await page.getByRole('link', { name: '비밀번호 찾기' }).click()
  await expect.element(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await expect.element(email).toHaveValue('second@naver.com')
})

test('a mail that cannot be sent shows the service’s message and can be requested again', async () => {
  const screen = await openScreen('/account/forgot_password', {
    api: {
      ...api,
      sendRecoveryMail: () => {
        throw new Refusal('MAIL_FAILED')
      },
    },
  })
  await answerQuestion()
  await send.click()
  const failure = page.getByRole('dialog', { name: errorMessages.MAIL_FAILED })
  await failure.getByRole('button', { name: '닫기' }).click()
  screen.api.sendRecoveryMail = { count: 1 }
  await send.click()
  await expect.element(page.getByRole('dialog', { name: '이메일을 성공적으로 보냈습니다.' })).toBeVisible()
})

test('a reload does not go back to the question, an expired recovery does, and the address stays', async () => {
  const screen = await openScreen('/account/forgot_password', { api })
  await answerQuestion()
  await expect.element(send).toBeVisible()
  const expired = await screen.reload({
    api: {
      sendRecoveryMail: () => {
        throw new Refusal('EXPIRED')
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: '임시 비밀번호' })).toBeVisible()
  await expect.element(restart).toBeVisible()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('자전거')
  await send.click()
  await page.getByRole('dialog', { name: errorMessages.EXPIRED }).getByRole('button', { name: '닫기' }).click()
  await restart.click()
  await expect.element(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await expect.element(email).toHaveValue('hana@naver.com')
  await expired.reload()
  await expect.element(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await expect.element(email).toHaveValue('hana@naver.com')
})
