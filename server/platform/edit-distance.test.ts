import { expect, test } from 'vitest'
import { distanceWithin, prepareLetters } from './edit-distance.ts'

const distance = (a: string, b: string, limit: number) => distanceWithin(prepareLetters(a), prepareLetters(b), limit)

test('added, missing and replaced letters are counted', () => {
  expect(distance('', '', 2)).toBe(0)
  expect(distance('abc', 'abc', 0)).toBe(0)
  expect(distance('abc', 'abxc', 1)).toBe(1)
  expect(distance('abc', 'ac', 1)).toBe(1)
  expect(distance('abc', 'axc', 1)).toBe(1)
  expect(distance('kitten', 'sitting', 3)).toBe(3)
  expect(distance('abcdef', 'bcdefa', 2)).toBe(2)
})

test('all distances above the limit are infinite', () => {
  for (const [a, b, limit] of [
    ['kitten', 'sitting', 2],
    ['abc', 'abcdef', 2],
    ['abcd', 'dcba', 3],
    ['', 'abc', 2],
  ] as const)
    expect(distance(a, b, limit)).toBe(Number.POSITIVE_INFINITY)
})
