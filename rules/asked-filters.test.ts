import { expect, test } from 'vitest'
import { withFiltersOfKeyword } from './asked-filters.ts'

test.each([
  ['지금 여는 곳', ''],
  ['지금 문 연 식당', ''],
  ['지금여는곳', ''],
  ['영업중', ''],
  ['지금 열려 있는 집', ''],
  ['망원동 지금 문 연 곳', '망원동'],
  ['지금 영업중인 카페', '카페'],
  ['강남역  영업 중인  맛집', '강남역'],
  ['문 여는 가게 성수동', '성수동'],
])('%s asks for what is open now, and for %j', (keyword, rest) => {
  expect(withFiltersOfKeyword({ keyword, filter: 'popular' })).toEqual({
    filter: 'popular',
    ...(rest && { keyword: rest }),
    open: '1',
  })
})

test.each([
  ['만원 이하 국밥', '국밥', 'under_1'],
  ['망원동 만원대 식당', '망원동', 'from_1_to_2'],
  ['점심 1만원이하', '점심', 'under_1'],
  ['2만원 이하', '', 'under_1,from_1_to_2'],
  ['삼만원대 파스타', '파스타', 'from_3_to_5'],
  ['4만원 이하 회', '회', 'under_1,from_1_to_2,from_2_to_3,from_3_to_5'],
  ['만원 이하 밥집', '', 'under_1'],
  ['만원으로 먹을 수 있는 국밥', '먹을 수 있는 국밥', 'under_1'],
  ['2만원까지', '', 'under_1,from_1_to_2'],
  ['만원짜리 국밥', '국밥', 'under_1'],
  ['5만원 이상 오마카세', '오마카세', 'over_5'],
])('%s asks for %j at a price', (keyword, rest, price) => {
  expect(withFiltersOfKeyword({ keyword })).toEqual({ ...(rest && { keyword: rest }), price })
})

test('both may be asked for at once', () => {
  expect(withFiltersOfKeyword({ keyword: '지금 여는 만원 이하 김밥' })).toEqual({
    keyword: '김밥',
    open: '1',
    price: 'under_1',
  })
})

test.each([
  ...['지금동', '문연각', '문래동', '문 연주', '늘 하는 곳', '방금 여는 곳', '24시 국밥', ''],
  ...['만원버스', '만원 대학로', '만대리', '십만원 이하', '12만원 이하', '만원의 행복', '구만 이하늘'],
])('%j asks for no filter', (keyword) => {
  expect(withFiltersOfKeyword({ keyword })).toBeNull()
})
