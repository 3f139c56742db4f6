import { expect, test } from 'vitest'
import { rankPlaces } from './rank-places.ts'

const place = (name: string) => ({
  name,
  address: '하나 둘 셋 넷 다섯',
  category: null,
  lat: 37,
  lng: 127,
  source: 'test',
})

test('words after the fifth do not affect the order, so that a long keyword costs no more than a short one', () => {
  const order = (keyword: string) => rankPlaces([place('가나'), place('여섯')], [keyword], null).map(({ name }) => name)
  expect(order('하나 둘 셋 넷 여섯')).toEqual(['여섯', '가나'])
  expect(order('하나 둘 셋 넷 다섯 여섯')).toEqual(['가나', '여섯'])
})
