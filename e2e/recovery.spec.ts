import { accountMessages } from '#rules/account.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { changePassword, logIn, storageOf } from './people.ts'
import { startScreenReader } from './screen-reader.ts'
import { waitForHydration } from './scripts.ts'

test('recovery reports missing, malformed and wrong values, and keeps the text', { tag: '@narrow' }, async ({
  page,
  api,
}) => {
  const user = await buildUser(api, { questionIndex: 2, questionAnswer: 'Hana' })
  await page.goto('/account/forgot_password')
  await page.getByRole('button', { name: '다음' }).click()
  await expect(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await expect(page.getByText('답변을 입력해주세요.')).toBeVisible()
  await expect(page.getByLabel('이메일')).toBeFocused()
  await page.getByLabel('이메일').fill('hana@naver.c')
  await expect(page.getByText('이메일을 형식으로 입력해주세요')).toBeVisible()

  await page.getByLabel('이메일').fill(user.email)
  await page.getByLabel('본인 확인 질문').selectOption('나의 영어 이름은?')
  await page.getByLabel('답변').fill('Duri')
  await page.getByRole('button', { name: '다음' }).click()
  await page.getByRole('dialog', { name: errorMessages.RECOVERY_FAILED }).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByLabel('이메일')).toHaveValue(user.email)
  await expect(page.getByLabel('본인 확인 질문')).toHaveValue('2')
  await expect(page.getByLabel('답변')).toHaveValue('Duri')
})

