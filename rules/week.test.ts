import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedDays, openState } from './hours.ts'
import { postSchema } from './post.ts'
import { validateInput } from './validate.ts'
import { type OpeningHours, openStateOnWeekday, weekdays } from './week.ts'
import { groupEqualDays, weekMessages } from './week-rule.ts'

const times = { start_time: '10:30', end_time: '22:00', break_start: '15:00', break_end: '17:00', last_order: '21:20' }
const allDays = [...weekdays]

const post = { title: '국밥', contents: '맛있어요' }
const checked = (week_hours: unknown, more: object = {}) => validateInput(postSchema, { ...post, week_hours, ...more })
const messageOf = (week_hours: unknown, more: object = {}) => {
  const result = checked(week_hours, more)
  return result.ok ? null : result.fields
}

const noOrder = { ...times, last_order: null }

const state = (
  time: string,
  day = 0,
  hours: Partial<OpeningHours> = {},
  shut: { isClosed?: boolean; wasClosed?: boolean } = {},
) =>
  openStateOnWeekday(
    { start_time: null, end_time: null, closed_on: [], week_hours: [{ days: allDays, ...times }], ...hours },
    { day, time, isClosed: false, wasClosed: false, ...shut },
  )

test.each([
  ['10:29', false, '영업 전 ·\u00a010:30부터'],
  ['10:30', true, '영업 중 ·\u00a015:00 브레이크'],
  ['14:59', true, '영업 중 ·\u00a015:00 브레이크'],
  ['15:00', false, '브레이크 ·\u00a017:00 시작'],
  ['16:59', false, '브레이크 ·\u00a017:00 시작'],
  ['17:00', true, '영업 중 ·\u00a022:00까지'],
  ['20:20', true, '영업 중 ·\u00a0라스트오더 21:20'],
  ['21:19', true, '영업 중 ·\u00a0라스트오더 21:20'],
  ['21:20', true, '영업 중 ·\u00a022:00까지'],
  ['22:00', false, '영업 종료'],
] as const)('at %s one sentence says the state of a day with a break and a last order', (time, open, label) => {
  expect(state(time)).toMatchObject({ open, label })
})

test('after midnight a place is open since the day before, unless that was closed', () => {
  const week_hours = [
    {
      days: ['fri', 'sat'],
      start_time: '18:00',
      end_time: '03:00',
      break_start: '23:30',
      break_end: '00:30',
      last_order: '02:30',
    },
  ] as const
  const late = (time: string, day: number, shut = {}) => state(time, day, { week_hours }, shut)?.label
  expect(late('23:00', 4)).toBe('영업 중 ·\u00a023:30 브레이크')
  expect(late('00:10', 5)).toBe('브레이크 ·\u00a000:30 시작')
  expect(late('02:00', 5)).toBe('영업 중 ·\u00a0라스트오더 02:30')
  expect(late('02:45', 6)).toBe('영업 중 ·\u00a003:00까지')
  expect(late('03:00', 5)).toBe('영업 전 ·\u00a018:00부터')
  expect(late('02:45', 5, { wasClosed: true })).toBe('영업 전 ·\u00a018:00부터')
  expect(late('02:45', 5, { isClosed: true })).toBe('영업 중 ·\u00a003:00까지')
  expect(late('19:00', 5, { isClosed: true })).toBe('오늘 휴무')
  expect(late('03:00', 6)).toBeUndefined()
})

test('a place that opens during the break of the evening before is open', () => {
  const evening = {
    days: ['sat' as const],
    start_time: '22:40',
    end_time: '02:00',
    break_start: '23:40',
    break_end: '00:40',
  }
  const hours = { start_time: '00:00', end_time: '00:00', week_hours: [evening] }
  expect(state('00:10', 6, hours)?.label).toBe('24시간 영업')
  expect(state('00:10', 6, hours, { isClosed: true })?.label).toBe('브레이크 ·\u00a000:40 시작')
})

test('days of which nothing is told by weekday have the hours for all days', () => {
  const week_hours = [{ ...noOrder, days: ['sat' as const] }]
  const told = { start_time: '09:00', end_time: '18:00', week_hours }
  expect(state('15:30', 5, told)?.label).toBe('브레이크 ·\u00a017:00 시작')
  expect(state('15:30', 4, told)?.label).toBe('영업 중 ·\u00a018:00까지')
  expect(state('15:30', 4, { week_hours })).toBeNull()
  expect(state('04:00', 0, { week_hours: [{ days: allDays, start_time: '00:00', end_time: '00:00' }] })?.label).toBe(
    '24시간 영업',
  )
})

