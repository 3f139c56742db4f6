import { TILE_PIXELS, ZOOM_STEP } from '#rules/position.ts'
import { CHOSEN_PHOTO_SIZE, CLUSTER_SIZE } from './marker-face.ts'
import { type Bounds, boundsOf, type Covered, PLACE_ZOOM, type Position } from './provider.ts'

type Pixels = readonly [x: number, y: number]
type Margins = { top: number; right: number; bottom: number; left: number }

/**
 * Width in pixels of the buttons at the right of every map, with the space beside them. As in drawn-map.css; a test compares
 * the two.
 */
export const TOOLS_WIDTH = 56
const GAP = 12
/** Pixels from the upper side of the visible map to the foot of the tallest marker that is wholly visible. */
const TOP = CHOSEN_PHOTO_SIZE[1] + GAP

export const NOTHING_COVERED: Covered = { top: 0, bottom: 0 }

/** Margins in which a cluster or a pin would be partly hidden. */
export function visibleMargins(height: number, covered: Covered): Margins {
  const [width, tall] = CLUSTER_SIZE
  const [side, end] = [width / 2 + GAP, tall / 2 + GAP]
  const top = Math.min(TOP + covered.top, height - 1)
  return { top, right: side + TOOLS_WIDTH, bottom: Math.min(end + covered.bottom, height - top - 1), left: side }
}

/** How far a map of this size must pan so that a pin or cluster at this point is visible, beside the buttons. */
export function panDistance([x, y]: Pixels, [width, height]: Pixels, covered: Covered): [x: number, y: number] {
  // Half the width of the widest marker.
  const side = CHOSEN_PHOTO_SIZE[0] / 2
  const [top, bottom] = [TOP + covered.top, height - covered.bottom - CLUSTER_SIZE[1] / 2 - GAP / 2]
  const stepTo = (from: number, least: number, most: number) => Math.round(from - Math.min(most, Math.max(least, from)))
  return [stepTo(x, side, width - side - TOOLS_WIDTH), stepTo(y, top, bottom)]
}

const MAX_LATITUDE = 85

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

/** The view that shows the whole bounds within the margins, in their middle where `minZoom` is too near for that. */
export function viewAround(
  { south, west, north, east }: Bounds,
  [minZoom, maxZoom]: readonly [minZoom: number, maxZoom: number],
  [width, height]: Pixels,
  { top, right, bottom, left }: Margins,
): Position & { zoom: number } {
  const [wide, tall] = [(east - west) / 360, (mercator(north) - mercator(south)) / (2 * Math.PI)]
  const room = Math.min((width - left - right) / wide, (height - top - bottom) / tall)
  const zoom = Math.max(
    minZoom,
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

const USUAL_SIZE = { width: 360, height: 480 }

/** The view in which a map that fills `mapElement` shows all positions at once, so that it need not move after loading. */
export function viewOfAll(
  positions: readonly Position[],
  mapElement: Element | null,
): { center: Position; zoom: number } {
  const { width, height } = mapElement?.getBoundingClientRect() ?? USUAL_SIZE
  const margins = visibleMargins(height, NOTHING_COVERED)
  const { zoom, ...center } = viewAround(boundsOf(positions), [0, PLACE_ZOOM - 1], [width, height], margins)
  return { center, zoom: Math.floor(zoom) }
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
