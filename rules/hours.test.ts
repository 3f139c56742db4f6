import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateInSeoul } from './dates.ts'
import { closedDaysText, schemaOrgHours } from './fact-labels.ts'
import {
  closedDays,
  hoursRangeText,
  isClosingDay,
  openState,
  openStateChangesAt,
  secondsToNextStep,
  stepOfDayInSeoul,
  timeOfDayInSeoul,
} from './hours.ts'
import { HOUR_CHOICES, MINUTE_CHOICES, parseFiveMinuteTime } from './time-of-day.ts'

const two = (value: number) => String(value).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
const anyMinute = fc.nat(24 * 60 - 1)
const step = fc.nat(24 * 12 - 1).map((steps) => clock(steps * 5))

test('a time of day on a 5-minute step is accepted, any other is not', () => {
  fc.assert(
    fc.property(anyMinute, (minute) => {
      expect(parseFiveMinuteTime(clock(minute))).toBe(minute % 5 === 0 ? clock(minute) : null)
    }),
  )
})

test.each([
  '',
  '24:00',
  '9:00',
  '09:0',
  '09:60',
  '0900',
  '09:00:00',
  ' 09:00',
  '09:00 ',
  '０９:００',
  '-1:00',
  '09:00Z',
  'null',
])('%j is not a time of day', (text) => {
  expect(parseFiveMinuteTime(text)).toBeNull()
})

test('a date-time with a zone becomes the time in Seoul, from 1900 to 2099', () => {
  const [first, last] = [Date.UTC(1900, 0, 2), Date.UTC(2099, 11, 30)]
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), fc.integer({ min: -14, max: 14 }), (at, zone) => {
      const seoul = timeOfDayInSeoul(new Date(at))
      const expected = Number(seoul.slice(3)) % 5 === 0 ? seoul : null
      expect(parseFiveMinuteTime(new Date(at).toISOString())).toBe(expected)
      const there = new Date(at + zone * 3_600_000).toISOString().slice(0, -1)
      expect(parseFiveMinuteTime(`${there}${zone < 0 ? '-' : '+'}${two(Math.abs(zone))}:00`)).toBe(expected)
    }),
    { numRuns: 300 },
  )
  expect(parseFiveMinuteTime('2026-11-21T02:05:00.000Z')).toBe('11:05')
})

test('a date-time without a zone is a time in Seoul, on every day from 1900 to 2099', () => {
  const day = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2099, 11, 31) })
  fc.assert(
    fc.property(day, step, (at, time) => {
      expect(parseFiveMinuteTime(`${new Date(at).toISOString().slice(0, 10)}T${time}`)).toBe(time)
    }),
    { numRuns: 300 },
  )
})

test.each([
  '1899-12-31T11:00:00Z',
  '2100-01-01T11:00:00Z',
  '2026-13-01T11:00:00Z',
  '2026-02-30T11:00',
  '2026-02-30T11:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01',
  '2026-01-01T11:00:00+0900',
  '+002026-01-01T11:00:00Z',
  'Sat Nov 21 2026 11:00:00 GMT+0900',
  '1763690400000',
])('%s is not an accepted date-time', (text) => {
  expect(parseFiveMinuteTime(text)).toBeNull()
})

test('reading any text as a time never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([null, text]).toContain(parseFiveMinuteTime(text))
    }),
  )
})

test('a place is open from start to end, also past midnight, and all day when they are equal', () => {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  fc.assert(
    fc.property(step, step, anyMinute, (start, end, now) => {
      const length = (minutesOf(end) - minutesOf(start) + 1440) % 1440 || 1440
      const since = (now - minutesOf(start) + 1440) % 1440
      const state = openState(start, end, clock(now))
      expect(state.open).toBe(since < length)
      expect(state.state).toBe(/^[^·]+[^· ]/.exec(state.label)?.[0])
      expect(state.label).toMatch(
        state.open ? /^(?:영업 중 ·\u00a0\d\d:\d\d까지|24시간 영업)$/ : /^(?:영업 전 ·\u00a0\d\d:\d\d부터|영업 종료)$/,
      )
    }),
  )
})

test('on a closing day a place is shut, except since the evening before', () => {
  const today = [true, false] as const
  const yesterday = [false, true] as const
  expect(openState('10:00', '14:00', '12:00', ...today).label).toBe('오늘 휴무')
  expect(openState('00:00', '00:00', '12:00', ...today).label).toBe('오늘 휴무')
  expect(openState('18:00', '02:00', '01:00', ...today).label).toBe('영업 중 ·\u00a002:00까지')
  expect(openState('18:00', '02:00', '19:00', ...today).label).toBe('오늘 휴무')
  expect(openState('18:00', '02:00', '01:00', ...yesterday).label).toBe('영업 전 ·\u00a018:00부터')
  expect(openState('00:00', '00:00', '12:00', ...yesterday).label).toBe('24시간 영업')
})

