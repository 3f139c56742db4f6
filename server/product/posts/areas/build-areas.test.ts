import { expect, test } from 'vitest'
import { buildAreas } from './sync-areas.ts'

const box = { south: 37, west: 126, north: 38, east: 127 }
const at = { lat: 37.5, lng: 126.5 }

function bordered(address: string, unit = address, around = box) {
  return { address, unit, ...around }
}

test('outlines of one 법정동 are one area, whose parents enclose all of them', () => {
  const { areas, names } = buildAreas(
    [{ level: 1, address: '서울특별시', ...at }],
    [
      bordered('서울특별시 마포구 망원제1동', '서울특별시 마포구 망원동'),
      bordered('서울특별시 마포구 망원제2동', '서울특별시 마포구 망원동', { ...box, east: 128 }),
    ],
  )
  expect(areas.map(({ address }) => address)).toEqual(['서울특별시', '서울특별시 마포구', '서울특별시 마포구 망원동'])
  expect(areas[0]).toEqual({ address: '서울특별시', ...at, box: { ...box, east: 128 } })
  expect(names.get('서울특별시 마포구 망원제2동')).toBe('서울특별시 마포구 망원동')
  expect(names.get('서울특별시 마포구 망원2동')).toBe('서울특별시 마포구 망원동')
})

test.each([
  ['서울특별시 성북구 월곡제2동', '서울특별시 성북구 월곡2동'],
  ['부산광역시 연제구 거제1동', '부산광역시 연제구 거제1동'],
  ['서울특별시 종로구 종로1.2.3.4가동', '서울특별시 종로구 종로1.2.3.4가동'],
  ['인천광역시 남구 주안1동', '인천광역시 미추홀구 주안1동'],
])('%s is the area %s', (address, area) => {
  const { areas, names } = buildAreas([], [bordered(address)])
  expect(areas.at(-1)?.address).toBe(area)
  expect(names.get(address)).toBe(area)
})

test('a part of a city without borders of its own belongs to the city; without any borders it is an area', () => {
  const named = ['경기도 부천시', '경기도 부천시 원미구', '경기도 수원시 장안구'].map((address) => ({
    level: 2,
    address,
    ...at,
  }))
  const { areas, names } = buildAreas(named, [bordered('경기도 부천시 심곡동')])
  expect(names.get('경기도 부천시 원미구')).toBe('경기도 부천시')
  expect(areas.map(({ address }) => address)).toContain('경기도 수원시 장안구')
  expect(areas.map(({ address }) => address)).not.toContain('경기도 부천시 원미구')
})
