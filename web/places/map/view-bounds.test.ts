import { expect, test } from 'vitest'
import { viewAround, viewBounds } from './view-bounds.ts'
import { visibleMargins } from './visible-area.ts'

test('the whole world is one tile', () => {
  const { west, east, south, north } = viewBounds({ lat: 0, lng: 0 }, 0, [256, 256])
  expect([west, east]).toEqual([-180, 180])
  expect(north).toBe(85)
  expect(south).toBe(-85)
})

test('a metre per pixel is zoom 17 in Korea', () => {
  const { south, north, west, east } = viewBounds({ lat: 33.45, lng: 126.57 }, 17, [1000, 1000])
  expect((north - south) * 111_320).toBeGreaterThan(950)
  expect((north - south) * 111_320).toBeLessThan(1050)
  expect(east - west).toBeCloseTo(0.0107, 3)
})

test('bounds are shown whole in the middle of the uncovered part', () => {
  const bounds = { south: 33.25, west: 126.1, north: 38.25, east: 129.5 }
  const all = (width: number, height: number, covered: number) => {
    const margins = visibleMargins(height, covered)
    const { zoom, ...center } = viewAround(bounds, 7, [width, height], margins)
    const { right, bottom, top, left } = margins
    return { zoom, seen: viewBounds(center, zoom, [width, height]), margins: { right, bottom, top, left } }
  }
  expect(all(880, 736, 0).zoom).toBe(7)
  const phone = all(360, 624, 84)
  expect(phone.zoom).toBe(6.5)
  const pixel = 360 / (256 * 2 ** phone.zoom)
  expect(phone.seen.west).toBeLessThan(bounds.west - phone.margins.left * pixel)
  expect(phone.seen.east).toBeGreaterThan(bounds.east + phone.margins.right * pixel)
  expect(phone.seen.south).toBeLessThan(bounds.south - phone.margins.bottom * pixel * 0.8)
  expect(phone.seen.north).toBeGreaterThan(bounds.north + phone.margins.top * pixel * 0.8)
})

test('a map without room has the lowest zoom', () => {
  const world = { south: -80, west: -180, north: 80, east: 180 }
  expect(viewAround(world, 7, [100, 80], visibleMargins(80, 84))).toMatchObject({ zoom: 0 })
})
