import { expect, test } from 'vitest'
import {
  type BaseBackup,
  findSpans,
  hasGap,
  type LogHistory,
  nextSegmentName,
  parseLogPosition,
  segmentEnd,
} from './segments.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 0, minute))
const name = (number: number) => `00000001000000000000000${number}`
const segment = (number: number) => ({ name: name(number), closedAt: at(number), file: `${number}` })
const base = (start: number, stop = start): BaseBackup => ({
  file: '',
  note: '',
  startedAt: at(start),
  stoppedAt: at(stop),
  start: name(start),
  stop: name(stop),
  bytes: 1,
})
const history = (numbers: number[], ...bases: BaseBackup[]): LogHistory => ({
  id: 'a',
  bases,
  segments: numbers.map(segment),
})
const rangesOf = (given: LogHistory) =>
  findSpans([given]).map(({ from, until }) => [from.getUTCMinutes(), until.getUTCMinutes()])

test.each([
  ['000000010000000000000001', '000000010000000000000002'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['00000002000000FF000000FF', '000000020000010000000000'],
])('after segment %s comes %s', (before, after) => {
  expect(nextSegmentName(before)).toBe(after)
})

test('a segment ends where PostgreSQL says', () => {
  expect(segmentEnd('000000010000000200000003')).toBe(parseLogPosition('2/4000000'))
  expect(parseLogPosition('16/B374D848')).toBe(0x16b374d848n)
})

test('a base reaches from its end as far as its segments follow each other', () => {
  expect(rangesOf(history([1, 2, 3, 4], base(2, 3)))).toEqual([[3, 4]])
  expect(rangesOf(history([2, 3, 5, 6], base(2), base(5)))).toEqual([
    [2, 3],
    [5, 6],
  ])
  expect(rangesOf(history([1, 2, 3, 4, 5], base(1), base(4)))).toEqual([
    [1, 5],
    [4, 5],
  ])
})

test('a base without the segments that it needs reaches nothing', () => {
  expect(rangesOf(history([1, 3], base(2)))).toEqual([])
  expect(rangesOf(history([2, 4], base(2, 4)))).toEqual([])
  expect(rangesOf(history([], base(2)))).toEqual([])
})

test('a gap counts after the newest base only', () => {
  expect(hasGap(history([1, 2, 3], base(1)))).toBe(false)
  expect(hasGap(history([1, 3], base(1)))).toBe(true)
  expect(hasGap(history([1, 3, 4], base(1), base(3)))).toBe(false)
  expect(hasGap(history([1, 2], base(1), base(2)))).toBe(false)
  expect(hasGap(history([1, 5], base(1), base(4)))).toBe(true)
  expect(hasGap(history([1, 2]))).toBe(false)
})