test('a forgotten password is recovered by mail, and the temporary one must be changed', { tag: '@wide' }, async ({
  page,
  api,
  mailTo,
}) => {
  const user = await buildUser(api, { questionIndex: 4, questionAnswer: '자전거' })
  await page.goto('/account/login')
  await page.getByRole('link', { name: '비밀번호 찾기' }).click()
  await expect(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await page.getByLabel('이메일').fill(user.email)
  await page.getByLabel('본인 확인 질문').selectOption('나의 보물 1호는?')
  await page.getByLabel('답변').fill('  자전거 ')
  await page.getByRole('button', { name: '다음' }).click()
  await expect(page.getByRole('heading', { name: '임시 비밀번호' })).toBeFocused()
  await expect(page).toHaveTitle('임시 비밀번호 | 맛나눔')
  const shown = (await page.locator('.temporary code').textContent()) ?? ''
  expect(shown).toMatch(/^.{11}\*{4}$/)
  expect(user.password.startsWith(shown.slice(0, 4))).toBe(false)

  await page.getByRole('button', { name: '이메일로 받기' }).click()
  await page
    .getByRole('dialog', { name: '이메일을 성공적으로 보냈습니다.' })
    .getByRole('button', { name: '로그인하러 가기' })
    .click()
  await expect(page).toHaveURL(/\/account\/login#/)
  await expect(page).toHaveTitle('로그인 | 맛나눔')
  // The address changes first. Until the new screen is shown, a button of the former one has a name that begins alike.
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue(user.email)
  const mail = await mailTo(user.email)
  expect(mail.to).toEqual([user.email])
  const [temporary = ''] = mail.text.match(/(?<=\n {4})\S{15}(?=\n)/) ?? []
  expect(temporary.slice(0, 11)).toBe(shown.slice(0, 11))
  expect(mail.html).toContain('임시 비밀번호를 보내 드려요')
  // The screen after the login does not ask for it.
  expect(mail.html).not.toContain('현재 비밀번호')
  const { session, local } = await storageOf(page)
  expect(JSON.stringify([session, local])).not.toContain(shown.slice(0, 11))

  await page.getByLabel('자동 로그인').check()
  await logIn(page, { email: user.email, password: temporary })
  await expect(page).toHaveURL('/account/change_password')
  await expect(page.getByRole('complementary', { name: '임시 비밀번호 안내' })).toBeVisible()
  await page.goto('/account/profile')
  await expect(page).toHaveURL('/account/change_password?next=%2Faccount%2Fprofile')
  await page.goto('/')
  await page.getByRole('complementary', { name: '임시 비밀번호 안내' }).getByRole('link').click()
  await expect(page).toHaveURL('/account/change_password')

  await expect(page.getByRole('textbox', { name: '현재 비밀번호' })).toHaveCount(0)
  await changePassword(page, null, 'renew789%')
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByRole('complementary', { name: '임시 비밀번호 안내' })).toHaveCount(0)
  const wrong = errorMessages.BAD_CREDENTIALS
  await expect(api.fresh().login({ email: user.email, password: temporary })).rejects.toThrow(wrong)
  await expect(api.fresh().login({ email: user.email, password: user.password })).rejects.toThrow(wrong)
  await api.fresh().login({ email: user.email, password: 'renew789%' })
})

test('a temporary password works on the phone where the mail is read, and asks for a new password before writing', {
  tag: '@narrow',
}, async ({ page, another, api, mailTo }) => {
  const user = await buildUser(api, { questionAnswer: '파랑', username: '깜빡이' })
  await page.goto('/account/login?next=/add_post')
  await waitForHydration(page)
  await page.getByLabel('이메일').fill(user.email)
  await page.getByRole('link', { name: '비밀번호 찾기' }).click()
  await expect(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await expect(page.getByLabel('이메일')).toHaveValue(user.email)
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click()
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible()
  await expect(page.getByLabel('이메일')).toHaveValue(user.email)
  await page.getByRole('link', { name: '비밀번호 찾기' }).click()
  await page.getByLabel('답변').fill('파랑')
  await page.getByRole('button', { name: '다음' }).click()
  await page.getByRole('button', { name: '이메일로 받기' }).click()
  await expect(page.getByRole('dialog', { name: '이메일을 성공적으로 보냈습니다.' })).toBeVisible()
  const { text } = await mailTo(user.email)
  const [temporary = ''] = text.match(/(?<=\n {4})\S{15}(?=\n)/) ?? []
  const [link = ''] = text.match(/(?<=로그인하러 가기: )\S+/) ?? []

  const phone = await another()
  const reader = await startScreenReader(phone)
  await phone.goto(link)
  await expect(phone.getByLabel('이메일')).toHaveValue(user.email)
  await phone.getByRole('textbox', { name: '비밀번호' }).fill(temporary)
  await phone.getByRole('button', { name: '로그인' }).click()
  await expect(phone).toHaveURL('/account/change_password')
  const notice = phone.getByRole('complementary', { name: '임시 비밀번호 안내' })
  await expect(notice).toBeVisible()
  // It stands before what gets the focus.
  await expect.poll(reader.said).toContain(failures.restrictedSession)
  await phone.goto('/')
  await expect(notice).toBeVisible()
  await phone.getByRole('navigation').getByRole('link', { name: '글쓰기' }).filter({ visible: true }).click()
  await expect(phone).toHaveURL('/account/change_password?next=%2Fadd_post')
  await expect(notice).toContainText('비밀번호를 먼저 변경해 주세요.')
  await phone.goto('/account/login')
  await expect(phone).toHaveURL('/account/change_password')
  await phone.goto('/add_post')
  await expect(phone).toHaveURL('/account/change_password?next=%2Fadd_post')

  await changePassword(phone, null, 'renew789%')
  await expect(phone).toHaveURL('/add_post')
  await expect(phone.getByLabel('상호명')).toBeVisible()
  await api.fresh().login({ email: user.email, password: 'renew789%' })

  await page.getByRole('dialog').getByRole('button', { name: '로그인하러 가기' }).click()
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue(user.email)
  await logIn(page, { email: user.email, password: 'renew789%' })
  await expect(page).toHaveURL('/add_post')
})

test('the address typed last is passed on, not that of an earlier attempt', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/account/forgot_password')
  await waitForHydration(page)
  await page.getByLabel('이메일').fill('first@naver.com')
  await page.reload()
  await expect(page.getByLabel('이메일')).toHaveValue('first@naver.com')
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click()
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible()
  await expect(page.getByLabel('이메일')).toHaveValue('first@naver.com')
  await page.getByLabel('이메일').fill('second@naver.com')
  await page.getByRole('link', { name: '비밀번호 찾기' }).click()
  await expect(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await expect(page.getByLabel('이메일')).toHaveValue('second@naver.com')
})

test('a mail that cannot be sent shows the service’s message and can be requested again', { tag: '@wide' }, async ({
  page,
  api,
  mailTo,
}) => {
  const user = await buildUser(api, { questionAnswer: '파랑' })
  await page.goto('/account/forgot_password')
  await page.getByLabel('이메일').fill(user.email)
  await page.getByLabel('답변').fill('파랑')
  await page.getByRole('button', { name: '다음' }).click()
  const send = page.getByRole('button', { name: '이메일로 받기' })
  await expect(send).toBeVisible()
  const errors = [{ message: errorMessages.MAIL_FAILED, extensions: { code: 'MAIL_FAILED' } }]
  await page.route('/graphql', (route) => route.fulfill({ json: { data: null, errors } }), { times: 1 })
  await send.click()
  await page.getByRole('dialog', { name: errorMessages.MAIL_FAILED }).getByRole('button', { name: '닫기' }).click()
  await send.click()
  await expect(page.getByRole('dialog', { name: '이메일을 성공적으로 보냈습니다.' })).toBeVisible()
  await mailTo(user.email)
})

test('a reload does not go back to the question, an expired recovery does, and the address stays', {
  tag: '@wide',
}, async ({ page, context, api }) => {
  const user = await buildUser(api, { questionAnswer: '파랑' })
  await page.goto('/account/forgot_password')
  await page.getByLabel('이메일').fill(user.email)
  await page.getByLabel('답변').fill('파랑')
  await page.getByRole('button', { name: '다음' }).click()
  await expect(page.getByRole('button', { name: '이메일로 받기' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '임시 비밀번호' })).toBeVisible()
  await expect(page.getByRole('button', { name: '처음부터 다시 하기' })).toBeVisible()
  expect(JSON.stringify(await storageOf(page))).not.toContain('파랑')
  await context.clearCookies()
  await page.getByRole('button', { name: '이메일로 받기' }).click()
  await page.getByRole('dialog', { name: errorMessages.EXPIRED }).getByRole('button', { name: '닫기' }).click()
  await page.getByRole('button', { name: '처음부터 다시 하기' }).click()
  await expect(page.getByRole('heading', { name: '비밀번호 찾기' })).toBeVisible()
  await expect(page.getByLabel('이메일')).toHaveValue(user.email)
  await page.reload()
  await expect(page.getByLabel('이메일')).toHaveValue(user.email)
})

test('when the server asks for the temporary password again, the form does, and keeps the new one', {
  tag: '@narrow',
}, async ({ page, api, mailTo }) => {
  const user = await buildUser(api, { questionAnswer: '파랑' })
  const recovering = api.fresh()
  await recovering.forgotPw({ email: user.email, questionIndex: 0, questionAnswer: '파랑' })
  await recovering.sendRecoveryMail()
  const { text } = await mailTo(user.email)
  const [temporary = ''] = text.match(/(?<=\n {4})\S{15}(?=\n)/) ?? []
  await page.goto('/account/login')
  await logIn(page, { email: user.email, password: temporary })
  await expect(page).toHaveURL('/account/change_password')
  const fields = [{ field: 'password', message: accountMessages.currentPasswordEmpty }]
  const errors = [{ message: fields[0]?.message, extensions: { code: 'BAD_USER_INPUT', fields } }]
  await page.route('/graphql', (route) => route.fulfill({ json: { data: null, errors } }), { times: 1 })
  await page.getByRole('textbox', { name: '새 비밀번호', exact: true }).fill('renew789%')
  await page.getByRole('textbox', { name: '새 비밀번호 확인' }).fill('renew789%')
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click()
  await page.getByRole('textbox', { name: '현재 비밀번호' }).fill(temporary)
  await expect(page.getByRole('textbox', { name: '새 비밀번호', exact: true })).toHaveValue('renew789%')
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await expect(page.getByRole('dialog', { name: accountMessages.passwordChanged })).toBeVisible()
})
