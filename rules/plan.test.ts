import { expect, test } from 'vitest'
import {
  dayAndDayBefore,
  openStateAtPlan,
  parsePlanTime,
  planTimeLabel,
  rankEntries,
  shortPlanTimeLabel,
  walkLabel,
} from './plan.ts'
import type { OpeningHours } from './week.ts'

const SATURDAY = Date.parse('2026-12-05T10:00:00Z')

test.each([
  ['2026-12-05T19:00', '2026-12-05T10:00:00.000Z'],
  ['2026-12-05T19:00:00', '2026-12-05T10:00:00.000Z'],
  ['2026-12-05T10:00Z', '2026-12-05T10:00:00.000Z'],
  ['2026-12-05T10:00:00.000Z', '2026-12-05T10:00:00.000Z'],
  ['2026-12-05T12:00+02:00', '2026-12-05T10:00:00.000Z'],
  ['2028-02-29T00:05', '2028-02-28T15:05:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(new Date(parsePlanTime(text) ?? Number.NaN).toISOString()).toBe(instant)
})

test.each([
  '',
  'T',
  '2026-12-05',
  '2026-12-05T',
  'T19:00',
  '2026-12-05T19:03',
  '2026-12-05T19:00:01Z',
  '2026-02-30T19:00',
  '2026-13-05T19:00',
  '2026-12-05T25:00',
  '2026-12-05T24:05',
  '2026-12-05 19:00',
  '2026-12-05T19:00+99:99',
  '토요일 19:00',
])('%j is no time of a plan', (text) => {
  expect(parsePlanTime(text)).toBeNull()
})

test('a plan says its day in Seoul', () => {
  expect(planTimeLabel(SATURDAY)).toBe('12월 5일 토요일 19:00')
  expect(shortPlanTimeLabel(SATURDAY)).toBe('12월 5일 19:00')
  const night = Date.parse('2026-12-05T16:30:00Z')
  expect(planTimeLabel(night)).toBe('12월 6일 일요일 01:30')
  expect(dayAndDayBefore(night)).toEqual(['2026-12-05', '2026-12-06'])
})

const hours = (fields: Partial<OpeningHours> = {}): OpeningHours => ({
  start_time: '11:00',
  end_time: '22:00',
  closed_on: [],
  ...fields,
})
const allDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const broken = { start_time: '11:00', end_time: '22:00', break_start: '15:00', break_end: '17:00', last_order: '21:20' }
const at = (time: string, day = '05') => Date.parse(`2026-12-${day}T${time}:00+09:00`)

test.each([
  ['open', hours(), at('19:00'), true, '22:00까지'],
  ['open all day', hours({ start_time: '00:00', end_time: '00:00' }), at('19:00'), true, '24시간 영업'],
  ['open until after midnight', hours({ end_time: '02:00' }), at('01:00', '06'), true, '02:00까지'],
  [
    'open since before its closing day',
    hours({ end_time: '02:00', closed_on: ['sun'] }),
    at('01:00', '06'),
    true,
    '02:00까지',
  ],
  ['not open yet', hours(), at('10:00'), false, '11:00부터 열어요'],
  ['open no more', hours(), at('22:00'), false, '그 시간에는 닫아요'],
  ['closed on that weekday', hours({ closed_on: ['sat'] }), at('19:00'), false, '토요일은 쉬어요'],
  ['closed on holidays', hours({ closed_on: ['holiday'] }), at('19:00', '25'), false, '공휴일은 쉬어요'],
  ['closed on both', hours({ closed_on: ['fri', 'holiday'] }), at('19:00', '25'), false, '금요일은 쉬어요'],
  [
    'in a break',
    hours({ week_hours: [{ days: allDays, ...broken }] }),
    at('16:00'),
    false,
    '브레이크 ·\u00a017:00 시작',
  ],
  ['before a last order', hours({ week_hours: [{ days: allDays, ...broken }] }), at('21:00'), true, '라스트오더 21:20'],
])('a place that is %s says so', (_name, told, instant, open, text) => {
  expect(openStateAtPlan(told, instant, ['2026-12-25'])).toEqual({ open, text })
})

test('a place whose hours are unknown says nothing', () => {
  expect(openStateAtPlan(hours({ start_time: null, end_time: null }), SATURDAY, [])).toBeNull()
})

test('most hearts come first, equal ones in their order, and those that are shut last', () => {
  const places = [
    { name: '가', hearts: 1, shut: false },
    { name: '나', hearts: 3, shut: true },
    { name: '다', hearts: 2, shut: false },
    { name: '라', hearts: 1, shut: false },
    { name: '마', hearts: 0, shut: true },
  ]
  expect(rankEntries(places, ({ shut }) => shut).map(({ name }) => name)).toEqual(['다', '가', '라', '나', '마'])
  expect(places[0]?.name).toBe('가')
})

test('a way is told in metres and in minutes on foot, as long as it is one', () => {
  const station = { lat: 37.5006, lng: 127.0364 }
  expect(walkLabel(station, { lat: 37.50375, lng: 127.0364 })).toBe('350m ·\u00a0걸어서 5분')
  expect(walkLabel(station, station)).toBe('10m 이내 ·\u00a0걸어서 1분')
  expect(walkLabel(station, { lat: 37.6, lng: 127.0364 })).toBe('11km')
})
