import { expect, test } from 'vitest'
import { clipLine, clipRing } from './clip.ts'
import { joinLines, simplify } from './lines.ts'
import { middleOf, shortName } from './names.ts'

const box = { left: 0, top: 0, right: 10, bottom: 10 }

test('a line is cut where it leaves a square and continues where it returns', () => {
  const line = [
    [-5, 5],
    [5, 5],
    [15, 5],
    [15, 8],
    [5, 8],
  ] as [number, number][]
  expect(clipLine(line, box)).toEqual([
    [
      [0, 5],
      [5, 5],
      [10, 5],
    ],
    [
      [10, 8],
      [5, 8],
    ],
  ])
  expect(
    clipLine(
      [
        [-5, 5],
        [15, 5],
      ],
      box,
    ),
  ).toEqual([
    [
      [0, 5],
      [10, 5],
    ],
  ])
  expect(
    clipLine(
      [
        [20, 20],
        [30, 30],
      ],
      box,
    ),
  ).toEqual([])
})

test('a ring around a square becomes the square, one beside it nothing', () => {
  const around = clipRing(
    [
      [-5, -5],
      [15, -5],
      [15, 15],
      [-5, 15],
    ],
    box,
  )
  expect(new Set(around.map(String))).toEqual(new Set(['0,0', '10,0', '10,10', '0,10']))
  expect(
    clipRing(
      [
        [20, 20],
        [30, 20],
        [30, 30],
      ],
      box,
    ),
  ).toEqual([])
})

test('a simplified line keeps its ends and its corners', () => {
  expect(
    simplify(
      [
        [0, 0],
        [1, 0.1],
        [2, 0],
        [3, 4],
        [4, 0],
      ],
      0.5,
    ),
  ).toEqual([
    [0, 0],
    [2, 0],
    [3, 4],
    [4, 0],
  ])
})

test('lines are joined at common ends, but not where three meet', () => {
  expect(
    joinLines([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [1, 0],
      ],
    ]),
  ).toEqual([
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  ])
  expect(
    joinLines([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [1, 0],
      ],
      [
        [1, 1],
        [1, 0],
      ],
    ]),
  ).toHaveLength(3)
})

test('the name of a numbered 동 loses 제, unless it is part of the name', () => {
  const known = new Set(['부산광역시 연제구 거제동'])
  expect(shortName('서울특별시 은평구 신사제2동', known)).toBe('신사2동')
  expect(shortName('서울특별시 서대문구 홍제제3동', known)).toBe('홍제3동')
  expect(shortName('부산광역시 연제구 거제1동', known)).toBe('거제1동')
  expect(shortName('서울특별시 동대문구 제기동', known)).toBe('제기동')
})

test('the centre of a bent shape is in the middle of its widest part', () => {
  const hook = [
    [0, 0],
    [10, 0],
    [10, 2],
    [3, 2],
    [3, 10],
    [0, 10],
  ] as [number, number][]
  expect(middleOf(hook)).toEqual([5, 1])
})
