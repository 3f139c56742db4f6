import { expect, test } from 'vitest'
import { agoChangesAt, formatAgo } from './ago.ts'

/** A Sunday, 03:00 in Seoul. */
const NOW = '2026-11-21T18:00:00.000Z'

test.each([
  ['2026-11-21T18:00:20.000Z', '방금 전'],
  ['2026-11-21T17:59:30.000Z', '방금 전'],
  ['2026-11-21T17:59:00.000Z', '1분 전'],
  ['2026-11-21T17:00:01.000Z', '59분 전'],
  ['2026-11-21T17:00:00.000Z', '1시간 전'],
  ['2026-11-21T13:00:00.000Z', '5시간 전'],
  ['2026-11-21T12:00:00.000Z', '어제'],
  ['2026-11-20T15:00:00.000Z', '어제'],
  ['2026-11-20T14:59:00.000Z', '금요일'],
  ['2026-11-15T15:00:00.000Z', '월요일'],
  ['2026-11-15T14:59:00.000Z', '11월 15일'],
  ['2025-12-31T14:59:00.000Z', '2025년 12월 31일'],
])('%s is shown as %s', (at, text) => {
  expect(formatAgo(at, NOW)).toBe(text)
})

test('what is said of an instant is the same until the told one, or until the end of the day', () => {
  const now = Date.parse(NOW)
  const midnight = now - ((now + 9 * 3_600_000) % 86_400_000) + 86_400_000
  for (const age of [-1000, 0, 59_999, 60_000, 3_599_999, 3_600_000, 5.5 * 3_600_000, 30 * 3_600_000]) {
    const at = new Date(now - age).toISOString()
    const ends = agoChangesAt(at, now)
    expect(ends).toBeGreaterThan(now)
    expect(formatAgo(at, Math.min(ends, midnight) - 1)).toBe(formatAgo(at, now))
    if (age >= 0 && ends < midnight) expect(formatAgo(at, ends)).not.toBe(formatAgo(at, now))
  }
})

test.each(['2026-11-21T11:00:00.000Z', '2026-11-20T14:59:00.000Z', '2016-11-21T17:30:00.000Z'])(
  'what is said of %s changes at the end of the day only',
  (at) => {
    expect(agoChangesAt(at, Date.parse(NOW))).toBe(Number.POSITIVE_INFINITY)
  },
)
