import { expect, test } from 'vitest'
import { topicParticle } from './particles.ts'

test.each([
  ['마라탕', '은'],
  ['국수', '는'],
  ['bbq', '은(는)'],
  ['BBQ', '는'],
  ['KFC', '는'],
  ['Mall', '은(는)'],
  ['을지로3', '은'],
  ['폰2', '는'],
  ['국밥(본점)', '은'],
  ['카페!', '는'],
  ['', '은(는)'],
])('the topic %j is followed by %j', (word, particle) => {
  expect(topicParticle(word)).toBe(particle)
})
