import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDateTime } from './dates.ts'

test('a time is shown as year, month, day, hour and minute in Seoul', () => {
  expect(formatDateTime('2026-11-21T05:05:59.999Z')).toBe('2026년 11월 21일 14시 05분')
  expect(formatDateTime('2025-12-31T15:00:00.000Z')).toBe('2026년 01월 01일 00시 00분')
  // UTC+9 without summer time since October 1988.
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1989, 0), max: Date.UTC(2099, 0) }), (at) => {
      const [, year, month, day, hour, minute] =
        /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(new Date(at + 9 * 3_600_000).toISOString()) ?? []
      expect(formatDateTime(new Date(at).toISOString())).toBe(`${year}년 ${month}월 ${day}일 ${hour}시 ${minute}분`)
    }),
  )
})
