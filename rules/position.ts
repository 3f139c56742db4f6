/** Width of a map tile. At zoom 0 one tile is the world; each further zoom doubles the world's width. */
export const TILE_PIXELS = 256

/** Steps of the zoom at which a map shows bounds; whole steps would often leave much of it empty. */
export const ZOOM_STEP = 0.25

export type Position = Readonly<{ lat: number; lng: number }>

const EARTH_RADIUS = 6_371_009
const radians = Math.PI / 180

/** Distance on a sphere; at most 0.6 % off that on the ellipsoid. */
export function metresBetween(a: Position, b: Position): number {
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const sinLng = Math.sin(((b.lng - a.lng) * radians) / 2)
  const half = sinLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))
}
