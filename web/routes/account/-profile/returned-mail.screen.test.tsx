import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { errorMessages } from '#rules/errors.ts'
import { returnedMailMessages, returnedMailNotice } from '#rules/returned-mail.ts'
import { homeAnswers, person, profileAnswers } from '#tests/fake-account.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

/** The pointer may lie on a tab, which then prefetches its screen. */
const answers = { ...homeAnswers, ...profileAnswers }

const retry = page.getByRole('button', { name: '다시 보내 보기' })

test.each(['hard', 'soft', 'complaint'] as const)(
  'the profile says why no mail goes to the address: %s',
  async (kind) => {
    await openScreen('/account/profile', { viewer, api: { ...answers, getReturnedMail: { kind } } })
    await expect.element(page.getByRole('note').getByText(returnedMailMessages[kind])).toBeVisible()
    await expect.element(retry).toBeVisible()
    expect(await findFaultsInBothThemes()).toEqual([])
  },
)

test('another try takes it away, with the note that the server has put into the page, or says why not', async () => {
  const note = document.createElement('section')
  note.id = returnedMailNotice.id
  document.body.append(note)
  const screen = await openScreen('/account/profile', {
    viewer,
    api: {
      ...answers,
      getReturnedMail: { kind: 'hard' },
      retryMail: () => {
        throw new Refusal('RATE_LIMITED')
      },
    },
  })
  await retry.click()
  await expect.element(page.getByText(errorMessages.RATE_LIMITED)).toBeVisible()
  await expect.element(retry).toBeVisible()
  expect(document.getElementById(returnedMailNotice.id)).toBe(note)
  screen.api.retryMail = { count: 1 }
  screen.api.getReturnedMail = null
  await retry.click()
  await expect.element(page.getByText('메일을 보냈어요. 또 돌아오면 알려 드릴게요.')).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
  expect(document.getElementById(returnedMailNotice.id)).toBe(null)
})

test('a changed address takes it away', async () => {
  const screen = await openScreen('/account/profile', {
    viewer,
    api: { ...answers, getReturnedMail: { kind: 'hard' }, update: ({ email }) => person({ email }) },
  })
  await expect.element(retry).toBeVisible()
  await page.getByRole('textbox', { name: '이메일' }).fill('new@naver.com')
  screen.api.getReturnedMail = null
  await page.getByRole('button', { name: '저장하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '정보가 수정되었습니다.' })).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})
