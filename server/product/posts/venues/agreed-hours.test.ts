import { expect, test } from 'vitest'
import { agreedHours, type HourVote } from './agreed-hours.ts'

/** Days after the first of January. */
const vote = (key: string, day: number, changed = false): HourVote => ({
  key,
  at: Date.UTC(2026, 0, 1 + day),
  changed,
})
const told = (...votes: HourVote[]) => agreedHours(votes).map(({ key, count }) => `${key} ${count}`)

test('the hours that most say are shown, of as many the newest', () => {
  expect(told()).toEqual([])
  expect(told(vote('a', 1))).toEqual(['a 1'])
  expect(told(vote('a', 1), vote('a', 2), vote('b', 3))).toEqual(['a 2'])
  expect(told(vote('a', 1), vote('b', 3))).toEqual(['b 1'])
  expect(agreedHours([vote('a', 5), vote('a', 9)])).toEqual([{ key: 'a', count: 2, at: Date.UTC(2026, 0, 10) }])
})

test('what was said more than a year before the newest word counts no more', () => {
  expect(told(vote('a', 1), vote('a', 2), vote('a', 30), vote('b', 380))).toEqual(['b 1'])
  expect(told(vote('a', 30), vote('a', 31), vote('b', 380))).toEqual(['a 2'])
})

test('changed hours stand beside the others until a second member agrees, and then alone', () => {
  const old = [vote('a', 1), vote('a', 2), vote('a', 3)]
  expect(told(...old, vote('b', 9, true))).toEqual(['a 3', 'b 1'])
  expect(told(...old, vote('b', 9, true), vote('b', 10, true))).toEqual(['b 2'])
  expect(told(...old, vote('b', 9, true), vote('b', 10))).toEqual(['b 2'])
  expect(told(vote('a', 1), vote('b', 9, true))).toEqual(['a 1', 'b 1'])
})

test('two who find the hours unchanged outvote one who says that they have changed', () => {
  expect(told(vote('a', 1), vote('b', 9, true), vote('a', 10))).toEqual(['a 2', 'b 1'])
  expect(told(vote('a', 8), vote('b', 9, true), vote('a', 10), vote('a', 11))).toEqual(['a 3'])
})

test('hours may change back', () => {
  const changed = [vote('a', 1), vote('a', 2), vote('b', 9, true), vote('b', 10, true)]
  expect(told(...changed, vote('a', 20, true))).toEqual(['b 2', 'a 1'])
  expect(told(...changed, vote('a', 20, true), vote('a', 21, true))).toEqual(['a 2'])
})
