import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latitudeOf, mercatorLatitude, parseMapView } from './view.ts'

const latitude = fc.double({ min: -85, max: 85, noNaN: true })

test('latitude and Mercator latitude convert to each other', () => {
  fc.assert(
    fc.property(latitude, (lat) => {
      expect(latitudeOf(mercatorLatitude(lat))).toBeCloseTo(lat, 9)
    }),
  )
  expect(mercatorLatitude(90)).toBeCloseTo(180, 6)
  expect(mercatorLatitude(-90)).toBeCloseTo(-180, 6)
})

test('with any bounds a view has at most 400 squares', () => {
  fc.assert(
    fc.property(latitude, latitude, fc.integer({ min: 0, max: 22 }), (a, b, zoom) => {
      const [south, north] = [Math.min(a, b), Math.max(a, b)]
      const { box, square } = parseMapView({ south, north, west: -180, east: 180, zoom }, null)
      const squares = Math.ceil((box.east - box.west) / square) * Math.ceil((box.north - box.south) / square)
      expect(squares).toBeLessThanOrEqual(400)
      expect(Math.log2(360 / square) % 1).toBe(0)
    }),
  )
})

test('invalid bounds are refused', () => {
  const whole = { south: 33, north: 38, west: 125, east: 130, zoom: 7 }
  for (const bad of [{ south: 39 }, { west: 131 }, { south: -91 }, { east: 181 }, { zoom: -1 }, { zoom: 23 }]) {
    expect(() => parseMapView({ ...whole, ...bad }, null)).toThrow('입력값이 올바르지 않습니다.')
  }
})
