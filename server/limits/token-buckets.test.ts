import { expect, test } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

const MINUTE = 60_000

/** Takes all tokens at `now` and returns their number. */
function drain(buckets: TokenBuckets, key: string, now: number): number {
  let taken = 0
  for (; buckets.waitFor(key, now) === 0; taken++) buckets.take(key, now)
  return taken
}

test.each([1, 3, 60, 1000, 1_000_000])('a full bucket of %d gives that many at once', (count) => {
  expect(drain(new TokenBuckets({ count, seconds: 7 }, 10), 'a', 1234.567)).toBe(count)
})

test('tokens come back one by one', () => {
  const buckets = new TokenBuckets({ count: 6, seconds: 60 }, 10)
  drain(buckets, 'a', 0)
  expect(buckets.waitFor('a', 1000)).toBe(9000)
  expect(drain(buckets, 'a', 10_000)).toBe(1)
  expect(drain(buckets, 'a', 40_000)).toBe(3)
  expect(drain(buckets, 'a', 5 * MINUTE)).toBe(6)
})

test('buckets of other keys stay full, and a token can be put back', () => {
  const buckets = new TokenBuckets({ count: 2, seconds: 60 }, 10)
  drain(buckets, 'a', 0)
  expect(drain(buckets, 'b', 0)).toBe(2)
  buckets.giveBack('a')
  expect(drain(buckets, 'a', 0)).toBe(1)
})

test('beyond the bound only the least recently used key is forgotten', () => {
  const buckets = new TokenBuckets({ count: 1, seconds: 60 }, 3)
  for (const key of ['a', 'b', 'c']) buckets.take(key, 0)
  buckets.take('a', 0)
  buckets.take('d', 0)
  const isFull = (key: string) => buckets.waitFor(key, 0) === 0
  expect(['b', 'c', 'a', 'd'].map(isFull)).toEqual([true, false, false, false])
})
