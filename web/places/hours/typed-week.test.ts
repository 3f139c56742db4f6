import { expect, test } from 'vitest'
import { filledDays, normalizeTime, toTypedWeek, wholeWeek } from './typed-week.ts'

test.each([
  ['1030', '10:30'],
  ['10:30', '10:30'],
  ['9', '09:00'],
  ['930', '09:30'],
  ['9시 반', '09:30'],
  ['９：３０', '09:30'],
  ['10시 30분', '10:30'],
  ['오후 5시', '17:00'],
  ['오전 12:30', '00:30'],
  ['오후 12시', '12:00'],
  ['24:00', '00:00'],
  ['0', '00:00'],
  ['', ''],
  ['  ', ''],
  ['25:00', '25:00'],
  ['오후 13시', '오후 13시'],
  ['점심때', '점심때'],
])('%j is read as %j', (typed, time) => {
  expect(normalizeTime(typed)).toBe(time)
})

test('a week is typed day by day, and only days that were filled in are sent', () => {
  const times = { start_time: '10:00', end_time: '20:00', break_start: null, break_end: null, last_order: null }
  const typed = toTypedWeek([{ days: ['mon', 'wed'], ...times }])
  expect(typed.map(({ days, start_time }) => [...days, start_time])).toEqual([
    ['mon', '10:00'],
    ['tue', ''],
    ['wed', '10:00'],
    ['thu', ''],
    ['fri', ''],
    ['sat', ''],
    ['sun', ''],
  ])
  expect(filledDays(typed).map(({ days }) => days)).toEqual([['mon'], ['wed']])
  expect(toTypedWeek(null)).toEqual([])
  expect(wholeWeek([])).toHaveLength(7)
})
