import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearingLabel } from './bearing.ts'
import { distanceAndAddress, distanceLabel, districtName, locationLabel } from './location-text.ts'
import { metresBetween } from './position.ts'

test.each([
  ['서울 마포구 숭문길 24', '마포구'],
  ['서울특별시 중구 명동길 14', '중구'],
  ['  부산광역시   해운대구 우동 ', '해운대구'],
  ['경기도 수원시 팔달구 정조로 800', '수원시 팔달구'],
  ['경기 광주시 오포읍 12', '광주시'],
  ['광주 동구 충장로 1', '동구'],
  ['강원특별자치도 평창군 대관령면', '평창군'],
  ['전북특별자치도 전주시 완산구 교동', '전주시 완산구'],
  ['충남 천안시 동남구 병천면', '천안시 동남구'],
  ['제주특별자치도 제주시 노형동', '제주시'],
  ['세종특별자치시 한누리대로 2130', '세종시'],
  ['마포구 숭문길 24', '마포구'],
  ['수원시 팔달구', '수원시 팔달구'],
  ['경기도', null],
  ['을지로 입구', null],
  ['시', null],
  ['', null],
])('the district of %j is %j', (address, district) => {
  expect(districtName(address)).toBe(district)
})

test('the district of every 시군구 of Korea is its own name', () => {
  const { fields, rows } = JSON.parse(gunzipSync(readFileSync('korea/areas.json.gz')).toString()) as {
    fields: string[]
    rows: unknown[][]
  }
  const [level, address] = [fields.indexOf('level'), fields.indexOf('address')]
  const districts = rows.filter((row) => row[level] === 2).map((row) => String(row[address]))
  expect(districts.length).toBeGreaterThan(220)
  const wrong = districts.filter((name) => districtName(`${name} 중앙로 1`) !== name.split(' ').slice(1).join(' '))
  expect(wrong).toEqual([])
})

test.each([
  [0, '100m 이내'],
  [99, '100m 이내'],
  [100, '100m'],
  [149, '100m'],
  [150, '200m'],
  [812, '800m'],
  [949, '900m'],
  [950, '1km'],
  [1000, '1km'],
  [1240, '1.2km'],
  [9949, '9.9km'],
  [9950, '10km'],
  [12_499, '12km'],
  [1_234_000, '1,234km'],
])('%d metres are %s', (metres, label) => {
  expect(distanceLabel(metres)).toBe(label)
})

test('labels of distances never decrease in a list by distance, for any step', () => {
  const inMetres = (label: string) =>
    Number.parseFloat(label.replaceAll(',', '')) * (label.includes('km') ? 1000 : 1) - (label.includes('이내') ? 1 : 0)
  fc.assert(
    fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.constantFrom(1, 10, 100), (a, b, step) => {
      const [near, far] = [Math.min(a, b), Math.max(a, b)].map((metres) => inMetres(distanceLabel(metres, step)))
      expect(near).toBeLessThanOrEqual(far ?? 0)
    }),
  )
})

test('a place is described by its district and distance, as far as they are known', () => {
  const here = { lat: 37.55, lng: 126.94 }
  const there = { lat: 37.5478, lng: 126.9467 }
  expect(Math.round(metresBetween(here, there))).toBe(639)
  expect(locationLabel({ address: '서울 마포구 숭문길 24', ...there }, here)).toBe('마포구 ·\u00a0600m')
  expect(locationLabel({ address: '을지로 입구', ...there }, here)).toBe('600m')
  expect(locationLabel({ address: null, ...there }, here)).toBe('600m')
  expect(locationLabel({ address: '서울 마포구 숭문길 24', lat: null, lng: null }, here)).toBe('서울 마포구 숭문길 24')
  expect(locationLabel({ address: null, lat: null, lng: null }, here)).toBeNull()
  expect(distanceAndAddress({ address: '서울 마포구 숭문길 24', ...there }, here)).toBe('600m ·\u00a0마포구 숭문길 24')
  expect(distanceAndAddress({ address: '을지로 입구', ...there }, here)).toBe('600m ·\u00a0을지로 입구')
  expect(distanceAndAddress({ address: null, ...there }, here)).toBe('600m')
  expect(distanceAndAddress({ address: '서울', lat: null, lng: null }, here)).toBe('서울')
})

const mangwon = { name: '망원역', lat: 37.5561, lng: 126.9101 }

test.each([
  [{ lat: 37.5561 + 0.0009, lng: 126.9101 }, '망원역에서 북쪽으로 100m'],
  [{ lat: 37.5561 + 0.002, lng: 126.9101 + 0.0025 }, '망원역에서 북동쪽으로 310m'],
  [{ lat: 37.5561, lng: 126.9101 + 0.0113 }, '망원역에서 동쪽으로 1km'],
  [{ lat: 37.5561 - 0.002, lng: 126.9101 - 0.0025 }, '망원역에서 남서쪽으로 310m'],
  [{ lat: 37.5561, lng: 126.9101 - 0.001 }, '망원역에서 서쪽으로 90m'],
  [{ lat: 37.5561 - 0.0009, lng: 126.9101 + 0.0002 }, '망원역에서 남쪽으로 100m'],
  [mangwon, '망원역에서 10m 이내'],
])('a place is described from a station: %o', (place, words) => {
  expect(bearingLabel(mangwon, place, 10)).toBe(words)
})
