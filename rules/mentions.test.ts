import { expect, test } from 'vitest'
import { findMentions } from './mentions.ts'

const namesIn = (text: string, ...names: string[]) => findMentions(text, names).map(({ name }) => name)

test.each([
  ['@두리 맞아요', ['두리']],
  ['맞아요, @두리', ['두리']],
  ['(@두리)', ['두리']],
  ['@두리님 말대로 @두리, @두리!', ['두리', '두리', '두리']],
  ['@두리\n둘째 줄', ['두리']],
  ['두리 맞아요', []],
  ['@세나 맞아요', []],
  ['duri@두리 @@두리', []],
  ['@두리안 맛있어요', []],
  ['@두리2 @두리_ @두리\u0301', []],
  ['@ 두리', []],
])('%j names %j', (text, found) => {
  expect(namesIn(text, '두리')).toEqual(found)
})

test('of several nicknames that fit the longest one is meant, with spaces and emoji in it', () => {
  expect(namesIn('@오늘은 면 @오늘은 밥', '오늘은', '오늘은 면')).toEqual(['오늘은 면', '오늘은'])
  expect(namesIn('@두리님프', '두리', '두리님프')).toEqual(['두리님프'])
  expect(namesIn('@국밥🍲 @국밥', '국밥🍲', '국밥')).toEqual(['국밥🍲', '국밥'])
  expect(namesIn('@👩‍🍳 @👍🏽', '👩', '👍')).toEqual([])
  expect(namesIn('@.* @$&', '.*', '$&')).toEqual(['.*', '$&'])
})

test('a mention is from its @ to the end of the nickname', () => {
  const text = '글쎄요 🍜 @두리 님'
  const [found] = findMentions(text, ['두리'])
  expect(text.slice(found?.from, found?.to)).toBe('@두리')
})
