import type { Position } from '../../../../rules/position.ts'
import { cityOf } from '../../../../server/product/places/roads/find-road.ts'
import { type Line, lengthOf } from '../../../../server/product/places/roads/geometry.ts'
import type { Road } from './join-roads.ts'

/** A road, or its part, within one city: numbers begin anew in the next one. */
export type CityRoad = Road & {
  /** Its 시군구, those that it reaches first come first: '서울특별시 마포구'. */
  districts: readonly string[]
}

/** A shorter stretch along a border belongs to the city on both sides of it, in metres. */
const SHORT = 200

/** Cuts a road at the borders of cities. */
export function cutRoad(road: Road, districtAt: (position: Position) => string | null): CityRoad[] {
  const stretches: { city: string; districts: string[]; line: Position[] }[] = []
  let district: string | null = null
  for (const point of road.line) {
    district = districtAt(point) ?? district
    if (district === null) continue
    const city = cityOf(district)
    const last = stretches.at(-1)
    if (last?.city === city) {
      last.line.push(point)
      if (!last.districts.includes(district)) last.districts.push(district)
    } else {
      last?.line.push(point)
      stretches.push({ city, districts: [district], line: [point] })
    }
  }
  return joinShort(stretches).map(({ districts, line }) => ({
    name: road.name,
    districts,
    line,
    length: lengthOf(line),
  }))
}

type Stretch = { city: string; districts: string[]; line: Position[] }

function joinShort(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    const isSame = last?.city === stretch.city
    if (last && (isSame || isShort(stretch.line))) {
      last.line.push(...stretch.line)
      if (isSame) last.districts = [...new Set([...last.districts, ...stretch.districts])]
    } else if (last && isShort(last.line)) {
      joined[joined.length - 1] = { ...stretch, line: [...last.line, ...stretch.line] }
    } else joined.push({ ...stretch, line: [...stretch.line] })
  }
  return joined.filter(({ line }) => line.length > 1)
}

function isShort(line: Line): boolean {
  return lengthOf(line) < SHORT
}
