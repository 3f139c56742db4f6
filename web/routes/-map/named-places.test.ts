import { expect, test } from 'vitest'
import { namedPlaces } from './named-places.ts'

type Found = Parameters<typeof namedPlaces>[1][number]

function found(place_name: string, precision: Found['precision'], address_name: string): Found {
  const position = { lat: 37.5556789, lng: 126.9 }
  return { place_name, precision, address_name, position, category: '', rate: 1, distance: null }
}

const mangwon = found('망원동', 'dong', '서울특별시 마포구 망원동')
const market = found('망원동월드컵시장', null, '서울특별시 마포구 망원로7길 3')
const station = found('홍대입구역', null, '서울특별시 마포구 양화로 지하 188')

test('a keyword means the area or the station of that name, which is shown from near enough', () => {
  const area = { lat: 37.55568, lng: 126.9, zoom: 14 }
  expect(namedPlaces('망원동', [mangwon, market])).toEqual({
    places: [{ name: '서울특별시 마포구 망원동', view: area }],
    meant: { name: '망원동', view: area },
  })
  for (const keyword of ['홍대입구역', '홍대']) {
    expect(namedPlaces(keyword, [station]).meant).toEqual({ name: '홍대입구역', view: { ...area, zoom: 16 } })
  }
})

test('of an area and a station it means the one that was found first', () => {
  const district = found('마포구', 'district', '서울특별시 마포구')
  const metro = found('마포역', null, '서울특별시 마포구 마포대로 지하 33')
  expect(namedPlaces('마포', [metro, district]).meant?.name).toBe('마포역')
  expect(namedPlaces('마포', [district, metro]).meant?.name).toBe('마포구')
  expect(namedPlaces('마포', [metro, district]).places.map(({ name }) => name)).toEqual(['서울특별시 마포구', '마포역'])
})

test('one of several places of a name is not chosen for the person', () => {
  const districts = ['서울특별시', '부산광역시', '대구광역시'].map((city) => found('중구', 'district', `${city} 중구`))
  expect(namedPlaces('중구', districts)).toMatchObject({ places: Array(3).fill({}), meant: null })
  const markets = ['경기도', '강원특별자치도'].map((province) => found('중앙시장', null, province))
  expect(namedPlaces('중앙시장', markets)).toMatchObject({ places: [{ name: '중앙시장' }], meant: null })
})

test('a keyword that names no place means none', () => {
  expect(namedPlaces('파스타', [found('파스타집', null, '서울특별시 마포구')])).toEqual({ places: [], meant: null })
  expect(namedPlaces('파스타', [])).toEqual({ places: [], meant: null })
})
