import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { writeRoads } from '../bundle/load-bundle.ts'
import { defaultSources, emptySource, saveSource } from '../import/sources.ts'
import { writeAreas } from '../import/write-rows.ts'
import { findStreets } from './find-road.ts'
import { encodePolyline } from './geometry.ts'

let site: PostSite

const eastwards = (lat: number) => encodePolyline([37, 37.01].map((_, index) => ({ lat, lng: 127 + index * 0.01 })))

beforeAll(async () => {
  site = await startPostSite()
  const rows = [
    ['서울특별시 마포구', '서울특별시 중구', '부산광역시 중구', '경기도 수원시 장안구', '충청북도 괴산군'].join('\t'),
    ['월드컵로', '0', eastwards(37.55), 'j', '', '20:200 60:600'].join('\t'),
    ['중앙로', '1', eastwards(37.56), 'c', '', ''].join('\t'),
    ['중앙로', '2', eastwards(35.1), 'c', '', ''].join('\t'),
    [
      '중앙로',
      '3',
      encodePolyline([
        { lat: 37.31, lng: 127 },
        { lat: 37.31, lng: 127.05 },
      ]),
      'c',
      '',
      '',
    ].join('\t'),
    ['양화로', '1 0', eastwards(37.57), 'c', '', ''].join('\t'),
    ['정조로10번길', '3', eastwards(37.3), 'p', '4', ''].join('\t'),
    ['정조로', '3', eastwards(37.29), 'o', '', ''].join('\t'),
    ['천곡4길', '3', eastwards(37.28), 'p', '4', ''].join('\t'),
    ['소담길', '3', eastwards(37.27), 'c', '', ''].join('\t'),
    ['들꽃길', '3', eastwards(37.26), 'c', '', ''].join('\t'),
    ['큰로', '3', encodePolyline([37.25, 37.265].map((lat) => ({ lat, lng: 127.01 }))), 'o', '', ''].join('\t'),
    ['괴산로', '4', encodePolyline([127, 127.3].map((lng) => ({ lat: 36.7, lng }))), 'o', '', ''].join('\t'),
  ]
  const sourceId = await saveSource(site.db, { key: 'bundled-roads', ...defaultSources.roads })
  await writeRoads(site.db, sourceId, rows.join('\n'))
})

afterAll(() => site.close())

const geocode = (address: string) => site.api.geocode({ address })

test('a number is located on the line of its road, with how exact that is', async () => {
  const found = await geocode('서울 마포구 월드컵로 30')
  expect(found).toMatchObject({
    address_name: '서울특별시 마포구 월드컵로 30',
    precision: 'road',
    radius: 100,
    road: [],
  })
  expect(found?.position.lat).toBeCloseTo(37.55, 3)
  expect(found?.position.lng).toBeCloseTo(127 + 300 / 88_100, 4)
  expect(await geocode('수원 장안구 정조로10번길 5')).toMatchObject({ radius: 150 })
})

test('where only the road is sure, its whole line is given', async () => {
  const found = await geocode('부산 중구 중앙로 40')
  expect(found).toMatchObject({ address_name: '부산광역시 중구 중앙로 40', radius: null })
  expect(found?.road).toHaveLength(2)
  expect(await geocode('마포구 월드컵로')).toMatchObject({ address_name: '서울특별시 마포구 월드컵로', radius: null })
})

test('a road without its area is located only if one city has it', async () => {
  expect(await geocode('월드컵로 30')).toMatchObject({ address_name: '서울특별시 마포구 월드컵로 30' })
  expect(await geocode('중앙로 40')).toBeNull()
  expect(await geocode('중구 중앙로 40')).toMatchObject({ precision: 'district' })
  expect(await geocode('서울 중앙로 40')).toMatchObject({ address_name: '서울특별시 중구 중앙로 40' })
  // Only one road is long enough.
  expect(await geocode('중앙로 300')).toMatchObject({ address_name: '경기도 수원시 장안구 중앙로 300' })
})

test('a number on a road that several cities have is offered in each that reaches it', async () => {
  const found = async (keyword: string) =>
    (await site.api.searchPlaces({ keyword })).map(({ place_name, address_name }) => [place_name, address_name])
  const [first, second, third, ...others] = await found('중앙로40')
  expect([first, second, third].toSorted()).toEqual([
    ['중앙로 40', '경기도 수원시 장안구 중앙로 40'],
    ['중앙로 40', '부산광역시 중구 중앙로 40'],
    ['중앙로 40', '서울특별시 중구 중앙로 40'],
  ])
  expect(others).toEqual([])
  expect(await found('중앙로 300')).toEqual([])
  expect((await found('부산 중앙로 40')).flat()).not.toContain('중앙로 40')
})

test('of the districts that a road passes, an address has the one of its number', async () => {
  const sourceId = await saveSource(site.db, { key: 'borders', ...defaultSources.boundaries })
  onTestFinished(() => emptySource(site.db, sourceId))
  const area = { key: '11440', level: 2, address: '서울특별시 마포구', legalAddress: null, code: null }
  const points = [
    [127.005, 37.56],
    [127.005, 37.58],
    [127.02, 37.58],
    [127.02, 37.56],
  ] as const
  const rings = [{ isHole: false, points }]
  await writeAreas(site.db, sourceId, [{ ...area, lat: 37.57, lng: 127.01, rings }], () => {})
  expect(await geocode('양화로 70')).toMatchObject({ address_name: '서울특별시 마포구 양화로 70' })
  expect(await geocode('양화로 10')).toMatchObject({ address_name: '서울특별시 중구 양화로 10' })
})

