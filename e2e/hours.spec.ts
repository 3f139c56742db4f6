import type { Page } from '@playwright/test'
import { buildPost } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { chooseTime } from './people.ts'
import { waitForFonts, waitForHydration } from './scripts.ts'

const dayLong = (page: Page) => page.getByRole('checkbox', { name: '24시간 영업' })
const times = (page: Page) =>
  page.locator('.time select').evaluateAll((all) => all.map((select) => (select as HTMLSelectElement).value))

/** Positions of all parts of the form, in its final fonts. */
async function places(page: Page): Promise<number[]> {
  await waitForFonts(page)
  return page
    .locator('.form .field, .form button[type=submit]')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top + scrollY))
}

test('times are chosen by hour and five minutes, cleared, and set by keyboard alone', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/add_post')
  await expect(page.locator('input[type=time]')).toHaveCount(0)
  const hour = page.getByLabel('시작 시')
  const minute = page.getByLabel('시작 분')
  await expect(hour.locator('option')).toHaveCount(25)
  await expect(minute).toBeDisabled()
  await waitForHydration(page)
  const before = await places(page)
  await hour.focus()
  await page.keyboard.type('23')
  await page.keyboard.press('Tab')
  await page.keyboard.type('55')
  await expect.poll(() => times(page)).toEqual(['23', '55', '', ''])
  // The map above, which loads when it is near, moves nothing either.
  await expect(page.locator('.map[data-status=success]')).toBeVisible()
  expect(await places(page)).toEqual(before)
  await expect(minute.locator('option')).toHaveText(
    Array.from({ length: 12 }, (_, step) => `${String(step * 5).padStart(2, '0')}분`),
  )
  await hour.selectOption('--')
  await expect.poll(() => times(page)).toEqual(['', '', '', ''])
  await hour.selectOption('09시')
  await expect.poll(() => times(page)).toEqual(['09', '00', '', ''])
})

test('24 hours are ticked, undone, drafted, sent, shown in words and edited', { tag: '@narrow' }, async ({
  page,
  signIn,
  api,
}) => {
  const user = await signIn()
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('밤새 여는 집')
  await page.getByLabel('상세내용').fill('언제 가도 열려 있어요.')
  await chooseTime(page, '시작', '09:30')
  await chooseTime(page, '마감', '21:00')
  const before = await places(page)
  await dayLong(page).check()
  await expect.poll(() => times(page)).toEqual(['', '', '', ''])
  await expect(page.getByLabel('시작 시')).toBeDisabled()
  expect(await places(page)).toEqual(before)
  await dayLong(page).uncheck()
  await expect.poll(() => times(page)).toEqual(['09', '30', '21', '00'])
  await dayLong(page).check()
  await page.reload()
  await expect(page.getByLabel('상호명')).toHaveValue('밤새 여는 집')
  await expect(dayLong(page)).toBeChecked()
  await page.getByRole('button', { name: '등록하기' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '홈으로' }).click()

  const card = page.getByRole('article').first()
  await expect(card.getByText('24시간 영업')).toHaveCount(1)
  await expect(card).not.toContainText('00:00')
  const [post] = (await api.getPosts({ user_id: user.handle })).data
  expect([post?.start_time, post?.end_time]).toEqual(['00:00', '00:00'])
  await page.goto(`/post/${post?.id}`)
  await expect(page.locator('.detail-head + .hours')).toHaveText('24시간 영업')
  await expect(page.getByRole('main')).not.toContainText('00:00')

  await page.goto(`/edit/${post?.id}`)
  await expect(dayLong(page)).toBeChecked()
  await dayLong(page).uncheck()
  await chooseTime(page, '시작', '18:00')
  await chooseTime(page, '마감', '02:00')
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 수정되었습니다.' })).toBeVisible()
  expect(await api.getPost({ id: post?.id ?? '' })).toMatchObject({ start_time: '18:00', end_time: '02:00' })
})

test('times that become equal mean 24 hours once they lose the focus, not during a choice', {
  tag: '@wide',
}, async ({ page, signIn, api }) => {
  const author = await signIn()
  const { id } = await buildPost(api, { author, start_time: '09:00', end_time: '18:00' })
  await page.goto(`/edit/${id}`)
  await waitForHydration(page)
  await page.getByLabel('마감 시').focus()
  await page.getByLabel('마감 시').selectOption('09')
  await expect(dayLong(page)).not.toBeChecked()
  await page.getByLabel('마감 분').selectOption('30')
  await expect.poll(() => times(page)).toEqual(['09', '00', '09', '30'])
  await page.getByLabel('마감 분').selectOption('00')
  await page.getByLabel('상호명').focus()
  await expect(dayLong(page)).toBeChecked()
})
