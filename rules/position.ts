import * as v from 'valibot'
import { errorMessages } from './errors.ts'

/**
 * Degrees nearer to zero than this are zero: a tenth of a millimetre. PostgreSQL refuses arithmetic whose result is too
 * small for a number ("value out of range: underflow"), and half of the smallest one is.
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

/** Metres between two positions along the surface of a sphere; within 0.6 % of the ellipsoid's. */
export function metresBetween(a: Position, b: Position): number {
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2)
  const sinLng = Math.sin(((b.lng - a.lng) * radians) / 2)
  const half = sinLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))
}
