import type { Page } from '@playwright/test'
import { buildUser } from '#tests/factories.ts'
import { test as base, expect } from './fixtures.ts'
import { logIn, logOut, newPerson, submitSignUp } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

/** A phone that recognises its owner. @returns how many passkeys it has */
async function giveAuthenticator(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}

/** Browsers keep no passkey for 127.0.0.1, where the tests' site is. */
const test = base.extend({
  baseURL: async ({ origin }, use) => use(origin.replace('127.0.0.1', 'localhost')),
})

test('a passkey is added in the profile, signs in by one press, stands in for the password, and is removed', async ({
  page,
  api,
  mailTo,
}) => {
  const user = await buildUser(api, { username: '지문이' })
  const count = await giveAuthenticator(page)
  await page.goto('/account/login?next=/account/profile')
  await logIn(page, user)
  await page.getByRole('button', { name: '패스키 추가' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill(user.password)
  await dialog.getByRole('button', { name: '추가하기' }).click()
  const row = page.getByRole('list', { name: '패스키' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  expect(await count()).toBe(1)
  await waitForOverlays(page, 0)
  expect((await mailTo(user.email)).text).toContain('패스키가 회원님의 계정에 추가되었어요')

  await logOut(page)
  // A browser in which none was used does not offer them in the e-mail field.
  await page.evaluate(() => localStorage.removeItem('passkey'))
  await page.goto('/account/login?next=/account/profile')
  await waitForHydration(page)
  await page.getByRole('button', { name: '패스키로 계속하기' }).click()
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByLabel('닉네임')).toHaveValue('지문이')
  await expect(row).toContainText('사용')
  await expect(page.getByRole('listitem').filter({ hasText: '이 기기' })).toContainText('패스키')

  await page.goto('/account/change_password')
  await waitForHydration(page)
  await page.getByRole('button', { name: '패스키로 확인하기' }).click()
  await expect(page.getByText('패스키로 확인했어요.')).toBeVisible()
  await page.getByRole('textbox', { name: '새 비밀번호', exact: true }).fill('another12!')
  await page.getByRole('textbox', { name: '새 비밀번호 확인' }).fill('another12!')
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '프로필로' }).click()

  await page.getByRole('button', { name: /패스키 삭제$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '패스키로 확인하기' }).click()
  await expect(row).toHaveCount(0)
  await waitForOverlays(page, 0)
  await logOut(page)
  await page.goto('/account/login')
  await waitForHydration(page)
  await page.getByRole('button', { name: '패스키로 계속하기' }).click()
  await expect(page.getByText('패스키를 확인하지 못했어요. 이메일과 비밀번호로 로그인해 주세요.')).toBeVisible()
  await logIn(page, { ...user, password: 'another12!' })
  await expect(page).toHaveURL('/')
})

test('a new member is offered a passkey, and the e-mail field offers it at the next login', { tag: '@narrow' }, async ({
  page,
}) => {
  const count = await giveAuthenticator(page)
  const person = newPerson('새이웃')
  await page.goto('/account/sign_up')
  await submitSignUp(page, person)
  await page.getByRole('dialog').getByRole('button', { name: '시작하기' }).click()
  await page.getByRole('button', { name: '패스키 추가' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill(person.password)
  await dialog.getByRole('button', { name: '추가하기' }).click()
  await expect.poll(count).toBe(1)
  await waitForOverlays(page, 0)
  await expect(page.getByRole('button', { name: '패스키 추가' })).toHaveCount(0)
  await page.getByRole('button', { name: '건너뛰기' }).click()
  await logOut(page)
  // The authenticator of the test chooses at once what the field offers.
  await page.goto('/account/login')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: '새이웃 사용자 메뉴' })).toBeVisible()
})
