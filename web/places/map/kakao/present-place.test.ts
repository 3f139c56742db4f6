import { expect, test } from 'vitest'
import { toFoundPlace } from './kakao.ts'

const place = {
  place_name: '광장시장',
  address_name: '서울 종로구 예지동 6-1',
  road_address_name: '서울 종로구 창경궁로 88',
  category_name: '',
  category_group_code: '',
  x: '126.9996',
  y: '37.5701',
  distance: '',
} as kakao.maps.services.PlacesSearchResultItem

test('a place without a category is no landmark', () => {
  const { category_name, category_group_code, ...bare } = place
  expect(toFoundPlace(bare as typeof place, 0).isLandmark).toBe(false)
})

test.each([
  ['교통,수송 > 지하철,전철 > 수도권1호선', 'SW8', true],
  ['여행 > 관광,명소 > 문화유적 > 고궁,궁', 'AT4', true],
  ['가정,생활 > 시장', '', true],
  ['가정,생활 > 시장 > 수산시장', '', true],
  ['가정,생활 > 시장조사', '', false],
  ['음식점 > 한식 > 시장', 'FD6', false],
  ['음식점 > 카페', 'CE7', false],
])('a place of category %s and group %s is a landmark: %s', (category_name, group, isLandmark) => {
  const category_group_code = group as typeof place.category_group_code
  expect(toFoundPlace({ ...place, category_name, category_group_code }, 0).isLandmark).toBe(isLandmark)
})
