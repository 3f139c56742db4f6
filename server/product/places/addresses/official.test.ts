import { afterAll, beforeAll, expect, test } from 'vitest'
import { entranceLine, lotLine, type MadeAddress, writeAddressFile } from '#tests/address-files.ts'
import { importQuietly, someBoundaries, writeJsonFile } from '#tests/place-files.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { nameKeys } from '../import/address-rows.ts'

let site: PostSite

const seoul = { lat: 37.5, lng: 127.03 }
const jeju = { lat: 33.45, lng: 126.47 }
const busan = {
  province: '부산광역시',
  district: '해운대구',
  town: '우동',
  townCode: '2635010500',
  roadCode: '263503138001',
}
const north = ({ lat, lng }: typeof seoul, metres: number) => ({ lat: lat + metres / 111_195, lng })

beforeAll(async () => {
  site = await startPostSite()
  const entrances: MadeAddress[] = [
    { road: '테헤란로', main: 152, name: '강남파이낸스센터', at: seoul },
    { road: '테헤란로', main: 156, underground: '1', at: north(seoul, 40) },
    { road: '테헤란로', main: 517, name: '아이타워', at: north(seoul, 900) },
    { road: '중앙로', main: 7, at: north(seoul, 2000), roadCode: '116803000007' },
    { ...busan, road: '중앙로', main: 7, name: '아이타워 빌딩', at: { lat: 35.16, lng: 129.16 } },
    {
      province: '제주특별자치도',
      district: '제주시',
      town: '애월읍',
      townCode: '5011025000',
      roadCode: '501104850001',
      road: '애월로',
      main: 5,
      sub: 2,
      at: jeju,
    },
  ]
  await importQuietly(site.db, await writeAddressFile('entrc_seoul.txt', entrances.map(entranceLine)))
  const lots = [
    { main: 737, buildingMain: 152 },
    { main: 737, sub: 5, buildingMain: 517 },
  ]
  await importQuietly(site.db, await writeAddressFile('match_jibun_seoul.txt', lots.map(lotLine)))
  await importQuietly(site.db, await writeJsonFile('borders.topo.json', someBoundaries))
})

afterAll(() => site.close())

const located = async (address: string) => {
  const found = await site.api.geocode({ address })
  return found && `${found.address_name}, ${found.precision}`
}

test.each([
  ['서울 강남구 테헤란로 152', '서울특별시 강남구 테헤란로 152, building'],
  ['강남구 테헤란로152 강남파이낸스센터 3층', '서울특별시 강남구 테헤란로 152, building'],
  ['서울 강남구 역삼동 테헤란로 152', '서울특별시 강남구 테헤란로 152, building'],
  ['서울특별시 강남구 테헤란로 152 (역삼동, 강남파이낸스센터)', '서울특별시 강남구 테헤란로 152, building'],
  ['서울 강남구 테헤란로 지하 156', '서울특별시 강남구 테헤란로 지하 156, building'],
  ['서울 강남구 테헤란로 153', '서울특별시 강남구 테헤란로 152, road'],
  ['서울 강남구 역삼동 737', '서울특별시 강남구 테헤란로 152, building'],
  ['서울 강남구 역삼동 737-5번지 101동 1203호', '서울특별시 강남구 테헤란로 517, building'],
  ['제주 제주시 애월로 5-2', '제주특별자치도 제주시 애월읍 애월로 5-2, building'],
  ['제주 제주시 애월읍 애월로 5-2', '제주특별자치도 제주시 애월읍 애월로 5-2, building'],
  ['부산 중앙로 7', '부산광역시 해운대구 중앙로 7, road'],
])('%s is %s', async (typed, found) => expect(await located(typed)).toBe(found))

test('an address without its area is found if one city has it, and then to be confirmed', async () => {
  expect(await site.api.geocode({ address: '테헤란로 152' })).toMatchObject({
    address_name: '서울특별시 강남구 테헤란로 152',
    precision: 'road',
    radius: 50,
  })
  expect(await located('중앙로 7')).toBeNull()
  const found = await site.api.searchPlaces({ keyword: '중앙로 7' })
  expect(found.map(({ address_name, precision }) => `${address_name} ${precision}`).toSorted()).toEqual([
    '부산광역시 해운대구 중앙로 7 building',
    '서울특별시 강남구 중앙로 7 building',
  ])
})

test.each([
  ['역삼 아이타워', ['아이타워']],
  ['강남 아이타워', ['아이타워']],
  ['부산 아이타워', ['아이타워 빌딩']],
  ['아이타워', ['아이타워', '아이타워 빌딩']],
  ['강남파이낸스센터', ['강남파이낸스센터']],
  ['강남 파이낸스센터 3층', ['강남파이낸스센터']],
  ['파이낸스센터', ['강남파이낸스센터']],
  ['대구 아이타워', []],
  ['이타워', []],
])('%s finds %j', async (keyword, names) => {
  const found = await site.api.searchPlaces({ keyword })
  const buildings = found.filter(({ category }) => category === '건물')
  expect(buildings.map(({ place_name }) => place_name)).toEqual(names)
  for (const { precision } of buildings) expect(precision).toBe('building')
})

test('a pin has the address of the nearest entrance', async () => {
  const at = (position: typeof jeju) => site.api.reverseGeocode(position)
  expect((await at(north(jeju, 20)))?.road_address).toBe('제주특별자치도 제주시 애월읍 애월로 5-2')
  expect((await at(north(jeju, 300)))?.road_address).toBeNull()
})

test('a map names the source', async () => {
  expect((await site.api.getPlaceAttributions()).map(({ text }) => text)).toContain(
    '주소: 행정안전부 도로명주소 공공누리 제1유형',
  )
})

test('a name is found by its words and behind its area, by few keys whatever it is', () => {
  const street = { district: '서울특별시 강남구', town: '역삼동' }
  expect(nameKeys('강남 파이낸스 센터', street)).toEqual(['강남파이낸스센터', '파이낸스센터', '센터'])
  expect(nameKeys('역삼아이타워', street)).toEqual(['역삼아이타워', '아이타워'])
  expect(nameKeys('101', street)).toEqual([])
  expect(nameKeys('가 나 다 라 마 바 사 아 자 차'.repeat(9), street).length).toBeLessThanOrEqual(5)
})
