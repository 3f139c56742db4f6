import { buildUser } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseTime, logIn, logOut } from './people.ts'

test('a session that ends while a post is written leads to login and back to the text, which no other person sees', {
  tag: '@narrow',
}, async ({ page, signIn, api }) => {
  const user = await signIn()
  const next = await buildUser(api)
  await page.goto('/add_post')
  await page.getByLabel('상호명').fill('다시 온 식당')
  await page.getByLabel('상세내용').fill('쓰는 동안\n로그인이 끝났어요.')
  await chooseTime(page, '시작', '09:05')
  await api.as(user).logout()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page).toHaveURL('/account/login?next=%2Fadd_post')
  await expect(page.getByText('로그인이 필요합니다.')).toBeVisible()
  await logIn(page, user)
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('다시 온 식당')
  await expect(page.getByLabel('상세내용')).toHaveValue('쓰는 동안\n로그인이 끝났어요.')
  await expect(page.getByLabel('시작 시')).toHaveValue('09')
  await expect(page.getByLabel('시작 분')).toHaveValue('05')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  await page.goto('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('')

  await page.getByLabel('상호명').fill('남의 비밀 맛집')
  await logOut(page)
  await page.goto('/account/login?next=/add_post')
  await logIn(page, next)
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('')
  // Nor does the one before, when the session of the next has ended.
  await page.getByLabel('상호명').fill('남의 초안')
  await page.getByLabel('상세내용').fill('아직 아무도 보면 안 돼요.')
  await page.context().clearCookies()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect(page).toHaveURL('/account/login?next=%2Fadd_post')
  await logIn(page, user)
  await expect(page).toHaveURL('/add_post')
  await expect(page.getByLabel('상호명')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('남의 초안')
})
