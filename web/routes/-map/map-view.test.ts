import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { viewBounds } from '../../places/map/visible-area.ts'
import type { MapPosts } from './map-posts.ts'
import {
  FLOATING_MIN_HEIGHT,
  koreaView,
  LIST_TITLE_HEIGHT,
  LIST_WIDTH,
  LOW_MAX_HEIGHT,
  SHEET_HEIGHT_REM,
  showsKorea,
  viewOfMatches,
  WIDE_MIN_WIDTH,
} from './map-view.ts'

/** A phone's map, and the parts of it that the closed and the open sheet cover. */
const phone = { size: [360, 624], closed: { top: 108, bottom: 84 }, open: { top: 56, bottom: 459 } } as const
const FOUND: MapPosts = { clusters: [], count: 0, estimated: false, data: [] }

function clusterOf(south: number, west: number, north: number, east: number): MapPosts['clusters'][number] {
  return {
    lat: south,
    lng: west,
    count: 2,
    south,
    west,
    north,
    east,
    id: null,
    title: null,
    kind: null,
    image: null,
    area: null,
  }
}

test('the view of matches shows all of them, and is no larger than it must be', () => {
  const clusters = [clusterOf(35.15, 129.05, 35.16, 129.06), clusterOf(35.1, 129.03, 35.1, 129.03)]
  const view = viewOfMatches({ ...FOUND, clusters }, phone.closed, phone.size)
  expect(view?.zoom).toBeGreaterThan(11)
  const seen = viewBounds(view ?? { lat: 0, lng: 0 }, view?.zoom ?? 0, phone.size)
  expect(seen.south).toBeLessThan(35.1)
  expect(seen.north).toBeGreaterThan(35.16)
  expect(seen.west).toBeLessThan(129.03)
  expect(seen.east).toBeGreaterThan(129.06)
  expect((seen.north - seen.south) / 0.06).toBeLessThan(4)
})

test('a single match is shown with the streets around it', () => {
  expect(viewOfMatches({ ...FOUND, clusters: [clusterOf(35.1, 129, 35.1, 129)] }, phone.closed, phone.size)?.zoom).toBe(
    15,
  )
})

test('matches are shown above the sheet, whether it is closed or open', () => {
  const only = clusterOf(35.1, 129, 35.1, 129)
  const city = [clusterOf(35.1, 129.0, 35.16, 129.06), clusterOf(35.2, 129.1, 35.2, 129.1)]
  for (const clusters of [[only], city]) {
    for (const covered of [phone.closed, phone.open]) {
      const view = viewOfMatches({ ...FOUND, clusters }, covered, phone.size)
      if (!view) throw new Error('no view')
      const seen = viewBounds(view, view.zoom, phone.size)
      const [width, height] = phone.size
      for (const { south, north, west, east } of clusters) {
        expect(((seen.north - south) / (seen.north - seen.south)) * height).toBeLessThan(height - covered.bottom - 24)
        expect(((seen.north - north) / (seen.north - seen.south)) * height).toBeGreaterThan(covered.top + 24)
        expect(west).toBeGreaterThan(seen.west)
        expect(((east - seen.west) / (seen.east - seen.west)) * width).toBeLessThan(width - 56)
      }
    }
  }
})

test('nothing found and an estimate have no view', () => {
  expect(viewOfMatches(FOUND, phone.closed, phone.size)).toBeNull()
  const clusters = [clusterOf(35.15, 129.05, 35.16, 129.06)]
  expect(viewOfMatches({ ...FOUND, clusters, estimated: true }, phone.closed, phone.size)).toBeNull()
})

test('all of Korea is shown by its own view and by wider ones, not from nearer and not elsewhere', () => {
  const korea = koreaView(false)
  expect(showsKorea(korea, false)).toBe(true)
  expect(showsKorea({ ...korea, zoom: 5 }, false)).toBe(true)
  expect(showsKorea({ ...korea, zoom: 9 }, false)).toBe(false)
  expect(showsKorea({ ...korea, lng: korea.lng + 6 }, false)).toBe(false)
  expect(showsKorea({ ...korea, zoom: 7.5 }, false, phone.size)).toBe(false)
})

test('the sizes of the list are those of the styles', () => {
  const css = readFileSync(new URL('./map-page.css', import.meta.url), 'utf8')
  expect(css).toContain(`--sheet: ${SHEET_HEIGHT_REM}rem;`)
  const [, wide = ''] = css.split(`@media (min-width: ${WIDE_MIN_WIDTH}px) {`)
  expect(wide).toContain(`grid-template-columns: ${LIST_WIDTH}px minmax(0, 1fr);`)
  expect(css).toContain(`--map-height: calc(100dvh - var(--bars) - ${LIST_TITLE_HEIGHT}px);`)
  expect(css).toContain(`@media (max-height: ${FLOATING_MIN_HEIGHT - 1}px) and (max-width: ${WIDE_MIN_WIDTH - 1}px) {`)
  expect(css).toContain(`@media (max-height: ${LOW_MAX_HEIGHT - 1}px) and (max-width: ${WIDE_MIN_WIDTH - 1}px) {`)
})
