import { sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { decodePolyline, project } from './geometry.ts'
import type { Road } from './numbers.ts'

/** Largest distance in metres from the end of an alley to the middle of a road on which it ends. */
const TOUCHES = 40

/** Half the width of the box in which roads are read, in degrees: more than `TOUCHES`. */
const REACH = 0.0005
const MOST_NEAR = 60

/**
 * Reverses an alley whose start was only guessed by compass direction, if its end lies on a larger road and its start does not.
 * Among alleys with known numbers that is right for 7 in 10 that it would reverse, and for 5 in 6 that it would not.
 */
export async function orientAlley(db: Queryable, road: Road): Promise<Road> {
  const [first, last] = [road.line[0], road.line.at(-1)]
  if (road.start !== 'compass' || !road.isAlley || !first || !last) return road
  const { rows } = await sql<{ line: string }>`
    select line from roads where right(name, 1) = '로' and (box && ${boxAround(first)} or box && ${boxAround(last)})
    limit ${MOST_NEAR}`.execute(db)
  const larger = rows.map(({ line }) => decodePolyline(line))
  const isOnRoad = (end: Position) => larger.some((line) => project(line, end).away <= TOUCHES)
  return isOnRoad(last) && !isOnRoad(first) ? { ...road, line: road.line.toReversed() } : road
}

function boxAround({ lat, lng }: Position) {
  return sql`box(point(${lng + REACH}, ${lat + REACH}), point(${lng - REACH}, ${lat - REACH}))`
}
