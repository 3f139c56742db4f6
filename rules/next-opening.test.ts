import { expect, test } from 'vitest'
import { nextOpening } from './next-opening.ts'
import type { OpeningHours } from './week.ts'

/** A Sunday. */
const sunday = (time: string) => Date.parse(`2026-11-29T${time}:00+09:00`)
const daily: OpeningHours = { start_time: '11:00', end_time: '21:00', closed_on: [] }
const label = (hours: Partial<OpeningHours>, time: string, holidays: string[] = []) =>
  nextOpening({ ...daily, ...hours }, sunday(time), holidays)?.label

test('the next opening is told by its time, and by its day unless that is today', () => {
  expect(label({}, '00:00')).toBe('11:00부터')
  expect(label({}, '10:59')).toBe('11:00부터')
  expect(nextOpening(daily, sunday('10:59'), [])?.at).toBe(sunday('11:00'))
  expect(label({}, '21:00')).toBe('내일 11:00부터')
  expect(label({ closed_on: ['mon', 'tue'] }, '21:00')).toBe('수요일 11:00부터')
  expect(label({ closed_on: ['holiday'] }, '09:00', ['2026-11-29', '2026-11-30'])).toBe('화요일 11:00부터')
})

test('a break ends with an opening, after midnight too', () => {
  const day = { start_time: '11:00', end_time: '21:00', break_start: '15:00', break_end: '17:00' }
  expect(label({ week_hours: [{ days: ['sun'], ...day }] }, '15:30')).toBe('17:00부터')
  const night = { start_time: '18:00', end_time: '03:00', break_start: '23:30', break_end: '00:30' }
  expect(label({ week_hours: [{ days: ['sat'], ...night }] }, '00:10')).toBe('00:30부터')
  expect(label({ week_hours: [{ days: ['sun'], ...night }] }, '23:40')).toBe('내일 00:30부터')
})

test('the days of the week have their own hours', () => {
  const week_hours = [{ days: ['thu'] as const, start_time: '06:00', end_time: '06:00' }]
  const none = { start_time: null, end_time: null }
  expect(label({ ...none, week_hours }, '12:00')).toBe('목요일 00:00부터')
  expect(label({ ...none, week_hours, closed_on: ['thu'] }, '12:00')).toBeUndefined()
  expect(label(none, '12:00')).toBeUndefined()
})