test('a day in Seoul has 288 steps, and what is open changes only with them', () => {
  const midnight = new Date('2026-11-22T00:00:00+09:00').getTime()
  fc.assert(
    fc.property(fc.nat(86_400_000 - 1), step, step, (since, start, end) => {
      const now = new Date(midnight + since)
      const passed = stepOfDayInSeoul(now)
      expect(passed).toBe(Math.floor(since / 300_000))
      expect(openState(start, end, timeOfDayInSeoul(now)).open).toBe(openState(start, end, clock(passed * 5)).open)
      const left = secondsToNextStep(now) * 1000
      expect(stepOfDayInSeoul(new Date(now.getTime() + left))).toBe((passed + 1) % 288)
      if (left > 1000) expect(stepOfDayInSeoul(new Date(now.getTime() + left - 1000))).toBe(passed)
    }),
  )
})

test('what is said of hours changes at the told instant and not before it, days aside', () => {
  const midnight = Date.parse('2026-11-22T00:00:00+09:00')
  fc.assert(
    fc.property(step, step, fc.nat(86_399_999), (start, end, since) => {
      const instant = midnight + since
      const label = (at: number) => openState(start, end, timeOfDayInSeoul(new Date(at))).label
      const ends = openStateChangesAt(start, end, instant)
      expect(ends).toBeGreaterThan(instant)
      expect(label(Math.min(ends, midnight + 86_400_000) - 1)).toBe(label(instant))
      if (start !== end && ends < midnight + 86_400_000) expect(label(ends)).not.toBe(label(instant))
    }),
  )
})

test('the times that a form offers are exactly those that the rule accepts', () => {
  const offered = HOUR_CHOICES.flatMap((hour) => MINUTE_CHOICES.map((minute) => `${hour}:${minute}`))
  const everyMinute = Array.from({ length: 1440 }, (_, minute) => clock(minute))
  expect(offered).toEqual(everyMinute.filter((time) => parseFiveMinuteTime(time) !== null))
})

test('a range is shown when both ends are known and differ', () => {
  expect(hoursRangeText('09:00', '18:00')).toBe('09:00~18:00')
  expect(hoursRangeText('18:00', '03:00')).toBe('18:00~다음 날 03:00')
  expect(hoursRangeText('18:00', '00:00')).toBe('18:00~다음 날 00:00')
  for (const [start, end] of [
    ['09:00', null],
    [null, '18:00'],
    [undefined, undefined],
    ['', '18:00'],
    ['00:00', '00:00'],
  ]) {
    expect(hoursRangeText(start, end)).toBeNull()
  }
})

const at = (time: string) => Date.parse(`${time}+09:00`)

test('a day begins at midnight in Seoul', () => {
  expect(dateInSeoul(at('2026-11-22T23:59:59'))).toBe('2026-11-22')
  expect(dateInSeoul(at('2026-11-23T00:00:00'))).toBe('2026-11-23')
  const [sunday, monday] = [at('2026-11-22T23:59:59'), at('2026-11-23T00:00:00')]
  expect([
    isClosingDay(['sun'], sunday, []),
    isClosingDay(['sun'], monday, []),
    isClosingDay(['mon'], monday, []),
  ]).toEqual([true, false, true])
})

test('a holiday is one only on its date', () => {
  const holidays = ['2026-12-25']
  const closed = (day: string) => isClosingDay(['holiday'], at(`${day}T12:00:00`), holidays)
  expect([closed('2026-12-24'), closed('2026-12-25'), closed('2026-12-26')]).toEqual([false, true, false])
})

test('closing days are said in a few words', () => {
  expect(closedDaysText([])).toBeNull()
  expect(closedDaysText(['mon', 'tue'])).toBe('월·화요일 쉬어요')
  expect(closedDaysText(['sun', 'holiday'])).toBe('일요일 ·\u00a0공휴일 쉬어요')
  expect(closedDaysText(['holiday'])).toBe('공휴일 쉬어요')
})

test('structured data name the days on which a place opens', () => {
  expect(schemaOrgHours('09:00', '18:00', ['holiday'])).toBe('Mo-Su 09:00-18:00')
  expect(schemaOrgHours('09:00', '18:00', ['mon', 'sun'])).toBe('Tu,We,Th,Fr,Sa 09:00-18:00')
  expect(schemaOrgHours('00:00', '00:00', ['sun'])).toBe('Mo,Tu,We,Th,Fr,Sa')
})

/** As schema.org writes them: days, then times unless it is open all day. */
const WRITTEN = /^(?:Mo-Su|(?:Mo|Tu|We|Th|Fr|Sa|Su)(?:,(?:Tu|We|Th|Fr|Sa|Su))*)(?: \d\d:\d\d-\d\d:\d\d)?$/

test.each([
  ['18:00', '22:00'],
  ['00:00', '00:00'],
  ['09:00', '09:00'],
  ['18:00', '02:00'],
  ['22:00', '00:00'],
  ['00:00', '23:55'],
])(
  'from %s to %s every choice of closing days is in the form of schema.org, and none where it never opens',
  (start, end) => {
    for (let choice = 0; choice < 2 ** closedDays.length; choice++) {
      const closed = closedDays.filter((_, day) => choice & (1 << day))
      const written = schemaOrgHours(start, end, closed)
      const open = 7 - closed.filter((day) => day !== 'holiday').length
      if (open === 0) expect(written).toBeNull()
      else {
        expect(written).toMatch(WRITTEN)
        expect(written?.split(' ')[0]).toHaveLength(open === 7 ? 5 : open * 3 - 1)
        expect(written?.endsWith(start === end ? '' : ` ${start}-${end}`)).toBe(true)
      }
    }
  },
)
