import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#rules/position.ts'

export const DEGREE_METRES = 111_195

/** Takes the earth as flat, which is enough within a city, and cheaper than `map_point` without an index. */
export function squaredDegrees({ lat, lng }: Position): RawBuilder<number> {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return sql`(lat - ${lat}::float8) ^ 2 + ((lng - ${lng}::float8) * ${narrowing}::float8) ^ 2`
}
