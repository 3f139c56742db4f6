import { expect, test } from 'vitest'
import { asOpenFilter } from './open-now.ts'

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
  expect(asOpenFilter({ keyword, filter: 'popular' })).toEqual({
    filter: 'popular',
    ...(rest && { keyword: rest }),
    open: '1',
  })
})

test.each(['지금동', '문연각', '문래동', '문 연주', '늘 하는 곳', '방금 여는 곳', '24시 국밥', ''])(
  '%j does not',
  (keyword) => {
    expect(asOpenFilter({ keyword })).toBeNull()
  },
)
