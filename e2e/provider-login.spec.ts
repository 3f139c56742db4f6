import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { providerSettings, startLoginProvider } from '#tests/login-provider.ts'
import { unlimited } from '#tests/unlimited.ts'
import { test as base, expect } from './fixtures.ts'
import { logIn, logOut, newPerson, submitSignUp } from './people.ts'
import { startApp } from './running-app.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

type Provider = Awaited<ReturnType<typeof startLoginProvider>>

/** A site that knows a local provider. */
const test = base.extend<object, { provider: Provider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const provider = await startLoginProvider()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ provider, mailServer }, use) => {
      const app = await startApp('e2e', {
        SMTP_URL: mailServer.url,
        NOTICE_SECONDS: '0',
        BUNDLED_PLACES: 'off',
        ...unlimited,
        ...providerSettings(provider),
      })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('somebody signs up by Kakao, is in by two presses the next time, and unlinks', async ({ page, provider }) => {
  const person = newPerson('카카오로')
  provider.person = { id: uniqueName(), email: person.email, isVerified: true }
  await page.goto('/')
  await page.goto('/account/login')
  await page.getByRole('button', { name: '카카오 로그인' }).click()
  await expect(page).toHaveURL(/\/account\/sign_up/)
  await expect(page.getByText('카카오 계정으로 가입하고 있어요')).toBeVisible()
  await expect(page.getByLabel('이메일 아이디')).toHaveValue(person.email.split('@')[0] ?? '')
  await submitSignUp(page, person)
  const welcome = page.getByRole('dialog', { name: `${person.username}님, 환영해요!` })
  await welcome.getByRole('button', { name: '시작하기' }).click()
  await page.getByRole('button', { name: '건너뛰기' }).click()
  await expect(page).toHaveURL('/')
  await logOut(page)

  await page.goto('/account/login?next=/account/profile')
  await page.getByRole('button', { name: '카카오 로그인' }).click()
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByLabel('닉네임')).toHaveValue(person.username)
  await waitForHydration(page)
  const row = page.getByRole('list', { name: '연결된 로그인' }).getByRole('listitem').filter({ hasText: '카카오' })
  await expect(row).toContainText('사용')
  await row.getByRole('button', { name: '카카오 연결 해제' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill(person.password)
  await dialog.getByRole('button', { name: '연결 해제' }).click()
  await expect(row).toContainText('연결하지 않았어요')
  await expect.poll(() => provider.unlinks.length).toBe(1)
  await waitForOverlays(page, 0)

  // Linked again, from the profile.
  await row.getByRole('button', { name: '카카오 연결하기' }).click()
  await dialog.getByRole('textbox', { name: '현재 비밀번호' }).fill(person.password)
  await dialog.getByRole('button', { name: '계속하기' }).click()
  await expect(page.getByText('카카오 로그인을 연결했어요.')).toBeVisible()
  await expect(row).toContainText('연결 해제')
})

test('what a visitor presses is done after the login at Kakao, on the page where they were', async ({
  page,
  provider,
  api,
  runSql,
}) => {
  const author = await buildUser(api)
  await runSql('update accounts set email_verified = true')
  const { id } = await buildPost(api, { author, title: '저장할 집' })
  const user = await buildUser(api, { username: '저장하는이' })
  provider.person = { id: uniqueName(), email: user.email, isVerified: true }
  const save = page.getByRole('button', { name: '‘저장할 집’ 가고 싶어요' })
  // The account is joined by its login, and known to Kakao from then on.
  for (const isKnown of [false, true]) {
    await page.goto(`/post/${id}`)
    await waitForHydration(page)
    await save.click()
    await page.getByRole('dialog').getByRole('link', { name: '로그인' }).click()
    await page.getByRole('button', { name: '카카오 로그인' }).click()
    if (!isKnown) {
      // The login page that was left has the same fields.
      await expect(page.getByText('이미 가입한 이메일이에요')).toBeVisible()
      await logIn(page, user)
    }
    await expect(page).toHaveURL(`/post/${id}`)
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await api.as(user).getSavedCounts({})).want).toBe(1)
    await api.as(user).savePost({ post: String(id), list: 'want', saved: false })
    await waitForOverlays(page, 0)
    if (!isKnown) await logOut(page)
  }
})

test('an account with the address is joined by its login', async ({ page, provider, api }) => {
  const user = await buildUser(api, { username: '원래회원' })
  provider.person = { id: uniqueName(), email: user.email, isVerified: true }
  await page.goto('/account/login?next=/account/profile')
  await page.getByRole('button', { name: '카카오 로그인' }).click()
  await expect(page.getByText('이미 가입한 이메일이에요')).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByText('카카오 로그인을 연결했어요.')).toBeVisible()
  const row = page.getByRole('list', { name: '연결된 로그인' }).getByRole('listitem').filter({ hasText: '카카오' })
  await expect(row).toContainText('연결 해제')
})

test('a login by password links that of Kakao also while the script for providers is still loading', {
  tag: '@narrow',
}, async ({ page, provider, api }) => {
  const user = await buildUser(api, { username: '빠른회원' })
  provider.person = { id: uniqueName(), email: user.email, isVerified: true }
  await page.goto('/account/login?next=/account/profile')
  const button = page.getByRole('button', { name: '카카오 로그인' })
  await expect(button).toBeVisible()
  const script = /\/provider-login-[^/]*\.js/
  await page.route(script, () => {})
  const isAsked = page.waitForRequest(script)
  await button.click()
  await isAsked
  await logIn(page, user)
  await expect(page.getByText('카카오 로그인을 연결했어요.')).toBeVisible()
})
