import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  importQuietly,
  shopLine,
  someBoundaries,
  someGazetteer,
  writeJsonFile,
  writeShopFile,
} from '#tests/place-files.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
})

afterAll(async () => {
  await site.close()
})

async function located(address: string): Promise<string | null> {
  const found = await site.api.geocode({ address })
  return found ? `${found.address_name}, ${found.precision_label}` : null
}

async function reversed(lat: number, lng: number): Promise<string | null> {
  const found = await site.api.reverseGeocode({ lat, lng })
  return found ? `${found.address_name}, ${found.precision}${found.exact ? '' : ', about'}` : null
}

test('with only the built-in list an address is located to its 시군구, and a pin to the nearest one', async () => {
  expect(await located('제주 제주시 노형동 925')).toBe('제주특별자치도 제주시, 시군구 단위 위치')
  expect(await located('경기 수원 장안구 어딘가')).toBe('경기도 수원시 장안구, 시군구 단위 위치')
  expect(await located('부산 없는구 없는동')).toBe('부산광역시, 시도 단위 위치')
  expect(await located('화성 분화구')).toBe('경기도 화성시, 시군구 단위 위치')
  expect(await located('달나라')).toBeNull()
  expect(await located('')).toBeNull()
  expect(await reversed(33.45, 126.57)).toBe('제주특별자치도 제주시, district, about')
  expect(await reversed(36.6, 125)).toBeNull()
})

test('with a gazetteer an address is located to its 동', async () => {
  await importQuietly(site.db, await writeJsonFile('gazetteer.json', someGazetteer))
  expect(await site.api.geocode({ address: '제주특별자치도 제주시 노형동 925 2층' })).toEqual({
    position: { lat: 33.4528, lng: 126.4692 },
    address_name: '제주특별자치도 제주시 노형동',
    precision: 'dong',
    precision_label: '동 단위 위치',
    radius: 1500,
    road: [],
  })
  for (const part of ['노형동', '제주시 노형동', '제주 노형동 1', '제주도 제주시 노형동']) {
    expect(await located(part)).toBe('제주특별자치도 제주시 노형동, 동 단위 위치')
  }
  expect(await located('서울 중구 노형동')).toBe('서울특별시 중구, 시군구 단위 위치')
})

test('with shops an address is located to its building, by road or by lot, or else to its road', async () => {
  const lines = [24, 26, 28, 30, 32].map((number) =>
    shopLine({
      상가업소번호: String(number),
      상호명: '밥집',
      지번주소: `서울특별시 마포구 염리동 ${number}-1`,
      도로명주소: `서울특별시 마포구 숭문길 ${number}`,
      위도: `37.55${number}`,
      경도: '126.95',
    }),
  )
  await importQuietly(site.db, await writeShopFile(lines))
  const building = await site.api.geocode({ address: '서울 마포구 숭문길 26 (염리동) 2층' })
  expect(building).toMatchObject({ position: { lat: 37.5526 }, precision_label: '건물 단위 위치' })
  expect(await located('서울 마포구 염리동 28-1번지')).toBe('서울특별시 마포구 염리동 28-1, 건물 단위 위치')
  const road = await site.api.geocode({ address: '서울 마포구 숭문길' })
  expect(road).toMatchObject({
    position: { lat: 37.5528 },
    address_name: '서울특별시 마포구 숭문길',
    precision_label: '도로 단위 위치',
  })
  const nearest = await site.api.geocode({ address: '서울 마포구 숭문길 31-2' })
  // The person can judge whether that is near enough.
  expect(nearest).toMatchObject({
    position: { lat: 37.553 },
    address_name: '서울특별시 마포구 숭문길 30',
    precision_label: '도로 단위 위치',
  })
  expect(await located('서울 마포구 숭문길 99')).toBe('서울특별시 마포구, 시군구 단위 위치')
  expect(await located('서울 마포구 숭문')).toBe('서울특별시 마포구, 시군구 단위 위치')
})

test('a pasted address may have a country, a postal code, and other forms of its numbers', async () => {
  const building = '서울특별시 마포구 숭문길 26, 건물 단위 위치'
  for (const before of ['대한민국 ', '04095 ', '(04095) ', '우) 04095 ', '대한민국 04095 ']) {
    expect(await located(`${before}서울특별시 마포구 숭문길 26`), before).toBe(building)
  }
  expect(await located('서울 마포구 숭문길26')).toBe(building)
  expect(await located('서울 마포구 염리동 28의1 번지')).toBe('서울특별시 마포구 염리동 28-1, 건물 단위 위치')
})

test.each([
  '서울　마포구　숭문길 ２６',
  '서울 마포구 숭문길 𝟮𝟲',
  '서울 마포구 염리동 28–1',
  '서울 마포구 염리동 ２８－１',
  '서울 마포구 염리동 28ㅡ1',
  '서울 마포구 염리동 28‐1번지',
])('%s is located as in digits and hyphens of the usual form', async (typed) => {
  const usual = typed.includes('숭문길') ? '서울 마포구 숭문길 26' : '서울 마포구 염리동 28-1'
  expect(await located(typed)).toBe(await located(usual))
  expect(await located(typed)).toContain('건물')
})