test('an unknown branch is located where it leaves its road, beside the next one, or on the whole road', async () => {
  const parent = await geocode('수원 장안구 정조로30번길 5')
  expect(parent).toMatchObject({ address_name: '경기도 수원시 장안구 정조로', precision: 'road' })
  expect(parent?.position.lng).toBeCloseTo(127 + 300 / 88_100, 3)
  expect(parent?.radius).toBeGreaterThanOrEqual(400)
  const beside = await geocode('수원 장안구 천곡2길 3')
  expect(beside).toMatchObject({ address_name: '경기도 수원시 장안구 천곡4길', position: { lat: 37.28, lng: 127 } })
  expect(beside?.radius).toBeGreaterThanOrEqual(500)
  expect(await geocode('수원 장안구 소담3길 7')).toMatchObject({
    address_name: '경기도 수원시 장안구 소담길',
    radius: null,
  })
  expect(await geocode('수원 장안구 없는3길 7')).toMatchObject({ precision: 'district' })
})

test('an alley of unknown direction begins at the end that lies on a larger road', async () => {
  const fromEast = await geocode('수원 장안구 들꽃길 20')
  expect(fromEast?.position.lng).toBeCloseTo(127.01 - 100 / 88_400, 3)
  const fromWest = await geocode('수원 장안구 소담길 20')
  expect(fromWest?.position.lng).toBeCloseTo(127 + 100 / 88_400, 3)
})

test('a 읍·면 says where on a long road a number is', async () => {
  const sourceId = await saveSource(site.db, { key: 'borders', ...defaultSources.boundaries })
  onTestFinished(() => emptySource(site.db, sourceId))
  const area = { key: '43760', level: 3, address: '충청북도 괴산군 청천면', legalAddress: null, code: null }
  const points = [
    [127.1, 36.6],
    [127.1, 36.8],
    [127.2, 36.8],
    [127.2, 36.6],
  ] as const
  await writeAreas(
    site.db,
    sourceId,
    [{ ...area, lat: 36.7, lng: 127.15, rings: [{ isHole: false, points }] }],
    () => {},
  )
  const there = await geocode('괴산군 청천면 괴산로 1350')
  expect(there?.position.lng).toBeCloseTo(127 + 13_500 / 89_150, 2)
  // The numbers of that 면 are placed by the outline of 면 alone, wherever the road begins.
  const moved = await geocode('충북 괴산군 청천면 괴산로 120')
  expect(moved?.position.lng).toBeCloseTo(127.15, 2)
  expect(moved?.radius).toBeGreaterThan(4000)
  expect(moved?.radius).toBeLessThan(6000)
  expect((await geocode('괴산군 괴산로 120'))?.position.lng).toBeLessThan(127.02)
  expect((await geocode('괴산군 없는면 괴산로 120'))?.position.lng).toBeLessThan(127.02)
})

test.each([
  '서울 마포구 월드컵로 30 지하1층',
  '서울 마포구 월드컵로 30, 강남파이낸스센터 3층',
  '서울 마포구 월드컵로 30 101동 1203호',
  '서울 마포구 월드컵로30지하1층',
  '서울 마포구 월드컵로 30번지 B1층',
])('what stands behind the number does no harm: %s', async (typed) => {
  expect(await geocode(typed)).toMatchObject({ address_name: '서울특별시 마포구 월드컵로 30', radius: 100 })
})

test('a number below the road is not the one beside it', async () => {
  const found = await geocode('서울 마포구 월드컵로 지하 30')
  expect(found).toMatchObject({ address_name: '서울특별시 마포구 월드컵로 지하 30', precision: 'road' })
  expect(await geocode('서울 마포구 월드컵로지하30')).toEqual(found)
})

test('a street is found by its name alone, one of each city, and by its area', async () => {
  const found = async (keyword: string) =>
    (await site.api.searchPlaces({ keyword })).map(({ address_name, precision }) => `${address_name} ${precision}`)
  expect(await found('월드컵로')).toEqual(['서울특별시 마포구 월드컵로 road'])
  expect(await found('중앙로')).toEqual(
    expect.arrayContaining(['서울특별시 중구 중앙로 road', '부산광역시 중구 중앙로 road']),
  )
  expect(await found('부산 중앙로')).toEqual(['부산광역시 중구 중앙로 road'])
  expect(await found('없는길')).toEqual([])
})

test('a street is found by its name and a place that it passes, and is shown there', async () => {
  const at = (lat: number) => findStreets(site.db, '망원동 월드컵로', () => ({ lat, lng: 127.008 }))
  const [street] = await at(37.555)
  expect(street).toMatchObject({ address: '서울특별시 마포구 월드컵로', tags: '망원동' })
  expect(street?.lng).toBeCloseTo(127.008)
  expect(await at(37.57)).toEqual([])
})

test('a pin gets the nearest address by road; away from roads it has none', async () => {
  const reverse = async (lat: number, lng: number) => (await site.api.reverseGeocode({ lat, lng }))?.road_address
  expect(await reverse(37.5501, 127 + 300 / 88_100)).toBe('서울특별시 마포구 월드컵로 31')
  expect(await reverse(37.5499, 127 + 300 / 88_100)).toBe('서울특별시 마포구 월드컵로 30')
  expect(await reverse(35.1001, 127.005)).toBe('부산광역시 중구 중앙로')
  expect(await reverse(37.5, 127)).toBeNull()
})

test('the licence of the roads is named on every map', async () => {
  const lines = await site.api.getPlaceAttributions()
  expect(lines).toContainEqual(
    expect.objectContaining({
      text: expect.stringContaining('OpenStreetMap'),
      url: expect.stringContaining('copyright'),
    }),
  )
})
