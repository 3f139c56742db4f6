import { errorMessages } from '#rules/errors.ts'
import { buildUser } from '#tests/factories.ts'
import { expect, testOn } from './fixtures.ts'
import { newPerson, submitSignUp } from './people.ts'
import { startApp } from './running-app.ts'
import { waitForOverlays } from './scripts.ts'

/** One post, like and change per hour; the next ones are refused. */
const test = testOn(async (use) => {
  const app = await startApp('e2e-limits', {
    BUNDLED_PLACES: 'off',
    LIMIT_POST: '1/1h',
    LIMIT_LIKE: '1/1h',
    LIMIT_CHANGE: '1/1h',
  })
  await use(app)
  await app.stop()
})

/** One new account per hour. */
const signupTest = testOn(async (use) => {
  const app = await startApp('e2e-limits-signup', { BUNDLED_PLACES: 'off', LIMIT_SIGNUP: '1/1h' })
  await use(app)
  await app.stop()
})

const TOO_MANY = { name: errorMessages.RATE_LIMITED }

test('a post above the limit is refused with a message, and the text stays', { tag: '@wide' }, async ({
  page,
  signIn,
  api,
  expectErrors,
}) => {
  const user = await signIn()
  await api.as(user).addPost({ title: '첫 글', contents: '한 시간에 하나' })
  await page.goto('/add_post')
  await page.getByLabel('상호명').fill('둘째 글')
  await page.getByLabel('상세내용').fill('잠시 뒤에\n다시 올릴 글이에요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  await page.getByRole('dialog', TOO_MANY).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByRole('main').getByText(errorMessages.RATE_LIMITED)).toBeVisible()
  await waitForOverlays(page, 0)
  for (const look of ['as it is', 'after a reload'] as const) {
    if (look === 'after a reload') await page.reload()
    await expect(page.getByLabel('상호명')).toHaveValue('둘째 글')
    await expect(page.getByLabel('상세내용')).toHaveValue('잠시 뒤에\n다시 올릴 글이에요.')
  }
  expectErrors(/429/)
})

test('a like above the limit is reverted, and a change above it stays in the form', { tag: '@wide' }, async ({
  page,
  signIn,
  api,
  expectErrors,
}) => {
  const user = await signIn({ username: '옛이름' })
  const { id } = await api.as(user).addPost({ title: '좋아요 둘', contents: '하나만 돼요.' })
  await page.goto(`/post/${id}`)
  await page.getByRole('button', { name: '좋아요 0' }).click()
  await expect(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '좋아요 1' }).click()
  await page.getByRole('dialog', TOO_MANY).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  await waitForOverlays(page, 0)

  await api.as(user).editPost({ id: id ?? '', title: '바꾼 글', contents: '한 번만 돼요.' })
  await page.goto('/account/profile')
  await page.getByLabel('닉네임').fill('새 이름')
  await page.getByRole('button', { name: '저장하기' }).click()
  await page.getByRole('dialog', TOO_MANY).getByRole('button', { name: '닫기' }).click()
  await expect(page.getByLabel('닉네임')).toHaveValue('새 이름')
  expectErrors(/429/)
})

signupTest(
  'a sign-up above the limit is refused with a message, and the text stays',
  { tag: '@wide' },
  async ({ page, api, expectErrors }) => {
    await buildUser(api).catch(() => {})
    const person = newPerson('나중에 올게요')
    const [local = ''] = person.email.split('@')
    await page.goto('/account/sign_up')
    await submitSignUp(page, person)
    await page.getByRole('dialog', TOO_MANY).getByRole('button', { name: '닫기' }).click()
    await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue(person.username)
    await expect(page.getByLabel('이메일 아이디')).toHaveValue(local)
    await expect(page.getByRole('textbox', { name: '비밀번호', exact: true })).toHaveValue(person.password)
    expectErrors(/429/)
  },
)
