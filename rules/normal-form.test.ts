import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldAddress, foldText, normalForm } from './normal-form.ts'
import { hasHouseNumber } from './precision.ts'

test.each([
  // Width, and styles of letters.
  ['Ｂ１', 'b1'],
  ['ｃａｆｅ', 'cafe'],
  ['ＧＴＸ－Ａ', 'gtxa'],
  ['５，０００원', '5,000원'],
  ['𝐂𝐚𝐟𝐞', 'cafe'],
  ['ⓒⓐⓕⓔ', 'cafe'],
  ['ﬁsh', 'fish'],
  ['②번 출구', '2번출구'],
  ['㈜을밀대', '(주)을밀대'],
  ['Ⅱ', 'ii'],
  ['ﾊﾟﾝ', 'パン'],
  ['ﾡﾷ', 'ㄱㅇ'],
  ['강남　맛집', '강남맛집'],
  // Accents, and letters with a stroke or joined.
  ['Café', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['CRÈME BRÛLÉE', 'cremebrulee'],
  ['jalapeño', 'jalapeno'],
  ['Phở', 'pho'],
  ['Bánh Mì', 'banhmi'],
  ['Đà Lạt', 'dalat'],
  ['smørrebrød', 'smorrebrod'],
  ['Œufs', 'oeufs'],
  ['Weißwurst', 'weisswurst'],
  ['İstanbul', 'istanbul'],
  // Hyphens go, apostrophes are one.
  ['T-bone', 'tbone'],
  ['7‑Eleven', '7eleven'],
  ['K – 치킨', 'k치킨'],
  ['Mom’s', "mom's"],
  ['Dunkin`', "dunkin'"],
  ['Dunkin´', "dunkin'"],
  ['n¨n', 'nn'],
  ['베이커리−카페', '베이커리카페'],
  // Numbers stay the same numbers, and signs alone themselves.
  ['12-3', '12-3'],
  ['02－1234－5678', '02-1234-5678'],
  ['11:00–21:00', '11:00-21:00'],
  ['-', '-'],
  ['%', '%'],
  // Other signs and scripts.
  ['❤️', '❤'],
  ['がんばれ', 'がんばれ'],
  ['ガ', 'ガ'],
  ['Ёлка', 'ёлка'],
  // Hangul.
  ['각', '각'],
  ['각'.normalize('NFD'), '각'],
  ['ㄱㅅ', 'ㄱㅅ'],
  ['ㅋㅋ ㅠㅠ', 'ㅋㅋㅠㅠ'],
  ['국ㅂ', '국ㅂ'],
  ['ㄳ', 'ㄳ'],
])('%j is compared as %j', (text, form) => {
  expect(normalForm(text)).toBe(form)
  expect(normalForm(form)).toBe(form)
})

test('a form is its own form, and Hangul is never changed', () => {
  const letters = fc.constantFrom(...'aéＡﬁø가각ㄱㅏ１-–’·%ﾊ日️❤①', '\u0301', '\u200D', ' ')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 10 }), (list) => {
      const form = normalForm(list.join('a'))
      expect(normalForm(form)).toBe(form)
      const hangul = (text: string) => text.replace(/[^가-힣ㄱ-ㅣ]/g, '')
      expect(hangul(foldText(list.join('a')))).toBe(hangul(list.join('a')))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['테헤란로１５２', '테헤란로152'],
  ['서울　마포구　숭문길 ２４', '서울 마포구 숭문길 24'],
  ['망원동 ３９５－４７', '망원동 395-47'],
  ['망원동 395–47', '망원동 395-47'],
  ['망원동 395‐47', '망원동 395-47'],
  ['망원동 395 − 47', '망원동 395-47'],
  ['망원동 395ㅡ47', '망원동 395-47'],
  ['망원동 395ー47', '망원동 395-47'],
  ['𝟭𝟱𝟮 테헤란로', '152 테헤란로'],
])('the address %s is read as %s', (typed, read) => {
  expect(foldAddress(typed)).toBe(read)
})

test('a house number may be written in digits of any width', () => {
  for (const typed of ['테헤란로 １５２', '망원동 ３９５－４７', '숭문길 24–1'])
    expect(hasHouseNumber(typed)).toBe(true)
  for (const typed of ['테헤란로', '망원동 ㄱ', '숭문길']) expect(hasHouseNumber(typed)).toBe(false)
})
