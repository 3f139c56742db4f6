import type { BrowserContext } from '@playwright/test'
import { failures } from '#rules/errors.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, logIn, logOut, newPerson, signUp, storageOf } from './people.ts'
import { waitForHydration, waitForOverlays } from './scripts.ts'

const DAY = 86_400

async function sessionCookie(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name === 'sid')
}

test('login reports missing, malformed and wrong values, and keeps the text', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const { email } = await buildUser(api)
  await page.goto('/account/login')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect(page.getByText('비밀번호를 입력해주세요.')).toBeVisible()
  await expect(page.getByLabel('이메일')).toBeFocused()

  await logIn(page, { email: 'hana@', password: 'x' })
  await expect(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()

  await logIn(page, { email, password: 'wrong123!' })
  const failure = page.getByRole('dialog', { name: '이메일 또는 비밀번호가 올바르지 않습니다.' })
  // Said once at a time: in the dialog, and in the form when that is closed.
  const alert = page.locator('.form .alert').filter({ visible: true })
  await expect(failure).toBeVisible()
  await expect(alert).toHaveCount(0)
  await failure.getByRole('button', { name: '닫기' }).click()
  await expect(alert).toHaveText('이메일 또는 비밀번호가 올바르지 않습니다.')
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(email)
  await expect(page.getByRole('textbox', { name: '비밀번호' })).toHaveValue('wrong123!')
  await expect(page).toHaveURL('/account/login')
})

test('login leads home and stores who is signed in, but no proof of it', { tag: '@wide' }, async ({
  page,
  api,
  context,
}) => {
  const user = await buildUser(api, { username: '이두리', questionIndex: 3 })
  await page.goto('/account/login')
  await expect(page.getByLabel('자동 로그인')).not.toBeChecked()
  await logIn(page, user)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: '이두리 사용자 메뉴' })).toBeVisible()

  const { session, local } = await storageOf(page)
  expect(JSON.parse(session.user ?? '')).toEqual({
    image: null,
    email: user.email,
    username: '이두리',
    jwt: user.handle,
    questionIndex: 3,
  })
  expect(session.auth).toBe('session')
  expect(local.auto_login).toBeUndefined()
  expect(await sessionCookie(context)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
})

test('auto-login keeps the session for weeks and starts ticked the next time', { tag: '@wide' }, async ({
  page,
  api,
  context,
}) => {
  const user = await buildUser(api)
  await page.goto('/account/login')
  await page.getByLabel('자동 로그인').check()
  await logIn(page, user)
  await expect(page).toHaveURL('/')
  expect((await storageOf(page)).local.auto_login).toBe('{"v":1,"auto":true}')
  const { expires = 0 } = (await sessionCookie(context)) ?? {}
  expect(expires).toBeGreaterThan(Date.now() / 1000 + 13 * DAY)

  await logOut(page)
  await expect(page.getByRole('button', { name: '사용자 메뉴' })).toHaveCount(0)
  expect(await sessionCookie(context)).toBeUndefined()

  await page.goto('/account/login')
  await expect(page.getByLabel('자동 로그인')).toBeChecked()
  await page.getByLabel('자동 로그인').uncheck()
  await logIn(page, user)
  await expect(page).toHaveURL('/')
  expect((await storageOf(page)).local.auto_login).toBeUndefined()
  expect((await sessionCookie(context))?.expires).toBe(-1)
})

