import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { panDistance, TOOLS_WIDTH, visibleMargins } from './visible-area.ts'

const phone = [360, 624] as const

test('a visible pin does not pan the map', () => {
  expect(panDistance([180, 312], phone, 84)).toEqual([0, 0])
})

test('a pin under the open sheet is moved above it', () => {
  const [right, down] = panDistance([180, 500], phone, 459)
  expect(right).toBe(0)
  expect(500 - down).toBeLessThan(624 - 459)
  expect(500 - down).toBeGreaterThan(50)
})

test('a pin cut off at a side or the top is moved in', () => {
  const [right, down] = panDistance([2, 10], phone, 84)
  expect(2 - right).toBeGreaterThan(18)
  expect(10 - down).toBeGreaterThan(50)
})

test('a pin under the buttons is moved beside them', () => {
  const [right] = panDistance([340, 300], phone, 84)
  expect(340 - right).toBeLessThan(360 - TOOLS_WIDTH - 18)
})

test('the margins leave room for a pin, which stands on its position', () => {
  const [width, height] = phone
  const { top, right, bottom, left } = visibleMargins(height, 84)
  for (const corner of [
    [left, top],
    [width - right, height - bottom],
  ] as const)
    expect(panDistance(corner, phone, 84)).toEqual([0, 0])
})

test('even if everything is covered, a line of the map is left', () => {
  const { top, bottom } = visibleMargins(244, 400)
  expect(top + bottom).toBeLessThan(244)
})

test('the buttons are as wide as in the styles', () => {
  const styles = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  const button = /--tap: (\d+)px/.exec(styles('../styles/tokens.css'))?.[1]
  expect(styles('map.css')).toMatch(/\.map-tool \{\s*width: var\(--tap\);/)
  const side = /\.map-tools \{\s*position: absolute;\s*right: (\d+)px;/.exec(styles('map.css'))?.[1]
  expect(Number(button) + Number(side)).toBe(TOOLS_WIDTH)
})
