import { expect, test } from 'vitest'
import { metres } from './geometry.ts'
import { locateNumber, type NumberedRoad, numberAt, widenForSub } from './numbers.ts'

const EAST = 1000 / (111_195 * Math.cos((37.5 * Math.PI) / 180))
const start = { lat: 37.5, lng: 127 }
const road: NumberedRoad = { line: [start, { lat: 37.5, lng: 127 + EAST }], start: 'compass', gap: null, known: [] }

const along = (number: number, other: Partial<NumberedRoad> = {}) => {
  const { lat, lng } = locateNumber({ ...road, ...other }, number)
  return Math.round(metres(start, { lat: start.lat, lng }) + 0 * lat)
}

test('a number counts ten metres from the start of its road', () => {
  expect(along(32)).toBe(320)
  expect(along(1)).toBe(10)
  expect(along(100)).toBe(1000)
})

test('odd numbers are on the left, even ones on the right', () => {
  expect(locateNumber(road, 31).lat).toBeGreaterThan(start.lat)
  expect(locateNumber(road, 32).lat).toBeLessThan(start.lat)
})

test('known numbers correct the distance between and beyond them', () => {
  const known = [20, 260, 60, 700]
  expect(along(20, { known })).toBe(260)
  expect(along(40, { known })).toBe(480)
  expect(along(70, { known })).toBe(800)
  // The error's place before the first number is unknown, but the start stays.
  expect(along(0, { known })).toBeLessThanOrEqual(60)
})

test.each([
  ['beside two known numbers', { known: [20, 200, 60, 600] }, 30, 100],
  ['at the beginning of an alley that starts at its parent', { start: 'parent', gap: 5 }, 10, 150],
  ['farther into that alley', { start: 'parent', gap: 5 }, 55, 200],
  ['of an alley that starts beside its parent', { start: 'parent', gap: 90 }, 10, 300],
  ['on a road whose side roads are in order', { start: 'order' }, 30, 200],
  ['on a road of which only the direction is guessed', {}, 30, null],
  ['beyond the end of the road', { start: 'order' }, 180, null],
] as const)('%s a number has its radius', (_where, other, number, radius) => {
  expect(locateNumber({ ...road, ...other }, number).radius).toBe(radius)
})

test('in an alley numbers count five metres where the 시군구 counts so, or where it would end before them', () => {
  const alley = { isAlley: true } as const
  expect(along(30, alley)).toBe(300)
  expect(along(30, { ...alley, isShort: true })).toBe(150)
  expect(along(160, alley)).toBe(800)
  expect(along(30, { ...alley, isShort: true, known: [10, 100, 60, 600] })).toBe(300)
  // A position has its number by the same steps.
  const short = { ...road, ...alley, isShort: true }
  expect(numberAt(short, locateNumber(short, 31)).number).toBe(31)
})

test('a number behind a hyphen is farther from its main number', () => {
  expect(widenForSub(100, { sub: 0 })).toBe(100)
  expect(widenForSub(100, { sub: 3 })).toBe(130)
  expect(widenForSub(null, { sub: 3 })).toBeNull()
})

test('a position beside the road has the nearest number of its side', () => {
  const at = locateNumber(road, 31)
  expect(numberAt(road, at)).toMatchObject({ number: 31 })
  expect(numberAt(road, at).away).toBeCloseTo(22, 0)
  expect(numberAt(road, locateNumber(road, 32)).number).toBe(32)
})
