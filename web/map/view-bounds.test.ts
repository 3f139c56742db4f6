import { expect, test } from 'vitest'
import { viewBounds } from './view-bounds.ts'

test('the whole world is one tile', () => {
  const { west, east, south, north } = viewBounds({ lat: 0, lng: 0 }, 0, [256, 256])
  expect([west, east]).toEqual([-180, 180])
  expect(north).toBe(85)
  expect(south).toBe(-85)
})

test('a metre in a pixel is zoom 17 in Korea', () => {
  const { south, north, west, east } = viewBounds({ lat: 33.45, lng: 126.57 }, 17, [1000, 1000])
  expect((north - south) * 111_320).toBeGreaterThan(950)
  expect((north - south) * 111_320).toBeLessThan(1050)
  expect(east - west).toBeCloseTo(0.0107, 3)
})