test('the same hours on every day are open exactly as hours without weekdays', () => {
  const step = fc
    .nat(287)
    .map((n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`)
  fc.assert(
    fc.property(
      step,
      step,
      step,
      fc.nat(6),
      fc.boolean(),
      fc.boolean(),
      (start_time, end_time, time, day, isClosed, wasClosed) => {
        const week_hours = [{ days: allDays, start_time, end_time }]
        const shut = { isClosed, wasClosed }
        expect(state(time, day, { week_hours }, shut)).toEqual(
          openState(start_time, end_time, time, isClosed, wasClosed),
        )
      },
    ),
  )
})

test('hours are kept once, by their first day, and without those of closed days', () => {
  const week = [
    { ...times, days: ['tue'] },
    { ...times, days: ['sun', 'mon'] },
    { days: ['wed'], start_time: ' 2026-11-21T09:00 ', end_time: '18:00', break_start: '', last_order: null },
  ]
  expect(checked(week, { closed_on: ['sun', 'holiday'] })).toMatchObject({
    ok: true,
    value: {
      week_hours: [
        { ...times, days: ['mon', 'tue'] },
        { days: ['wed'], start_time: '09:00', end_time: '18:00', break_start: null, break_end: null, last_order: null },
      ],
    },
  })
  for (const none of [undefined, null, []])
    expect(checked(none)).toMatchObject({ ok: true, value: { week_hours: null } })
  expect(checked([{ ...times, days: ['sun'] }], { closed_on: ['sun'] })).toMatchObject({ value: { week_hours: null } })
})

test.each([
  [{ end_time: '' }, weekMessages.times('mon')],
  [{ start_time: null }, weekMessages.times('mon')],
  [{ start_time: '10:31' }, weekMessages.step('mon')],
  [{ last_order: '25:00' }, weekMessages.step('mon')],
  [{ break_end: '' }, weekMessages.break('mon')],
  [{ break_start: null }, weekMessages.break('mon')],
  [{ break_start: '17:00', break_end: '15:00' }, weekMessages.breakWithin('mon')],
  [{ break_start: '15:00', break_end: '15:00' }, weekMessages.breakWithin('mon')],
  [{ break_start: '10:30', break_end: '15:00' }, weekMessages.breakWithin('mon')],
  [{ break_start: '21:00', break_end: '22:00' }, weekMessages.breakWithin('mon')],
  [{ break_start: '21:00', break_end: '23:00' }, weekMessages.breakWithin('mon')],
  [{ break_start: '09:00', break_end: '11:00' }, weekMessages.breakWithin('mon')],
  [{ last_order: '16:00' }, weekMessages.lastOrder('mon')],
  [{ last_order: '22:05' }, weekMessages.lastOrder('mon')],
  [{ last_order: '10:30' }, weekMessages.lastOrder('mon')],
  [{ end_time: '03:00', last_order: '03:05' }, weekMessages.lastOrder('mon')],
])('hours of a day with %j are refused with a sentence that names it', (wrong, message) => {
  const week = [
    { ...times, days: ['tue'] },
    { ...times, days: ['mon'], ...wrong },
  ]
  expect(messageOf(week)).toEqual([{ field: 'week_hours', message }])
})

test.each([
  { last_order: '15:00' },
  { last_order: '22:00' },
  { end_time: '02:00', last_order: '01:30' },
  { start_time: '00:00', end_time: '00:00', last_order: '23:30' },
  { start_time: '20:00', end_time: '05:00', break_start: '23:00', break_end: '00:30', last_order: '04:00' },
])('hours of a day with %j are accepted', (more) => {
  expect(messageOf([{ ...times, days: ['mon', 'thu'], ...more }])).toBeNull()
})

test('hours that reach into those of the next day are refused, from Sunday to Monday too', () => {
  const late = { ...noOrder, start_time: '18:00', end_time: '04:00', break_start: null, break_end: null }
  const early = { ...late, start_time: '03:00', end_time: '11:00' }
  const week = [
    { ...late, days: ['sun'] },
    { ...early, days: ['mon'] },
  ]
  const message = weekMessages.overlap('sun', 'mon')
  expect(messageOf(week)).toEqual([{ field: 'week_hours', message }])
  expect(messageOf(week, { closed_on: ['mon'] })).toBeNull()
  expect(messageOf([week[0], { ...early, days: ['mon'], start_time: '04:00' }])).toBeNull()
  expect(messageOf([{ ...late, days: allDays, start_time: '09:00', end_time: '09:00' }])).toBeNull()
})

test.each([
  [
    [
      { ...times, days: ['mon'] },
      { ...times, days: ['mon'] },
    ],
  ],
  [[{ ...times, days: ['mon', 'mon'] }]],
  [[{ ...times, days: [] }]],
  [[{ ...times, days: ['holiday'] }]],
  [Array.from({ length: 8 }, () => ({ ...times, days: ['mon'] }))],
  ['mon'],
  [[null]],
  [[{ days: ['mon'] }]],
])('%j are no hours of a week', (week) => {
  expect(messageOf(week)).not.toBeNull()
})

test('whatever days share their hours, gathering them changes no day', () => {
  const of = fc.constantFrom(times, noOrder, { ...noOrder, start_time: '11:00' })
  fc.assert(
    fc.property(fc.array(fc.option(of, { nil: null }), { minLength: 7, maxLength: 7 }), (days) => {
      const week = days.flatMap((hours, at) => (hours ? [{ ...hours, days: [allDays[at] ?? 'mon'] }] : []))
      const once = groupEqualDays(week)
      expect(groupEqualDays(once ?? [])).toEqual(once)
      expect(once?.flatMap((hours) => hours.days).toSorted() ?? []).toEqual(
        week.flatMap((hours) => hours.days).toSorted(),
      )
      for (const { days: among, ...hours } of once ?? []) {
        for (const day of among) expect(days[closedDays.indexOf(day)]).toEqual(hours)
      }
    }),
  )
})