test('an address without its 시도 or 시군구 is located where only one area has that name or that road', async () => {
  const roads = [
    '서울특별시 중구 을지로 30',
    '서울특별시 중구 중앙로 2',
    '부산광역시 중구 중앙로 4',
    '서울특별시 마포구 월드컵로 190',
  ]
  const lines = roads.map((road, index) =>
    shopLine({
      상가업소번호: `9${index}`,
      상호명: '국숫집',
      지번주소: '',
      도로명주소: road,
      위도: '37.5',
      경도: '127',
    }),
  )
  await importQuietly(site.db, await writeShopFile(lines))
  const nearest = '서울특별시 마포구 월드컵로 190, 도로 단위 위치'
  for (const typed of ['마포구 월드컵로 200', '마포 월드컵로 200', '(서울) 마포구 월드컵로 200', '서울 월드컵로 200']) {
    expect(await located(typed), typed).toBe(nearest)
  }
  expect(await located('월드컵로 200')).toBe(nearest)
  expect(await located('마포구 월드컵로 190')).toBe('서울특별시 마포구 월드컵로 190, 건물 단위 위치')
  // Unknown roads of that name may exist in other areas.
  expect(await located('월드컵로 190')).toBe(nearest)
  expect(await located('중구 을지로 30')).toBe('서울특별시 중구 을지로 30, 도로 단위 위치')
  expect(await located('(부산) 중구 중앙로 4')).toBe('부산광역시 중구 중앙로 4, 건물 단위 위치')
  expect(await located('중구 중앙로 4')).toMatch(/중구, 시군구 단위 위치$/)
  for (const unknown of ['중앙로 4', '월드컵로 999', '달나라 월드컵로 200', '없는로 1']) {
    expect(await located(unknown), unknown).toBeNull()
  }
  expect(await located('부산 마포구 월드컵로 200')).toBe('부산광역시, 시도 단위 위치')
})

test('a lot is located to its 동, with the metres within which all of that lies', async () => {
  await importQuietly(site.db, await writeJsonFile('korea-base.topo.json', someBoundaries))
  const found = await site.api.geocode({ address: '제주 제주시 이호동 12-3 3층' })
  expect(found).toMatchObject({ address_name: '제주특별자치도 제주시 이호동', precision: 'dong' })
  // Half the diagonal of a square of 0.004 degrees.
  expect(found?.radius).toBeGreaterThan(250)
  expect(found?.radius).toBeLessThan(330)
  await site.db.deleteFrom('place_sources').where('key', '=', 'korea-base').execute()
})

test('an unknown road is located to the 동 in brackets behind it', async () => {
  expect(await located('제주 제주시 없는로 1 (노형동)')).toBe('제주특별자치도 제주시 노형동, 동 단위 위치')
  expect(await located('제주 제주시 없는로 1 (노형동, 어느아파트)')).toBe('제주특별자치도 제주시 노형동, 동 단위 위치')
  for (const other of ['(어느아파트)', '(상가)', '(없는동)', '']) {
    expect(await located(`제주 제주시 없는로 1 ${other}`), other).toBe('제주특별자치도 제주시, 시군구 단위 위치')
  }
  // The area has no such 동.
  expect(await located('경기 수원 장안구 없는로 1 (노형동)')).toBe('경기도 수원시 장안구, 시군구 단위 위치')
})

test('with boundaries a pin is located in its 동, including enclaves and piers', async () => {
  await importQuietly(site.db, await writeJsonFile('boundaries.topo.json', someBoundaries))
  expect(await site.api.reverseGeocode({ lat: 33.45, lng: 126.47 })).toEqual({
    address_name: '제주특별자치도 제주시 노형동',
    road_address: null,
    province: '제주특별자치도',
    district: '제주시',
    dong: '노형동',
    code: '5011064000',
    exact: true,
    precision: 'dong',
    precision_label: '동 단위 위치',
  })
  expect(await reversed(33.442, 126.442)).toBe('제주특별자치도 제주시 외도동, dong')
  expect(await reversed(33.448, 126.448)).toBe('제주특별자치도 제주시 이호동, dong')
  expect(await reversed(33.465, 126.47)).toBe('제주특별자치도 제주시 노형동, dong, about')
  expect(await reversed(33.5, 126.47)).toBeNull()
  expect(await reversed(37.5, 127)).toBeNull()
})

test('invalid positions are refused', async () => {
  for (const [lat, lng] of [
    [91, 0],
    [0, 181],
  ] as const) {
    expect(await refusal(site.api.reverseGeocode({ lat, lng }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  expect(await refusal(site.api.geocode({ address: '가'.repeat(201) }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})
