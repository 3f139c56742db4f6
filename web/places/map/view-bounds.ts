import { TILE_PIXELS } from '#rules/position.ts'
import { type Bounds, type Position, ZOOM_STEP } from './provider.ts'
import type { Margins, Pixels } from './visible-area.ts'

/** The projection has no limit beyond it. */
const MAX_LATITUDE = 85

/** The bounds of a map of this size around a centre (Web Mercator), computed without drawing it. */
export function viewBounds({ lat, lng }: Position, zoom: number, [width, height]: Pixels): Bounds {
  const world = TILE_PIXELS * 2 ** zoom
  const middle = mercator(lat)
  const halfWidth = (width / world) * 180
  const halfHeight = (height / world) * Math.PI
  return {
    south: rounded(Math.max(-MAX_LATITUDE, latitude(middle - halfHeight))),
    north: rounded(Math.min(MAX_LATITUDE, latitude(middle + halfHeight))),
    west: rounded(Math.max(-180, lng - halfWidth)),
    east: rounded(Math.min(180, lng + halfWidth)),
  }
}

/** The view that shows the whole bounds within the margins, with a zoom in steps of `ZOOM_STEP`. */
export function viewAround(
  { south, west, north, east }: Bounds,
  maxZoom: number,
  [width, height]: Pixels,
  { top, right, bottom, left }: Margins,
): Position & { zoom: number } {
  const [wide, tall] = [(east - west) / 360, (mercator(north) - mercator(south)) / (2 * Math.PI)]
  const room = Math.min((width - left - right) / wide, (height - top - bottom) / tall)
  const zoom = Math.max(
    0,
    Math.min(maxZoom, Math.floor(Math.log2(Math.max(1, room) / TILE_PIXELS) / ZOOM_STEP) * ZOOM_STEP),
  )
  const world = TILE_PIXELS * 2 ** zoom
  const middle = (mercator(north) + mercator(south)) / 2
  return {
    lat: latitude(middle - ((bottom - top) / 2 / world) * 2 * Math.PI),
    lng: (west + east) / 2 + ((right - left) / 2 / world) * 360,
    zoom,
  }
}

function mercator(lat: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
}

function latitude(y: number): number {
  return (Math.atan(Math.exp(y)) * 360) / Math.PI - 90
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
