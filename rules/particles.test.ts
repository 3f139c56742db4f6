import { expect, test } from 'vitest'
import { directionParticle, objectParticle, topicParticle } from './particles.ts'

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

test.each([
  ['돼지국밥', '을'],
  ['국수', '를'],
  ['세트2', '를'],
  ['bbq', '을(를)'],
])('the object %j is followed by %j', (word, particle) => {
  expect(objectParticle(word)).toBe(particle)
})

test.each([
  ['망원동', '으로'],
  ['해운대', '로'],
  ['서울', '로'],
  ['KFC', '로'],
  ['BTN', '으로'],
  ['MBL', '로'],
  ['을지로3', '으로'],
  ['폰7', '로'],
  ['bbq', '(으)로'],
])('what is read as %j is followed by %j', (word, particle) => {
  expect(directionParticle(word)).toBe(particle)
})
