import * as v from 'valibot'
import { errorMessages } from './errors.ts'

/**
 * Smaller degrees become zero: a tenth of a millimetre. PostgreSQL raises "value out of range: underflow" for results
 * too small for a number, such as half of the smallest one.
 */
const SMALLEST_DEGREES = 1e-9

const degrees = (limit: number) =>
  v.pipe(
    v.number(errorMessages.BAD_USER_INPUT),
    v.check((value) => Math.abs(value) <= limit, errorMessages.BAD_USER_INPUT),
    v.transform((value) => (Math.abs(value) < SMALLEST_DEGREES ? 0 : value)),
  )

/** Degrees, WGS 84. */
export const latitude = degrees(90)
/** Degrees, WGS 84. */
export const longitude = degrees(180)

export type Position = Readonly<{ lat: number; lng: number }>

const EARTH_RADIUS = 6_371_009
const radians = Math.PI / 180

/** Metres between two positions on a sphere; at most 0.6 % off the ellipsoid. */
export function metresBetween(a: Position, b: Position): number {
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const sinLng = Math.sin(((b.lng - a.lng) * radians) / 2)
  const half = sinLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))
}
