import { expect, test } from 'vitest'
import { looksLikeAddress } from './typed-address.ts'

test.each([
  '테헤란로 152',
  '테헤란로152',
  '서울 강남구 테헤란로 지하 156',
  '초당순두부길77번길 12-3, 2층',
  '월드컵로13길 5번지',
  '역삼동 737',
  '화양리 산 12-3번지',
  '성수동2가 3-1',
])('%s is an address', (keyword) => expect(looksLikeAddress(keyword)).toBe(true))

test.each([
  '을지로 3가역',
  '테헤란로',
  '월드컵로 13길',
  '스타벅스 2',
  '부산 1988',
  '월정사',
  '종로3가',
  '101동 1203호',
])('%s is none', (keyword) => expect(looksLikeAddress(keyword)).toBe(false))
