import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  [undefined, null],
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=10-', { first: 10, last: 999 }],
  ['bytes=-5', { first: 995, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=990-5000', { first: 990, last: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
] as const)('the range %s of 1000 bytes', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range)
})
