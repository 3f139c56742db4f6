import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { panDistance, TOOLS_WIDTH, viewAround, viewBounds, visibleMargins } from './visible-area.ts'

const phone = [360, 624] as const
const below = (bottom: number) => ({ top: 0, bottom })

test('a visible pin does not pan the map', () => {
  expect(panDistance([180, 312], phone, below(84))).toEqual([0, 0])
})

test('a pin under the open sheet is moved above it', () => {
  const [right, down] = panDistance([180, 500], phone, below(459))
  expect(right).toBe(0)
  expect(500 - down).toBeLessThan(624 - 459)
  expect(500 - down).toBeGreaterThan(50)
})

test('a pin cut off at a side or the top is moved in', () => {
  const [right, down] = panDistance([2, 10], phone, below(84))
  expect(2 - right).toBeGreaterThan(18)
  expect(10 - down).toBeGreaterThan(50)
})

test('a pin under what covers the upper side is moved below it, also by the margins', () => {
  const covered = { top: 108, bottom: 84 }
  const [right, down] = panDistance([180, 100], phone, covered)
  expect(right).toBe(0)
  expect(100 - down).toBeGreaterThan(108 + 50)
  expect(visibleMargins(phone[1], covered).top).toBe(100 - down)
})

test('a pin under the buttons is moved beside them', () => {
  const [right] = panDistance([340, 300], phone, below(84))
  expect(340 - right).toBeLessThan(360 - TOOLS_WIDTH - 18)
})

test('the margins leave room for a pin, which stands on its position', () => {
  const [width, height] = phone
  const { top, right, bottom, left } = visibleMargins(height, below(84))
  for (const corner of [
    [left, top],
    [width - right, height - bottom],
  ] as const)
    expect(panDistance(corner, phone, below(84))).toEqual([0, 0])
})

test('even if everything is covered, a line of the map is left', () => {
  const { top, bottom } = visibleMargins(244, below(400))
  expect(top + bottom).toBeLessThan(244)
})

test('the buttons are as wide as in the styles', () => {
  const styles = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  const button = /--tap: (\d+)px/.exec(styles('../../styles/tokens.css'))?.[1]
  expect(styles('drawn-map.css')).toMatch(/\.map-tool \{\s*width: var\(--tap\);/)
  const side = /\.map-tools \{\s*position: absolute;\s*right: (\d+)px;/.exec(styles('drawn-map.css'))?.[1]
  expect(Number(button) + Number(side)).toBe(TOOLS_WIDTH)
})

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
    const margins = visibleMargins(height, below(covered))
    const { zoom, ...center } = viewAround(bounds, [0, 7], [width, height], margins)
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
  expect(viewAround(world, [0, 7], [100, 80], visibleMargins(80, below(84)))).toMatchObject({ zoom: 0 })
  // At a closer zoom, the centre is still in the middle of the uncovered area.
  const middle = viewAround(world, [5, 7], [100, 80], { top: 0, right: 0, bottom: 0, left: 0 })
  expect(middle.zoom).toBe(5)
  expect(middle.lat).toBeCloseTo(0)
})
