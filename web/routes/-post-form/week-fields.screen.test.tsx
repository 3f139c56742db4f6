import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { weekMessages } from '#rules/week-rule.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answersBesideHome, answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const api: Answers = {
  ...ownMap,
  ...answersBesideHome,
  ...answersBesidePost,
  addPost: { count: 1, id: '7' },
  editPost: { count: 1 },
}
const fold = page.getByText('요일마다 다른 영업시간')
const same = page.getByRole('switch', { name: '모든 요일 같게' })
const time = (name: string) => page.getByRole('textbox', { name, exact: true })
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\s?요일`) })
const submit = page.getByRole('button', { name: '등록하기' })

async function open(given: Answers = api) {
  const screen = await openScreen('/add_post', { api: given, viewer })
  await page.getByLabelText('상호명').fill('쉬는 시간 있는 집')
  await page.getByLabelText('상세내용').fill('점심과 저녁만 열어요.')
  return screen
}

/** Fills it in and leaves it. */
async function fill(name: string, typed: string) {
  await time(name).fill(typed)
  await userEvent.tab()
}

const sent = (screen: Awaited<ReturnType<typeof open>>) =>
  screen.asked.findLast(({ name }) => name === 'addPost')?.variables

test('the hours of a week are folded until somebody wants them, and a post without them sends none', async () => {
  const screen = await open()
  expect(document.querySelector('.week-editor')).toBeNull()
  await submit.click()
  await expect.poll(() => sent(screen)).toMatchObject({ week_hours: null })
})

test('one row tells all days, in digits alone', async () => {
  const screen = await open()
  await fold.click()
  await expect.element(same).toBeChecked()
  await fill('매일 여는 시간', '1030')
  await fill('매일 닫는 시간', '22')
  await fill('매일 브레이크 시작', '오후 3시')
  await fill('매일 브레이크 끝', '17:00')
  await fill('매일 라스트오더', '2120')
  await expect.element(time('매일 여는 시간')).toHaveValue('10:30')
  await expect.element(fold).toMatchTextContent(/매일 10:30~22:00/)
  await submit.click()
  const hours = {
    start_time: '10:30',
    end_time: '22:00',
    break_start: '15:00',
    break_end: '17:00',
    last_order: '21:20',
  }
  await expect
    .poll(() => sent(screen)?.week_hours)
    .toEqual([{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], ...hours }])
})

test('days differ: one is copied to the other workdays, one is closed, and the switch forgets none', async () => {
  const screen = await open()
  await fold.click()
  await same.click()
  await fill('월요일 여는 시간', '9')
  await fill('월요일 닫는 시간', '18')
  await page.getByRole('button', { name: '화·수·목·금에도 똑같이' }).click()
  await row('토').click()
  await fill('토요일 여는 시간', '11')
  await fill('토요일 닫는 시간', '2')
  await row('일').click()
  await page.getByRole('button', { name: '이날은 쉬어요 (일요일)' }).click()
  await expect.element(row('일')).toMatchTextContent(/쉬어요/)
  await expect.element(row('금')).toMatchTextContent(/09:00~18:00/)
  await same.click()
  await expect.element(time('매일 여는 시간')).toHaveValue('09:00')
  await same.click()
  await expect.element(row('토')).toMatchTextContent(/11:00~다음 날 02:00/)
  await submit.click()
  await expect
    .poll(() => sent(screen))
    .toMatchObject({
      closed_on: ['sun'],
      week_hours: [
        { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start_time: '09:00', end_time: '18:00' },
        { days: ['sat'], start_time: '11:00', end_time: '02:00' },
      ],
    })
})

test('what is wrong opens its day with a sentence, and nothing that was typed is lost', async () => {
  const screen = await open()
  await fold.click()
  await same.click()
  await row('수').click()
  await fill('수요일 여는 시간', '점심때')
  await fill('수요일 닫는 시간', '21:00')
  await row('수').click()
  await fold.click()
  await submit.click()
  await expect.element(page.getByText(weekMessages.step('wed'))).toBeVisible()
  await expect.element(time('수요일 여는 시간')).toHaveValue('점심때')
  await expect.element(time('수요일 여는 시간')).toHaveAttribute('aria-invalid', 'true')
  expect(sent(screen)).toBeUndefined()
  await fill('수요일 여는 시간', '11:30')
  await expect.element(page.getByText(weekMessages.step('wed'))).not.toBeInTheDocument()
  await screen.reload()
  await expect.element(fold).toMatchTextContent(/수 11:30~21:00/)
})

test('a refusal of the server is shown at the hours', async () => {
  const message = weekMessages.overlap('mon', 'tue')
  const refused = () => {
    throw new Refusal('BAD_USER_INPUT', undefined, [{ field: 'week_hours', message }])
  }
  await open({ ...api, addPost: refused })
  await submit.click()
  await page.getByRole('button', { name: '닫기' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
})

test('a post that is edited brings its hours, and those of an unopened fold stay', async () => {
  const week_hours = [
    {
      days: ['mon' as const, 'thu' as const],
      start_time: '11:00',
      end_time: '15:00',
      break_start: null,
      break_end: null,
      last_order: '14:30',
    },
  ]
  const screen = await openScreen('/edit/7', {
    api: { ...api, getPost: fullPost({ id: '7', week_hours, user_id: viewer.jwt }) },
    viewer,
  })
  await expect.element(fold).toMatchTextContent(/월·목 11:00~15:00/)
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect
    .poll(() => screen.asked.findLast(({ name }) => name === 'editPost')?.variables.week_hours)
    .toEqual([
      {
        days: ['mon', 'thu'],
        start_time: '11:00',
        end_time: '15:00',
        break_start: null,
        break_end: null,
        last_order: '14:30',
      },
    ])
})

test('each control is as large as a thumb, by keyboard too', async () => {
  await open()
  await fold.click()
  await same.click()
  for (const part of document.querySelectorAll<HTMLElement>('.week-editor :is(button, input[type=text], label)')) {
    if (part.offsetParent === null) continue
    expect(part.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  ;(row('화').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('화')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.tab()
  await userEvent.keyboard('0930')
  await userEvent.tab()
  await expect.element(time('화요일 여는 시간')).toHaveValue('09:30')
})
