import { expect, test } from 'vitest'
import { INITIALS, initialOf, isInitial, lastWithFinal, syllablesOf } from './hangul.ts'

test.each([
  ['가', 'ㄱ'],
  ['힣', 'ㅎ'],
  ['쌀', 'ㅆ'],
  ['ㅂ', 'ㅂ'],
  ['a', 'a'],
  ['ㅏ', 'ㅏ'],
])('%s starts with %s', (character, initial) => {
  expect(initialOf(character)).toBe(initial)
})

test('the syllables of an initial start with it; after the last comes the next initial', () => {
  for (const [index, initial] of [...INITIALS].entries()) {
    const { first, last } = syllablesOf(initial)
    expect([initialOf(first), initialOf(last)]).toEqual([initial, initial])
    expect(initialOf(String.fromCharCode(last.charCodeAt(0) + 1))).not.toBe(initial)
    if (index === 0) expect(first).toBe('가')
  }
})

test('vowels, syllables and other characters are not initials', () => {
  expect(['ㅎ', 'ㅏ', 'ㄳ', '가', ''].map(isInitial)).toEqual([true, false, false, false, false])
})

test('a syllable without a final consonant becomes any up to the last with one', () => {
  expect(['도', '가', '히', '동', 'ㄷ', 'a', ''].map(lastWithFinal)).toEqual(['돟', '갛', '힣', null, null, null, null])
})
