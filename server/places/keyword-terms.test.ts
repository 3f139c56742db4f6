import { expect, test } from 'vitest'
import { placeTerms, readKeyword } from './search-terms.ts'

const asked = (keyword: string) =>
  readKeyword(keyword)
    .flatMap(placeTerms)
    .flatMap(({ grams }) => grams).length

test('however long a keyword is, the index is asked for few grams, and for the beginning of each word', () => {
  const long = Array.from({ length: 100 }, (_, i) => String.fromCharCode(0xac00 + i * 28)).join('')
  expect(asked(long)).toBeLessThan(60)
  expect(placeTerms(long)[0]?.text).toBe(long.slice(0, 30))
  expect(asked([...long].map((letter, i) => (i % 10 === 9 ? ' ' : letter)).join(''))).toBeLessThan(120)
  expect(placeTerms('서울특별시 마포구')).toHaveLength(2)
})
