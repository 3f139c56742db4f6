import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'

/** A degree of latitude. */
export const DEGREE_METRES = 111_195

/**
 * The square of the distance to a position, in degrees of latitude, as if the earth were flat: exact enough within a
 * city, and in the right order within a country. Cheaper than `map_point` for rows that no index yields by distance.
 */
export function squaredDegrees({ lat, lng }: Position): RawBuilder<number> {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return sql`(lat - ${lat}::float8) ^ 2 + ((lng - ${lng}::float8) * ${narrowing}::float8) ^ 2`
}
