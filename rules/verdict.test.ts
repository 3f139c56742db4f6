import { expect, test } from 'vitest'
import { shortVerdict, verdictText } from './verdict.ts'

test('a verdict says how many of those who were there would go again', () => {
  expect(verdictText({ people: 12, again: 9 })).toBe('다녀온 12명 중 9명이 또 간대요')
  expect(verdictText({ people: 3, again: 0 })).toBe('다녀온 3명 중 또 간다는 이웃은 아직 없어요')
  expect(shortVerdict({ people: 12, again: 9 })).toBe('12명 중 9명 또 간대요')
})
