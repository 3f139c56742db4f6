import { expect, test } from 'vitest'
import {
  areaPrecision,
  hasHouseNumber,
  inaccuracySentence,
  isExact,
  partFoundSentence,
  proposalSentence,
} from './precision.ts'

test('only a building is exact enough to be stored: a road may be kilometres long', () => {
  const precisions = ['building', 'road', 'dong', 'district', 'province'] as const
  expect(precisions.filter(isExact)).toEqual(['building'])
})

test('an area is distinguished from a place within it', () => {
  expect(areaPrecision('망원동', '서울 마포구 망원동')).toBe('dong')
  expect(areaPrecision('성수동1가', '서울특별시 성동구')).toBe('dong')
  expect(areaPrecision('여의도', '서울 영등포구')).toBe('dong')
  expect(areaPrecision('해운대구', '부산광역시 해운대구')).toBe('district')
  expect(areaPrecision('제주도', '')).toBe('province')
  expect(areaPrecision('부산광역시', '부산광역시')).toBe('province')
  for (const [name, address] of [
    ['을밀대', '서울 마포구 염리동'],
    ['우동', '서울 마포구 염리동 147-6'],
    ['강남역', '서울특별시 강남구 강남대로 396'],
    ['명동', '서울 중구 을지로 12'],
  ] as const)
    expect(areaPrecision(name, address)).toBeNull()
})

test('an address has a house number or means an area or road', () => {
  for (const address of ['서울 마포구 숭문길 24', '마포구 염리동 147-6번지', '해운대로 지하 626', '중앙로 3, 2층'])
    expect(hasHouseNumber(address), address).toBe(true)
  for (const address of ['', '서울 성동구 성수동1가', '종로3가', '세종대로', '을지로 2층'])
    expect(hasHouseNumber(address), address).toBe(false)
})

test('an inexact position has a message', () => {
  expect(proposalSentence('종로 51', null)).toBe('종로 51은 이 길 어딘가예요. 핀을 옮겨 주세요.')
  expect(proposalSentence('종로 12', null)).toBe('종로 12는 이 길 어딘가예요. 핀을 옮겨 주세요.')
  expect(proposalSentence('서울특별시 마포구')).toBe('마포구 가운데예요. 핀을 옮겨 주세요.')
  expect(proposalSentence('서울특별시 마포구 월드컵로')).toBe('월드컵로 가운데예요. 핀을 옮겨 주세요.')
  expect(proposalSentence('서울특별시 마포구 숭문길 32-1')).toBe('숭문길 32-1 위치예요. 핀을 옮겨 주세요.')
  expect(partFoundSentence('서울특별시 마포구')).toBe('마포구까지만 찾았어요. 위 지도에서 위치를 맞춰 주세요.')
  expect(partFoundSentence('서울특별시 마포구 숭문길 32')).toBe(
    '가까운 번호(숭문길 32)만 찾았어요. 위 지도에서 위치를 맞춰 주세요.',
  )
  expect(inaccuracySentence(30)).toBeNull()
  expect(inaccuracySentence(340)).toBe('현재 위치가 400m까지 차이 날 수 있어요. 핀을 옮겨 주세요.')
  expect(inaccuracySentence(1800)).toBe('현재 위치가 2km까지 차이 날 수 있어요. 핀을 옮겨 주세요.')
})
