import { expect, test } from 'vitest'
import { foodKindOfCategory, isFoodCategory } from './food-categories.ts'

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
])('a place of category %s has the kind %s', (category, kind) => {
  expect(foodKindOfCategory(category)).toBe(kind)
})

test('places to eat are told from other shops by their category', () => {
  for (const category of ['백반/한정식', '구내식당', '뷔페', '베트남식 전문', '그 외 기타 간이 음식점', '치킨']) {
    expect(isFoodCategory(category), category).toBe(true)
  }
  for (const category of ['미용실', '외국어학원', '입시·교과학원', '사회교육시설', '전통시장', null]) {
    expect(isFoodCategory(category), String(category)).toBe(false)
  }
})
