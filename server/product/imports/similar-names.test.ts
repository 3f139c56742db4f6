import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likenessOf, toComparedName } from './similar-names.ts'

const compare = (a: string, b: string) => likenessOf(toComparedName(a), toComparedName(b))

test.each([
  ['을밀대', '을 밀 대', 'same'],
  ['을밀대', '을밀대(본점)', 'same'],
  ['을밀대 Eulmildae', '을밀대', 'same'],
  ["Gray's Café", 'GRAYS CAFE', 'same'],
  ['을밀대', '을밀대 본점', 'alike'],
  ['스타벅스 망원점', '스타벅스 합정점', 'alike'],
  ['을밀대 평양냉면', '을밀대', null],
  ['광화문 국밥', '광화문국밥집', 'alike'],
  ['베이커리 카페 온화', '베이커리카페 은화', 'alike'],
  ['국밥', '국수', null],
  ['국밥', '노형국밥', null],
  ['만점', '만', null],
  ['', '을밀대', null],
  ['***', '!!!', null],
] as const)('%s and %s: %s', (a, b, likeness) => {
  expect(compare(a, b)).toBe(likeness)
  expect(compare(b, a)).toBe(likeness)
})

test('names are compared alike in both directions, and each is the same as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(compare(a, b)).toBe(compare(b, a))
      expect([null, 'same']).toContain(compare(a, a))
    }),
  )
})
