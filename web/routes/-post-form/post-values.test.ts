import { expect, test } from 'vitest'
import { kindOfCategory } from './post-values.ts'

test.each([
  ['음식점 > 한식 > 국밥', 'korean'],
  ['음식점 > 한식 > 육류,고기', 'grill'],
  ['백반/한정식', 'korean'],
  ['일식 회/초밥', 'japanese'],
  ['해산물 구이/찜', 'seafood'],
  ['중국집', 'chinese'],
  ['파스타/스테이크', 'western'],
  ['요리 주점', 'bar'],
  ['카페', 'cafe'],
  ['김밥/만두/분식', 'snack'],
  ['베트남식 전문', null],
  [null, null],
])('a place of category %s suggests %s', (category, kind) => {
  expect(kindOfCategory(category)).toBe(kind)
})
