import { expect, test } from 'vitest'
import {
  composeSyllable,
  decomposeSyllable,
  INITIAL_CONSONANTS,
  initialConsonantOf,
  isInitialConsonant,
  keystrokesOf,
  syllableRange,
} from './hangul.ts'

test.each([
  ['가', 'ㄱ'],
  ['힣', 'ㅎ'],
  ['쌀', 'ㅆ'],
  ['ㅂ', 'ㅂ'],
  ['a', 'a'],
  ['ㅏ', 'ㅏ'],
])('%s starts with %s', (character, initial) => {
  expect(initialConsonantOf(character)).toBe(initial)
})

test('the syllables of an initial start with it; after the last comes the next initial', () => {
  for (const [index, initial] of [...INITIAL_CONSONANTS].entries()) {
    const { first, last } = syllableRange(initial)
    expect([initialConsonantOf(first), initialConsonantOf(last)]).toEqual([initial, initial])
    expect(initialConsonantOf(String.fromCharCode(last.charCodeAt(0) + 1))).not.toBe(initial)
    if (index === 0) expect(first).toBe('가')
  }
})

test('vowels, syllables and other characters are not initials', () => {
  expect(['ㅎ', 'ㅏ', 'ㄳ', '가', ''].map(isInitialConsonant)).toEqual([true, false, false, false, false])
})

test('a text becomes the keys that are pressed for it, so that what is typed so far is a beginning', () => {
  expect(['망원', '닭', '밖', '쏴', 'ㄱ국a 1', ''].map(keystrokesOf)).toEqual([
    'ㅁㅏㅇㅇㅜㅓㄴ',
    'ㄷㅏㄹㄱ',
    'ㅂㅏㄲ',
    'ㅆㅗㅏ',
    'ㄱㄱㅜㄱa 1',
    '',
  ])
  for (const typed of ['ㅂ', '비', '빕', '비비', '비빔', '비빔ㅂ', '비빔바', '비빔밥'])
    expect(keystrokesOf('비빔밥')).toMatch(new RegExp(`^${keystrokesOf(typed)}`))
})

test('a syllable is made of its letters again', () => {
  for (const syllable of '가힣닭뷁')
    expect(composeSyllable(decomposeSyllable(syllable) ?? { initial: 0, vowel: 0, final: 0 })).toBe(syllable)
  expect(['ㄱ', 'a', '', '漢'].map(decomposeSyllable)).toEqual([null, null, null, null])
})
