import { expect, test } from 'vitest'
import { builtInAreas } from './korea-areas.ts'
import {
  currentAddress,
  gazetteerWords,
  isDividedDistrict,
  newDistricts,
  otherNamesOf,
  writtenNames,
} from './renamed-areas.ts'

test.each([
  ['인천광역시 중구 운서동', '인천광역시 영종구 운서동'],
  ['인천광역시 중구 북성동1가', '인천광역시 제물포구 북성동1가'],
  ['인천광역시 동구 송림동', '인천광역시 제물포구 송림동'],
  ['인천광역시 서구 당하동', '인천광역시 검단구 당하동'],
  ['인천광역시 서구 가정동', '인천광역시 서구 가정동'],
  ['인천광역시 남구 주안동', '인천광역시 미추홀구 주안동'],
  ['경기도 화성시 반송동', '경기도 화성시 동탄구 반송동'],
  ['경상북도 군위군 군위읍', '대구광역시 군위군 군위읍'],
  ['충청북도 청원군 오창읍', '충청북도 청주시 오창읍'],
  ['서울특별시 중구 명동1가', '서울특별시 중구 명동1가'],
])('%s is called %s today', (former, present) => {
  expect(currentAddress(former)).toBe(present)
  expect(currentAddress(present)).toBe(present)
})

test.each([
  ['인천광역시 영종구 운서동', '인천광역시 중구 운서동'],
  ['영종구 운서동', '인천광역시 중구 운서동'],
  ['경기도 화성시 동탄구 반송동', '경기도 화성시 반송동'],
  ['인천광역시 제물포구 송림동', '인천광역시 송림동'],
  ['인천광역시 남구 주안동', '인천광역시 미추홀구 주안동'],
  ['남구 주안동', '남구 주안동'],
  ['경상남도 마산시 오동동', '경상남도 창원시 오동동'],
  ['충청남도 연기군 조치원읍', '세종특별자치시 조치원읍'],
  ['전남광주통합특별시 북구 용봉동', '북구 용봉동'],
])('%s is %s in the gazetteer', (typed, listed) => {
  expect(gazetteerWords(typed.split(' ')).join(' ')).toBe(listed)
})

test('every other name is that of an area of the gazetteer, and each new district has parts', () => {
  const districts = builtInAreas.map(({ address }) => address)
  expect([...newDistricts.keys()].map((name) => name.split(' ').at(-1))).toEqual(
    expect.arrayContaining(['영종구', '제물포구', '검단구', '만세구', '효행구', '병점구', '동탄구']),
  )
  for (const areas of newDistricts.values())
    for (const area of areas)
      expect(
        districts.some((district) => area.startsWith(district)),
        area,
      ).toBe(true)
  expect(otherNamesOf('대구광역시 군위군')).toEqual(['경상북도 군위군'])
  expect(isDividedDistrict('인천광역시 서구')).toBe(true)
  expect(isDividedDistrict('경기도 화성시')).toBe(false)
})

test('a former district is spoken of with its province, and alone if no other is called so today', () => {
  expect(writtenNames('인천광역시 남구')).toEqual(expect.arrayContaining(['인천남구', '인천광역시남구']))
  expect(writtenNames('인천광역시 남구')).not.toContain('남구')
  expect(writtenNames('충청북도 청원군')).toEqual(expect.arrayContaining(['청원군', '충북청원군']))
})
