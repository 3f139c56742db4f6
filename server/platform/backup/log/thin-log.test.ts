import { expect, test } from 'vitest'
import type { BaseBackup, LogHistory } from './segments.ts'
import { findUnneeded } from './thin-log.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const name = (day: number) => `0000000100000000000000${String(day).padStart(2, '0')}`
const base = (day: number): BaseBackup => ({
  file: `${day}`,
  note: '',
  startedAt: at(day),
  stoppedAt: at(day),
  start: name(day),
  stop: name(day),
  bytes: 1,
})
const history = (id: string, segments: number[], ...bases: number[]): LogHistory => ({
  id,
  bases: bases.map(base),
  segments: segments.map((day) => ({ name: name(day), closedAt: at(day), file: `${day}` })),
})
const goneOf = (given: LogHistory, current: LogHistory, keptFrom: number) => {
  const { bases, segments } = findUnneeded(given, current, at(keptFrom))
  return { bases: bases.map(({ file }) => file), segments: segments.map(({ file }) => file) }
}

test('the base before the first kept moment stays with what follows it', () => {
  const now = history('a', [1, 2, 3, 4, 5, 6], 1, 3, 5)
  expect(goneOf(now, now, 4)).toEqual({ bases: ['1'], segments: ['1', '2'] })
  expect(goneOf(now, now, 3)).toEqual({ bases: ['1'], segments: ['1', '2'] })
  expect(goneOf(now, now, 2)).toEqual({ bases: [], segments: [] })
  expect(goneOf(now, now, 9)).toEqual({ bases: ['1', '3'], segments: ['1', '2', '3', '4'] })
})

test('segments without any base go when they are old', () => {
  const now = history('a', [1, 2, 3])
  expect(goneOf(now, now, 2)).toEqual({ bases: [], segments: ['1', '2'] })
})

test('a former history stays whole until the present one reaches as far back', () => {
  const former = history('b', [1, 2, 3], 1, 2)
  expect(goneOf(former, history('a', [9], 9), 5)).toEqual({ bases: [], segments: [] })
  expect(goneOf(former, history('a', [4], 4), 5)).toEqual({ bases: ['1', '2'], segments: ['1', '2', '3'] })
  // Another site that still writes there.
  expect(goneOf(history('b', [1, 6], 1), history('a', [4], 4), 5)).toEqual({ bases: [], segments: [] })
})
