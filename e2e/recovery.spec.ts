import { failures } from '#rules/errors.ts'
import { buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { changePassword, logIn } from './people.ts'
import { startScreenReader } from './screen-reader.ts'
import { waitForHydration } from './scripts.ts'

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
  // The notice stands before the focused element.
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
