import { expect, test } from 'vitest'
import {
  addressWords,
  areaSearchText,
  leadingAreaWords,
  parseTypedAddress,
  shortAreaName,
  splitAreaNames,
} from './address.ts'

test('short and former names of a 시도 become its full name, brackets and commas are removed', () => {
  expect(addressWords('서울 마포구 숭문길 24 (대흥동, 1층)')).toEqual(['서울특별시', '마포구', '숭문길', '24'])
  expect(addressWords('강원도 춘천시,  중앙로 1')).toEqual(['강원특별자치도', '춘천시', '중앙로', '1'])
  expect(addressWords('  ')).toEqual([])
})

test('the area ends before the road or the lot', () => {
  expect(leadingAreaWords(['제주특별자치도', '제주시', '애월읍', '애월로', '1'])).toEqual([
    '제주특별자치도',
    '제주시',
    '애월읍',
  ])
  expect(leadingAreaWords(['서울특별시', '종로구', '종로1가', '24'])).toEqual(['서울특별시', '종로구', '종로1가'])
  expect(leadingAreaWords(['부산광역시', '해운대구', '우동', '1215-32'])).toEqual(['부산광역시', '해운대구', '우동'])
})

test.each([
  ['경기도 수원시 장안구 정자동', '경기도', '수원시 장안구', '정자동'],
  ['서울특별시 종로구 사직동', '서울특별시', '종로구', '사직동'],
  ['세종특별자치시 한솔동', '세종특별자치시', null, '한솔동'],
  ['강원특별자치도 양구군 양구읍', '강원특별자치도', '양구군', '양구읍'],
  ['제주특별자치도 제주시', '제주특별자치도', '제주시', null],
  ['경기도', '경기도', null, null],
])('%s is %s, %s, %s', (address, province, district, dong) => {
  expect(splitAreaNames(address)).toEqual({ province, district, dong })
})

test('the short name is added to a full one that does not start with it', () => {
  expect(areaSearchText(['경상남도', '고성군'])).toBe('경남 경상남도 고성군')
  expect(areaSearchText(['제주특별자치도', '제주시'])).toBe('제주특별자치도 제주시')
})

test('an area has its name as people write it', () => {
  expect(shortAreaName('서울특별시 종로구 종로1.2.3.4가동')).toBe('종로1·2·3·4가동')
  expect(shortAreaName('서울특별시')).toBe('서울')
})

const at = (main: number, sub = 0, isUnderground = false) => ({ main, sub, isUnderground })

test.each([
  ['서울 강남구 테헤란로 152', ['서울특별시', '강남구'], '테헤란로', at(152)],
  ['서울 강남구 테헤란로152-3, 강남파이낸스센터 3층', ['서울특별시', '강남구'], '테헤란로', at(152, 3)],
  ['테헤란로 지하156', [], '테헤란로', at(156, 0, true)],
  ['테헤란로152지하1층', [], '테헤란로', at(152)],
  ['테헤란로 152 B1층 101동 1203호', [], '테헤란로', at(152)],
  ['테헤란로 152 서울 강남구', ['서울특별시', '강남구'], '테헤란로', at(152)],
  ['구로 디지털로 300', ['구로'], '디지털로', at(300)],
  ['서울 구로구디지털로 217', ['서울특별시', '구로구'], '디지털로', at(217)],
  ['강원 춘천시중앙로107번길14', ['강원특별자치도', '춘천시'], '중앙로107번길', at(14)],
  ['화성시청로 1', [], '화성시청로', at(1)],
  ['시흥대로 104길 31', [], '시흥대로104길', at(31)],
  ['괴산군 청천면 괴산로 1350번지', ['괴산군', '청천면'], '괴산로', at(1350)],
  ['테헤란로', [], '테헤란로', null],
  ['테헤란로 지하1층', [], '테헤란로', null],
])('%s: area, road and number are read', (typed, before, road, number) => {
  expect(parseTypedAddress(typed)).toMatchObject({ before, road, number, lot: null })
})

test.each([
  ['강남구 역삼동 737', ['강남구', '역삼동'], { main: 737, sub: 0, isMountain: false }],
  ['강남구 역삼동 737-1번지 강남파이낸스센터 3층', ['강남구', '역삼동'], { main: 737, sub: 1, isMountain: false }],
  ['괴산군 청천면 화양리 산 12-3', ['괴산군', '청천면', '화양리'], { main: 12, sub: 3, isMountain: true }],
  ['괴산군 화양리 산12', ['괴산군', '화양리'], { main: 12, sub: 0, isMountain: true }],
  ['역삼동 래미안 101동 1203호', ['역삼동', '래미안', '101동', '1203호'], null],
])('%s: area and lot are read', (typed, before, lot) => {
  expect(parseTypedAddress(typed)).toMatchObject({ before, road: null, number: null, lot })
})
