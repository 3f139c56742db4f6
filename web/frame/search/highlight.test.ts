import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchRanges } from './highlight.tsx'

const marked = (text: string, keyword: string) => matchRanges(text, keyword).map(([from, to]) => text.slice(from, to))

test('every occurrence of every word is found', () => {
  expect(marked('손칼국수와 바지락칼국수', '칼국수 바지락')).toEqual(['칼국수', '바지락칼국수'])
})

test('spaces and case do not matter', () => {
  expect(marked('칼 국 수 한 그릇', '칼국수')).toEqual(['칼 국 수'])
  expect(marked('Cafe MOON', 'moon cafe')).toEqual(['Cafe', 'MOON'])
})

test.each([
  ['Ｂ１층', 'b1', 'Ｂ１'],
  ['Ｂ１층', 'Ｂ１층', 'Ｂ１층'],
  ['Café 모카', 'cafe', 'Café'],
  ['cafe 모카', 'CAFÉ', 'cafe'],
  ['e\u0301clair', 'eclair', 'e\u0301clair'],
  ['smørrebrød', 'smorrebrod', 'smørrebrød'],
  ['T-bone', 'tbone', 'T-bone'],
  ['7Eleven', '7-eleven', '7Eleven'],
  ['Mom’s Touch', "mom's touch", 'Mom’s Touch'.split(' ')],
  ['ﬁsh', 'fish', 'ﬁsh'],
  ['숭문길 12–3', '12-3', '12–3'],
  ['③번 출구', '3번', '③번'],
])('in %s, %s is found in another form', (text, keyword, found) => {
  expect(marked(text, keyword)).toEqual([found].flat())
})

test('initial consonants stand for syllables', () => {
  expect(marked('보말칼국수', 'ㅋㄱㅅ')).toEqual(['칼국수'])
  expect(marked('ㅋㅋㅋ 맛있다', 'ㅋㅋ')).toEqual(['ㅋㅋㅋ'])
  expect(marked('보말칼국수 골목', '칼국ㅅ 골ㅁ')).toEqual(['칼국수', '골목'])
})

test('initial consonants alone are those of one word', () => {
  expect(marked('망원동 구 범어네거리 국밥', 'ㄱㅂ')).toEqual(['국밥'])
  expect(marked('한 국밥집', 'ㅎㄱ')).toEqual([])
  expect(marked('보말 칼 국수', '칼국ㅅ')).toEqual(['칼 국수'])
})

test('regular expression characters match literally', () => {
  expect(marked('100% 국내산 (.*)', '%')).toEqual(['%'])
  expect(marked('100% 국내산 (.*)', '.*')).toEqual(['.*'])
  expect(marked('국수', '<script>')).toEqual([])
})

test('surrogate pairs stay whole', () => {
  expect(marked('라면 🍜 좋아요', '🍜')).toEqual(['🍜'])
})

test('an empty keyword or text has no ranges', () => {
  expect(matchRanges('국수', '  ')).toEqual([])
  expect(matchRanges('', '국수')).toEqual([])
})

test('ranges are sorted, do not overlap, and lie within the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 4 }), (text, keyword) => {
      let end = -1
      for (const [from, to] of matchRanges(text, keyword)) {
        expect(from).toBeGreaterThan(end)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(text.length)
        end = to
      }
    }),
  )
})
