import { expect, test } from 'vitest'
import { findShopBeside, offeredPlaceOfAddress, selectOfferedPlaces } from './found-places.ts'

type Result = Parameters<typeof selectOfferedPlaces>[1][number]

function result(place_name: string, fields: Partial<Result> = {}): Result {
  const position = { lat: 37.4979, lng: 127.0276 }
  return { position, place_name, address_name: '', category: null, precision: null, rate: 1, distance: null, ...fields }
}

const gangnam = { name: '강남역', view: { lat: 37.4979, lng: 127.0276, zoom: 16 }, hasPin: true }
const mapo = { name: '마포구', view: { lat: 37.5663, lng: 126.9016, zoom: 12 }, hasPin: false }
/** Position that many metres north of 강남역. */
const north = (metres: number) => ({ lat: 37.4979 + metres / 111_195, lng: 127.0276 })

const labels = (...given: Parameters<typeof selectOfferedPlaces>) =>
  selectOfferedPlaces(...given).map(({ label }) => label)

test('three results are offered, with the address where two have one name, and without those that are named', () => {
  const seocho = { address_name: '서울특별시 서초구 서초대로 1', position: north(900) }
  const results = [
    result('강남역', { category: '지하철역 · 2호선' }),
    result('별다방', { address_name: '서울특별시 강남구 테헤란로 1' }),
    result('별다방', seocho),
    result('별다방 뒷집'),
    result('달다방'),
  ]
  expect(labels({ places: [gangnam] }, results, null)).toEqual([
    '별다방 · 서울특별시 강남구 테헤란로 1',
    '별다방 · 서울특별시 서초구 서초대로 1',
    '별다방 뒷집',
  ])
  const areas = ['서울특별시 중구', '부산광역시 중구'].map((address_name, index) =>
    result('중구', { address_name, precision: 'district', position: { lat: 37 - 2 * index, lng: 127 } }),
  )
  expect(selectOfferedPlaces({ places: [] }, areas, null)).toMatchObject([
    { label: '서울특별시 중구', place: { name: '중구', view: { zoom: 12 }, hasPin: false } },
    { label: '부산광역시 중구' },
  ])
})

test('an area of another list, with another middle, is the one that is named', () => {
  const other = {
    address_name: '서울특별시 마포구',
    precision: 'district' as const,
    position: { lat: 37.56, lng: 126.91 },
  }
  expect(labels({ places: [{ ...mapo, name: '서울 마포구' }] }, [result('마포구', other)], null)).toEqual([])
})

test('an address is named by its road and number, and has a pin unless it may be anywhere on its road', () => {
  const known = { position: gangnam.view, address_name: '서울특별시 강남구 테헤란로 10', radius: null, road: [] }
  const place = { name: '테헤란로 10', view: gangnam.view, hasPin: true }
  expect(offeredPlaceOfAddress({ ...known, precision: 'building' })).toEqual({ place, label: known.address_name })
  const road = [north(0), north(500)]
  expect(offeredPlaceOfAddress({ ...known, precision: 'road', road })?.place).toMatchObject({
    hasPin: false,
    view: { zoom: 15 },
  })
  expect(offeredPlaceOfAddress({ ...known, precision: 'dong' })).toBeNull()
  const lot = { ...known, address_name: '서울특별시 강남구 역삼동 825', precision: 'building' as const }
  expect(offeredPlaceOfAddress(lot)?.place.name).toBe('역삼동 825')
})

test('beside a station the first shop is meant, in an area the only one', () => {
  const near = result('별다방 강남역점', { position: north(200) })
  const station = result('강남역', { category: '지하철역 · 2호선' })
  expect(findShopBeside({ meant: gangnam }, [near, result('별다방 서초점'), station])?.name).toBe('별다방 강남역점')
  expect(findShopBeside({ meant: gangnam }, [station, near])).toBeNull()
  expect(findShopBeside({ meant: gangnam }, [result('별다방 먼점', { position: north(2000) })])).toBeNull()
  const inMapo = ['을밀대', '을밀대 공덕점'].map((name) => result(name, { position: { lat: 37.545, lng: 126.95 } }))
  expect(findShopBeside({ meant: mapo }, inMapo)).toBeNull()
  expect(findShopBeside({ meant: mapo }, inMapo.slice(0, 1))).toMatchObject({ name: '을밀대', hasPin: true })
  expect(findShopBeside({ meant: null }, inMapo)).toBeNull()
})
