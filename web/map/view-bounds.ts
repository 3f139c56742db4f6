import type { Bounds, Position } from './provider.ts'

/** Width of a tile in pixels; the whole world is one tile at zoom 0. */
const TILE = 256
/** Beyond, the projection has no end. */
const POLE = 85

/** The sides of a map of so many pixels around a centre (Web Mercator), without drawing it. */
export function viewBounds({ lat, lng }: Position, zoom: number, [width, height]: readonly [number, number]): Bounds {
  const world = TILE * 2 ** zoom
  const middle = mercator(lat)
  const halfWidth = (width / world) * 180
  const halfHeight = (height / world) * Math.PI
  return {
    south: rounded(Math.max(-POLE, latitude(middle - halfHeight))),
    north: rounded(Math.min(POLE, latitude(middle + halfHeight))),
    west: rounded(Math.max(-180, lng - halfWidth)),
    east: rounded(Math.min(180, lng + halfWidth)),
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
