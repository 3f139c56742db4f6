import { expect, test } from './fixtures.ts'
import { newPerson, submitSignUp } from './people.ts'
import { holdScripts, waitForHydration } from './scripts.ts'

test('the sign-up takes what was typed before its script came, and keeps what was agreed to', {
  tag: '@narrow',
}, async ({ page, context }) => {
  await test.step('a whole address typed before the script is split when the script arrives', async () => {
    const release = await holdScripts(page)
    await page.goto('/account/sign_up', { waitUntil: 'commit' })
    const email = page.getByLabel('이메일 아이디')
    await email.pressSequentially('early@daum.net')
    await page.getByRole('textbox', { name: '비밀번호', exact: true }).pressSequentially('abcd')
    release()
    await waitForHydration(page)
    await expect(email).toHaveValue('early')
    await expect(page.getByLabel('이메일 도메인')).toHaveValue('daum.net')
    // While it is being typed, the rest would end up before the @.
    await email.fill('later@na')
    await expect(email).toHaveValue('later@na')
    await page.keyboard.type('te.com')
    await page.keyboard.press('Tab')
    await expect(email).toHaveValue('later')
    await expect(page.getByLabel('이메일 도메인')).toHaveValue('nate.com')
  })
  await test.step('what was agreed to at sign-up can be read before and is shown in the profile', async () => {
    await page.goto('/account/sign_up')
    await page.getByRole('textbox', { name: '닉네임' }).fill('읽는이웃')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: '이용약관 보기, 새 창' }).click()
    const text = await opened
    await expect(text.getByRole('heading', { level: 1 })).toHaveText('이용약관')
    await expect(text.getByRole('heading', { level: 2 }).first()).toHaveText('제1조 목적')
    await text.close()
    await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue('읽는이웃')
    await submitSignUp(page, newPerson('읽는이웃'))
    await page.getByRole('dialog').getByRole('button', { name: '시작하기' }).click()
    await expect(page).toHaveURL('/account/welcome')
    await page.goto('/account/profile')
    const given = page.locator('section').filter({ hasText: '동의한 내용' }).getByRole('listitem')
    await expect(given).toHaveText([
      /만 14세 이상/,
      /이용약관에 동의.*문서 번호 [0-9a-f]{12}/,
      /개인정보.*문서 번호 [0-9a-f]{12}/,
      /위치정보 이용에 동의해요동의하지 않았어요/,
    ])
    const place = given.last()
    await place.getByRole('button', { name: '위치정보 이용에 동의' }).click()
    await expect(place).toContainText(/20\d\d.*문서 번호 [0-9a-f]{12}/)
    await expect(place).not.toContainText('철회했')
    await place.getByRole('button', { name: '위치정보 동의 철회' }).click()
    await expect(place).toContainText(/문서 번호.*20\d\d.* 철회 /)
    await page.reload()
    await expect(place).toContainText(/문서 번호.*20\d\d.* 철회 /)
    for (const title of ['이용약관', '개인정보처리방침', '위치정보 이용 안내']) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  })
})
