import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { weekdays } from '#rules/week.ts'
import { weekMessages } from '#rules/week-rule.ts'
import { place } from '#tests/fake-places.ts'
import { fullPost } from '#tests/fake-posts.ts'
import { fullSite } from '#tests/fake-site.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const no = { break_start: null, break_end: null, last_order: null }
const workdays = {
  days: weekdays.slice(0, 5),
  start_time: '10:30',
  end_time: '22:00',
  break_start: '15:00',
  break_end: '17:00',
  last_order: '21:20',
}
const saturday = { ...workdays, days: ['sat' as const], start_time: '11:00' }
const week_hours = [workdays, saturday]
const agreed = { week_hours, closed_on: ['sun' as const], count: 3, month: '2026-11' }
const changed = {
  week_hours: [{ ...no, days: [...weekdays], start_time: '11:00', end_time: '20:00' }],
  closed_on: [],
  count: 1,
  month: '2026-12',
}
/** A Saturday. */
const now = '2026-11-28T05:10:00.000Z'

const rows = (list = 0) =>
  [...(document.querySelectorAll('.week')[list]?.children ?? [])].map((row) =>
    [...row.children].map((part) => part.textContent).join(' '),
  )
const section = page.getByRole('region', { name: '영업시간' })

test('the week begins today, and says a break again only where it differs', async () => {
  await openScreen('/place/9', {
    api: { ...fullSite, getPlace: place('9', { hours: [agreed], closed_on: ['sun'] }) },
    now,
  })
  const pauses = '브레이크 타임\u00a015:00~17:00 ·\u00a0라스트오더\u00a021:20'
  expect(rows()).toEqual([
    `오늘 토요일 11:00~22:00${pauses}`,
    '일요일 쉬어요',
    '월요일 10:30~22:00',
    '화요일 10:30~22:00',
    '수요일 10:30~22:00',
    '목요일 10:30~22:00',
    '금요일 10:30~22:00',
  ])
  await expect.element(section).toMatchTextContent(/3명 확인 ·\s11월/)
  await expect.element(page.getByText('영업 중 · 15:00 브레이크')).toBeVisible()
})

test("a post's page shows its own week, and its chip the state", async () => {
  const getPost = fullPost({ id: '7', week_hours, closed_on: ['sun'], place_name: '국밥집' })
  await openScreen('/post/7', { api: { ...fullSite, getPost }, now: '2026-11-28T07:00:00.000Z' })
  expect(rows()[0]).toMatch(/^오늘 토요일 11:00~22:00/)
  await expect.element(page.getByText('브레이크 · 17:00 시작').first()).toBeVisible()
})

test('one press confirms the hours', async () => {
  const tellHours = [{ ...agreed, count: 4 }]
  const api = { ...fullSite, getPlace: place('9', { name: '국밥집', hours: [agreed] }), tellHours }
  const screen = await openScreen('/place/9', { api, viewer, now })
  await page.getByRole('button', { name: '‘국밥집’ 영업시간이 맞아요' }).click()
  await expect.element(section).toMatchTextContent(/4명 확인/)
  await expect.element(page.getByText('알려 주셔서 고마워요.')).toBeVisible()
  expect(screen.asked.at(-1)).toEqual({ name: 'tellHours', variables: { id: '9', week_hours, closed_on: ['sun'] } })
})

test("'달라졌어요' asks for the right hours, keeps them when they are wrong, and then shows both", async () => {
  const api = { ...fullSite, getPlace: place('9', { name: '국밥집', hours: [agreed] }), tellHours: [agreed, changed] }
  const screen = await openScreen('/place/9', { api, viewer, now })
  await page.getByRole('button', { name: '‘국밥집’ 영업시간이 달라졌어요' }).click()
  await page.getByRole('button', { name: /^토\s?요일/ }).click()
  const start = page.getByRole('textbox', { name: '토요일 여는 시간' })
  await start.fill('16')
  await userEvent.tab()
  await page.getByRole('button', { name: '이 시간으로 알리기' }).click()
  await expect.element(page.getByText(weekMessages.breakWithin('sat'))).toBeVisible()
  await expect.element(start).toHaveValue('16:00')
  expect(await findFaultsInBothThemes()).toEqual([])
  expect(screen.asked.some(({ name }) => name === 'tellHours')).toBe(false)
  await start.fill('12')
  await page.getByRole('button', { name: '이 시간으로 알리기' }).click()
  await expect.element(page.getByRole('heading', { name: '달라졌다고 해요' })).toBeVisible()
  expect(screen.asked.at(-1)?.variables).toMatchObject({
    week_hours: [workdays, { ...saturday, start_time: '12:00' }],
    closed_on: ['sun'],
  })
  await expect.element(section).toMatchTextContent(/1명 확인 ·\s12월/)
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '‘국밥집’ 달라진 이 시간이 맞아요' }).click()
  await expect.poll(() => screen.asked.at(-1)?.variables).toMatchObject({ week_hours: changed.week_hours })
})

test('a visitor is asked to log in, and a refusal is said', async () => {
  const getPlace = place('9', { name: '국밥집', hours: [agreed] })
  const visitor = await openScreen('/place/9', { api: { ...fullSite, getPlace } })
  await page.getByRole('button', { name: '‘국밥집’ 영업시간이 맞아요' }).click()
  await expect.element(page.getByRole('dialog', { name: '로그인하면 이웃에게 알려 줄 수 있어요' })).toBeVisible()
  await visitor.close()
  const tellHours = () => {
    throw new Refusal('RATE_LIMITED')
  }
  await openScreen('/place/9', { api: { ...fullSite, getPlace, tellHours }, viewer })
  await page.getByRole('button', { name: '‘국밥집’ 영업시간이 맞아요' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('a place without hours has no section', async () => {
  await openScreen('/place/9', { api: { ...fullSite, getPlace: place('9') } })
  expect(document.querySelector('.week-section')).toBeNull()
})
