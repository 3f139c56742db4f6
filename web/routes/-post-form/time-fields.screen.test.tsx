import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ownMap } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome, answersBesidePost, fullPost, listedPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const api: Answers = {
  ...ownMap,
  ...answersBesideHome,
  ...answersBesidePost,
  addPost: { count: 1, id: '7' },
  editPost: { count: 1 },
}
const dayLong = page.getByRole('checkbox', { name: '24시간 영업' })
const times = () => [...document.querySelectorAll<HTMLSelectElement>('.time select')].map(({ value }) => value)
/** Positions of all parts of the form. */
const places = () =>
  [...document.querySelectorAll('.form .field, .form button[type=submit]')].map(
    (element) => element.getBoundingClientRect().top + scrollY,
  )
const choose = async (end: '시작' | '마감', time: string) => {
  const [hour = '', minute = ''] = time.split(':')
  await page.getByLabelText(`${end} 시`).selectOptions(hour)
  await page.getByLabelText(`${end} 분`).selectOptions(minute)
}

test('times are chosen by hour and five minutes, cleared, and set by keyboard alone', async () => {
  await openScreen('/add_post', { api, viewer, width: 1280 })
  expect(document.querySelector('input[type=time]')).toBeNull()
  const hour = page.getByLabelText('시작 시')
  const minute = page.getByLabelText('시작 분')
  const options = (select: typeof hour) =>
    [...(select.element() as HTMLSelectElement).options].map(({ textContent }) => textContent)
  expect(options(hour)).toHaveLength(25)
  await expect.element(minute).toBeDisabled()
  const before = places()
  hour.element().focus()
  await userEvent.keyboard('23')
  await userEvent.tab()
  await userEvent.keyboard('55')
  await expect.poll(times).toEqual(['23', '55', '', ''])
  // The map above, which loads when it is near, moves nothing either.
  const map = () => document.querySelector<HTMLElement>('.map')
  map()?.scrollIntoView()
  await expect.poll(() => map()?.dataset.status).toBe('success')
  await expect.poll(places).toEqual(before)
  expect(options(minute)).toEqual(Array.from({ length: 12 }, (_, step) => `${String(step * 5).padStart(2, '0')}분`))
  await hour.selectOptions('--')
  await expect.poll(times).toEqual(['', '', '', ''])
  await hour.selectOptions('09시')
  await expect.poll(times).toEqual(['09', '00', '', ''])
})

test('24 hours are ticked, undone, drafted, sent, shown in words and edited', async () => {
  await openScreen('/add_post', { api, viewer })
  await page.getByLabelText('상호명').fill('밤새 여는 집')
  await page.getByLabelText('상세내용').fill('언제 가도 열려 있어요.')
  await choose('시작', '09:30')
  await choose('마감', '21:00')
  const before = places()
  await dayLong.click()
  await expect.poll(times).toEqual(['', '', '', ''])
  await expect.element(page.getByLabelText('시작 시')).toBeDisabled()
  await expect.poll(places).toEqual(before)
  await dayLong.click()
  await expect.poll(times).toEqual(['09', '30', '21', '00'])
  await dayLong.click()

  const allDay = { title: '밤새 여는 집', start_time: '00:00', end_time: '00:00', user_id: viewer.jwt }
  const post = fullPost({ id: '7', ...allDay })
  const stored = { ...api, getPost: post, getPosts: answerInPages([listedPost('7', allDay)]) }
  const screen = await openScreen('/add_post', { api: stored, viewer })
  await expect.element(page.getByLabelText('상호명')).toHaveValue('밤새 여는 집')
  await expect.element(dayLong).toBeChecked()
  await page.getByRole('button', { name: '등록하기' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '홈으로' }).click()
  const card = page.getByRole('article').first()
  await expect.element(card.getByText('24시간 영업')).toBeInTheDocument()
  await expect.element(card).not.toMatchTextContent(/00:00/)
  const sent = screen.asked.find(({ name }) => name === 'addPost')?.variables
  expect(sent).toMatchObject({ start_time: '00:00', end_time: '00:00' })
  await openScreen('/post/7', { api: stored, viewer })
  await expect.poll(() => document.querySelector('.detail-head + .hours')?.textContent).toBe('24시간 영업')
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/00:00/)

  const edit = await openScreen('/edit/7', { api: stored, viewer })
  await expect.element(dayLong).toBeChecked()
  await dayLong.click()
  await choose('시작', '18:00')
  await choose('마감', '02:00')
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '성공적으로 수정되었습니다.' })).toBeVisible()
  const changed = edit.asked.find(({ name }) => name === 'editPost')?.variables
  expect(changed).toMatchObject({ id: '7', start_time: '18:00', end_time: '02:00' })
})

test('times that become equal mean 24 hours once they lose the focus, not during a choice', async () => {
  const post = fullPost({ id: '7', user_id: viewer.jwt, start_time: '09:00', end_time: '18:00' })
  await openScreen('/edit/7', { api: { ...api, getPost: post }, viewer, width: 1280 })
  page.getByLabelText('마감 시').element().focus()
  await page.getByLabelText('마감 시').selectOptions('09')
  await expect.element(dayLong).not.toBeChecked()
  await page.getByLabelText('마감 분').selectOptions('30')
  await expect.poll(times).toEqual(['09', '00', '09', '30'])
  await page.getByLabelText('마감 분').selectOptions('00')
  page.getByLabelText('상호명').element().focus()
  await expect.element(dayLong).toBeChecked()
})