test('pages that need a login lead to it and back', { tag: '@wide' }, async ({ page, api }) => {
  const user = await buildUser(api)
  const { id } = await buildPost(api, { author: user, title: '돌아올 곳' })
  for (const path of ['/add_post', '/account/profile', '/account/change_password', '/account/my_list']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/account/login?next=${encodeURIComponent(path)}`)
  }
  await page.goto(`/edit/${id}`)
  await expect(page).toHaveURL(`/account/login?next=${encodeURIComponent(`/edit/${id}`)}`)
  await page.getByRole('link', { name: '회원가입' }).click()
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click()
  // The form of the sign-up, shown until then, has fields of similar names.
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL(`/edit/${id}`)
  await expect(page.getByLabel('상호명')).toHaveValue('돌아올 곳')
})

test('login never leads to another site', { tag: '@wide' }, async ({ page, api }) => {
  const user = await buildUser(api)
  await page.goto('/account/login?next=//evil.example/x')
  await logIn(page, user)
  await expect(page).toHaveURL('/')
})

test('a signed-in person is sent away from login and sign-up', { tag: '@wide' }, async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account/login')
  await expect(page).toHaveURL('/')
  await page.goto('/account/sign_up?next=/account/my_list')
  await expect(page).toHaveURL('/account/my_list')
})

test('a new tab of a signed-in browser is signed in', { tag: '@wide' }, async ({ context, signIn }) => {
  const user = await signIn({ username: '새탭' })
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByRole('button', { name: '새탭 사용자 메뉴' })).toBeVisible()
  await expect.poll(async () => (await storageOf(tab)).session.user).toContain(user.handle)
})

test('no password, answer or token is anywhere in the storage of the browser', { tag: '@wide' }, async ({
  page,
  context,
}) => {
  const person = { ...newPerson('비밀지기'), password: 'canary77!', answer: '카나리아답' }
  await signUp(page, person)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: '답변 보기' }).click()
  await expect(page.getByLabel('답변')).toHaveValue(person.answer)
  await page.getByLabel('답변').fill(`${person.answer}둘`)
  await page.getByLabel('닉네임').fill('비밀지기둘')
  await page.goto('/account/change_password')
  await page.getByRole('textbox', { name: '현재 비밀번호' }).fill(person.password)
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('쓰다 만 글')
  await page.reload()
  await expect(page.getByLabel('상호명')).toHaveValue('쓰다 만 글')

  const stored = JSON.stringify([await storageOf(page), await page.evaluate(() => indexedDB.databases())])
  expect(stored).toContain('쓰다 만 글')
  expect(stored).not.toContain('canary77!')
  expect(stored).not.toContain('카나리아답')
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toContain('sid')
  for (const { value, httpOnly } of cookies) {
    expect(httpOnly).toBe(true)
    expect(stored).not.toContain(value)
  }
})

test('logout asks first, forgets the person, and Back shows nothing private', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  const user = await signIn({ username: '나갈사람' })
  await page.goto('/')
  await page.goto('/account/profile')
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue(user.email)
  await chooseFromMenu(page, '로그아웃')
  const panel = page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })
  await panel.getByRole('button', { name: '취소' }).click()
  await expect(panel).toBeHidden()
  await chooseFromMenu(page, '로그아웃')
  await panel.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL('/')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: '로그인' }).filter({ visible: true }).first()).toBeVisible()
  const { session } = await storageOf(page)
  expect(session.user).toBeUndefined()
  expect(session.auth).toBeUndefined()

  await waitForOverlays(page, 0)
  await page.goBack()
  await expect(page).toHaveURL(/\/account\/login/)
  await expect(page.locator('body')).not.toContainText(user.email)
  await expect(page.locator('body')).not.toContainText('나갈사람')
  await expect(user.client.call('user', { jwt: user.handle })).rejects.toThrow('로그인이 필요합니다.')
})

test('a logout by keyboard is said, and the heading of home gets the focus', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/account/profile')
  await waitForHydration(page)
  await page.getByRole('button', { name: '사용자 메뉴' }).press('Enter')
  await waitForOverlays(page, 1)
  const menu = page.getByRole('navigation', { name: '사용자 메뉴' })
  await menu.getByRole('button', { name: '로그아웃' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '로그아웃했어요.' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '이웃이 나눈 맛집' })).toBeFocused()
})

test('the lower bar of a phone can log out too', { tag: '@narrow' }, async ({ page, signIn }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: '하단 메뉴' })
  await expect(bar.getByRole('listitem')).toHaveText(['로그인', '홈', '글쓰기', '지도', '내 맛집'], {
    useInnerText: true,
  })
  await signIn()
  await page.reload()
  await expect(bar.getByRole('listitem')).toHaveText(['로그아웃', '홈', '글쓰기', '지도', '내 맛집'], {
    useInnerText: true,
  })
  await bar.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click()
  await expect(bar.getByRole('listitem')).toHaveText(['로그인', '홈', '글쓰기', '지도', '내 맛집'], {
    useInnerText: true,
  })
})

test('a logout without a response says so and leaves the person signed in', { tag: '@wide' }, async ({
  page,
  signIn,
  expectErrors,
}) => {
  await signIn({ username: '남은사람' })
  await page.goto('/')
  await chooseFromMenu(page, '로그아웃')
  const panel = page.getByRole('dialog', { name: '정말 로그아웃하시겠어요?' })
  await expect(panel).toBeVisible()
  await page.route('/graphql', (route) => route.abort())
  await panel.getByRole('button', { name: '로그아웃' }).click()
  await expect(panel.getByRole('alert')).toHaveText(failures.offline)
  await expect(page.getByRole('button', { name: '남은사람 사용자 메뉴', includeHidden: true })).toBeVisible()
  expectErrors(/net::ERR_FAILED/)
})

test('a tab opened before a login elsewhere can write', { tag: '@wide' }, async ({ page, signIn }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: '로그인' })).toBeVisible()
  await signIn()
  await page.getByRole('navigation').getByRole('link', { name: '글쓰기' }).first().click()
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toBeVisible()
})
