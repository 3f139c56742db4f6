import { expect, test } from 'vitest'
import type { Weekday } from './week.ts'
import { breakAndLastOrderText, weekText } from './week-text.ts'

const hours = (days: Weekday[], start_time = '10:30', end_time = '22:00') => ({ days, start_time, end_time })

test.each([
  [[hours(['mon', 'tue', 'wed', 'thu', 'fri']), hours(['sat'], '11:00')], '월~금 10:30~22:00 ·\u00a0토 11:00~22:00'],
  [[hours(['mon', 'wed', 'sun'])], '월·수·일 10:30~22:00'],
  [[hours(['sat', 'sun'], '18:00', '03:00')], '토·일 18:00~다음 날 03:00'],
  [[hours(['mon', 'tue', 'wed', 'fri', 'sat', 'sun'], '00:00', '00:00')], '월~수·금~일 24시간 영업'],
  [[hours(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])], '매일 10:30~22:00'],
])('a week is said in a line: %j', (week, text) => {
  expect(weekText(week)).toBe(text)
})

test('a break and a last order are said where they are told', () => {
  const day = { start_time: '10:30', end_time: '22:00' }
  expect(breakAndLastOrderText(day)).toBe('')
  expect(breakAndLastOrderText({ ...day, last_order: '21:20' })).toBe('라스트오더\u00a021:20')
  expect(breakAndLastOrderText({ ...day, break_start: '15:00', break_end: '17:00', last_order: '21:20' })).toBe(
    '브레이크 타임\u00a015:00~17:00 ·\u00a0라스트오더\u00a021:20',
  )
})
