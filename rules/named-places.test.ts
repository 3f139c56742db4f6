import { expect, test } from 'vitest'
import { namedBy } from './named-places.ts'

const position = { lat: 37.5, lng: 127 }
const area = (address_name: string) => ({
  place_name: address_name.split(' ').at(-1) ?? '',
  address_name,
  precision: 'dong' as const,
  position,
})
const spot = (place_name: string) => ({ place_name, address_name: '서울특별시 마포구', precision: null, position })

const areasOf = (keyword: string, ...addresses: string[]) => namedBy(keyword, addresses.map(area)).areas
const placeOf = (keyword: string, ...names: string[]) => namedBy(keyword, names.map(spot)).place?.name

test('an area is named by its whole name, after larger ones or without, and all areas of one name are given', () => {
  expect(areasOf('망원동', '서울특별시 마포구 망원동', '서울특별시 마포구 망원1동')).toEqual([
    '서울특별시/마포구/망원동',
  ])
  expect(areasOf('서울 마포구', '서울특별시 마포구')).toEqual(['서울특별시/마포구'])
  expect(areasOf('중구', '서울특별시 중구', '부산광역시 중구')).toEqual(['서울특별시/중구', '부산광역시/중구'])
})

test('an area is named without its ending, unless another has the whole name', () => {
  expect(areasOf('마포', '서울특별시 마포구')).toEqual(['서울특별시/마포구'])
  expect(areasOf('서울', '서울특별시')).toEqual(['서울특별시'])
  expect(areasOf('제주', '제주특별자치도', '제주특별자치도 제주시')).toEqual([
    '제주특별자치도',
    '제주특별자치도/제주시',
  ])
  expect(areasOf('제주시', '제주특별자치도 제주시', '제주특별자치도 제주시동')).toEqual(['제주특별자치도/제주시'])
})

test('three or more initial consonants name what has them all, a station also without its ending', () => {
  expect(placeOf('ㅎㄷㅇㄱ', '한돈이가', '홍대입구역')).toBe('한돈이가')
  expect(placeOf('ㅎㄷㅇㄱ', '홍대입구역')).toBe('홍대입구역')
  expect(placeOf('ㅎㄷㅇㄱㅇ', '홍대입구역')).toBe('홍대입구역')
  expect(placeOf('ㄱㅈㅅㅈ', '광장시장')).toBe('광장시장')
  expect(areasOf('ㅁㅇㄷ', '서울특별시 마포구 망원동', '서울특별시 마포구 망원1동')).toEqual([
    '서울특별시/마포구/망원동',
  ])
  expect(placeOf('ㅎㄷㅇ', '홍대입구역')).toBeUndefined()
  expect(placeOf('ㄱㄴ', '강남역')).toBeUndefined()
})

test('a part of a name, or one syllable of it, names no area', () => {
  expect(areasOf('원동', '서울특별시 마포구 망원동')).toEqual([])
  expect(areasOf('중', '서울특별시 중구')).toEqual([])
  expect(areasOf('마포구 맛집', '서울특별시 마포구')).toEqual([])
})

test('a station is named without its ending, another place only by its whole name', () => {
  expect(placeOf('홍대입구', '홍대입구역')).toBe('홍대입구역')
  expect(placeOf('홍대', '홍대떡볶이', '홍대입구역')).toBe('홍대입구역')
  expect(placeOf('광장시장', '광장시장')).toBe('광장시장')
  expect(placeOf('광장', '광장시장')).toBeUndefined()
  expect(placeOf('홍', '홍대입구역')).toBeUndefined()
  expect(namedBy('중구', [area('대전광역시 중구'), spot('중구청역')]).place).toBeNull()
  expect(namedBy('명동', [area('서울특별시 중구 명동'), spot('명동역')]).place).toMatchObject({
    name: '명동역',
    position,
  })
})
