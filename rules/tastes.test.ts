import * as v from 'valibot'
import { expect, test } from 'vitest'
import { tastesText } from './tastes.ts'
import { tastesSchema } from './tastes-input.ts'

test.each([
  [[], ''],
  [['국밥'], '국밥을 좋아해요'],
  [['떡볶이', '만두'], '떡볶이·만두를 좋아해요'],
])('%j are said as %j', (dishes, text) => {
  expect(tastesText(dishes)).toBe(text)
})

test('three of the offered dishes at most, each once', () => {
  const isTaken = (dishes: readonly string[]) => v.is(tastesSchema, { dishes })
  expect(v.parse(tastesSchema, { dishes: ['국밥', '국밥', '냉면'] }).dishes).toEqual(['국밥', '냉면'])
  expect(isTaken(['국밥', '냉면', '만두'])).toBe(true)
  expect(isTaken(['국밥', '냉면', '만두', '초밥'])).toBe(false)
  expect(isTaken(['돌'])).toBe(false)
})
