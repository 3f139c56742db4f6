import { sql } from 'kysely'
import { STREET } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { houseNumber, ROAD_WORD, withUsualNumbers } from '../address.ts'
import type { FoundPlace } from '../found-place.ts'
import { areasAt } from '../korea-areas.ts'
import { decodePolyline, type Line, lengthOf, pointAt, project } from './geometry.ts'

type Row = Omit<NumberedRoad, 'line'> & Readonly<{ name: string; districts: string[]; line: string }>
type Road = NumberedRoad & Readonly<{ name: string; districts: string[] }>

const MOST_ROADS = 500

export type OnRoad = Position &
  Readonly<{
    /** '서울특별시 마포구 월드컵로 32', without a number if none was given. */
    address: string
    /** Metres; null for anywhere on the road. */
    radius: Radius
    line: Line
  }>

/** Null if these areas have no road of that name, or if several cities have one that is long enough. */
export async function findOnRoad(
  db: Queryable,
  name: string,
  areas: readonly string[],
  number: number | null,
): Promise<OnRoad | null> {
  const { rows } = await sql<Row>`
    select name, districts, line, start, gap, known from roads where name = ${name} limit ${MOST_ROADS}`.execute(db)
  const all = rows.flatMap((row) => {
    const districts = row.districts.filter((one) => areas.length === 0 || areas.some((area) => isWithin(one, area)))
    return districts.length === 0 ? [] : [{ ...decode(row), districts }]
  })
  const cities = Map.groupBy(all, ({ districts: [first = ''] }) => cityOf(first))
  const [roads, ...elsewhere] =
    cities.size > 1 && number !== null
      ? [...cities.values()].filter((ofCity) => ofCity.some((road) => reaches(road, number)))
      : cities.values()
  const [road, ...others] = roads?.toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line)) ?? []
  if (!road || elsewhere.length > 0) return null
  const { line, districts } = road
  const estimate = locateNumber(road, number ?? Math.round(lengthOf(line) / 20))
  const [district] = await districtsAt(db, [{ position: estimate, districts }])
  const address = `${district} ${name}${number === null ? '' : ` ${number}`}`
  return { ...estimate, address, line, radius: number === null || others.length > 0 ? null : estimate.radius }
}

/** Of each road's districts, the one at a position on it. */
async function districtsAt(
  db: Queryable,
  roads: readonly Readonly<{ position: Position; districts: readonly string[] }>[],
): Promise<string[]> {
  const unsure = roads.filter(({ districts }) => districts.length > 1)
  const positions = unsure.map(({ position }) => position)
  const areas = positions.length > 0 ? await areasAt(db, positions) : []
  return roads.map((road) => {
    const area = areas[unsure.indexOf(road)]
    const isThere = (district: string) => area?.isExact && `${area.address} `.startsWith(`${district} `)
    return road.districts.find(isThere) ?? road.districts[0] ?? ''
  })
}

/** Metres from the middle of a 동, or a landmark, within which a street belongs to it. */
const AT_PLACE = 1500

/**
 * Longest street of that name in each city; with other words only in their areas, or at the place that they name: '망원동
 * 포은로'. With a number, only streets that are long enough; none if a single city has one, which `findOnRoad` locates
 * more exactly.
 */
export async function findStreets(
  db: Queryable,
  keyword: string,
  placeNamed: (words: string) => Position | undefined,
): Promise<FoundPlace[]> {
  const words = withUsualNumbers(keyword).split(' ')
  const end = words.findLastIndex((word) => ROAD_WORD.test(word)) + 1
  const name = words[end - 1]
  if (name === undefined) return []
  const behind = words.slice(end)
  const number = behind.length === 1 ? houseNumber(behind) : null
  const others = number === null ? [...words.slice(0, end - 1), ...behind] : words.slice(0, end - 1)
  const place = others.length > 0 ? placeNamed(others.join(' ')) : undefined
  const { rows } = await sql<Row>`
    select name, districts, line, start, gap, known from roads where name = ${name} limit ${MOST_ROADS}`.execute(db)
  const streets = rows.flatMap((row) => {
    const road = decode(row)
    const { line } = road
    if (number !== null && !reaches(road, number)) return []
    const { away, along } = place ? project(line, place) : { away: Number.POSITIVE_INFINITY, along: 0 }
    const isAtPlace = away < AT_PLACE
    const districts = row.districts.filter((one) => isAtPlace || others.every((other) => one.includes(other)))
    if (districts.length === 0) return []
    const middle = pointAt(line, isAtPlace ? along : lengthOf(line) / 2)
    const position = number === null ? middle : locateNumber(road, number)
    return [{ districts, length: lengthOf(line), position, tags: isAtPlace ? others.join(' ') : null }]
  })
  const longest = streets.toSorted((a, b) => b.length - a.length)
  const cities = Map.groupBy(longest, ({ districts: [first = ''] }) => cityOf(first))
  if (number !== null && cities.size === 1) return []
  const found = number === null ? name : `${name} ${number}`
  const chosen = [...cities.values()].flatMap(([street]) => street ?? [])
  const ofStreets = await districtsAt(db, chosen)
  return chosen.map(({ position: { lat, lng }, tags }, index) => {
    const place = { lat, lng, name: found, address: `${ofStreets[index]} ${found}`, tags }
    return { ...place, category: STREET, isEstimated: true, source: 'roads' }
  })
}

/** Degrees, about 60 m. */
const REACH = 0.0006
const NEAR = 50
const MOST_NEAR = 60

/** '서울특별시 마포구 월드컵로 32', without a number if it is a guess; null off the road. */
export async function findNearestAddress(
  db: Queryable,
  position: Position,
  district: string | null,
): Promise<string | null> {
  const { lat, lng } = position
  const { rows } = await sql<Row>`
    select name, districts, line, start, gap, known from roads
    where box && box(point(${lng + REACH}, ${lat + REACH}), point(${lng - REACH}, ${lat - REACH}))
    limit ${MOST_NEAR}`.execute(db)
  const [nearest] = rows
    .filter(({ districts }) => district === null || districts.includes(district))
    .map((row) => ({ row, ...numberAt(decode(row), position) }))
    .filter(({ away }) => away <= NEAR)
    .sort((a, b) => a.away - b.away)
  if (!nearest) return null
  const { row, number, radius } = nearest
  return `${district ?? row.districts[0]} ${row.name}${radius === null ? '' : ` ${number}`}`
}

function decode(row: Row): Road {
  return { ...row, line: decodePolyline(row.line) }
}

/** Whether the 시군구 is the area or within it; the area may lack its 시도. */
function isWithin(district: string, area: string): boolean {
  return `${district} `.startsWith(`${area} `) || ` ${district} `.includes(` ${area} `)
}

/** Roads are unique by city: a 특별시 or 광역시 as a whole, else the 시 or 군. */
export function cityOf(district: string): string {
  const [province = '', city = ''] = district.split(' ')
  return /(?:특별시|광역시|특별자치시)$/.test(province) ? province : `${province} ${city}`
}

/** Korean building numbers count along the road, 10 m each, odd ones on the left (도로명주소법 시행령). */

export type NumberedRoad = Readonly<{
  line: Line
  start: 'junctions' | 'order' | 'parent' | 'compass'
  gap: number | null
  known: readonly number[]
}>

const METRES_PER_NUMBER = 10

const ROADSIDE = 18

/** Metres within which the building probably is; null for anywhere on its road. */
export type Radius = 50 | 200 | null

export type Estimate = Position & Readonly<{ radius: Radius }>

export function locateNumber(road: NumberedRoad, number: number): Estimate {
  const length = lengthOf(road.line)
  const along = metresOf(road.known, number)
  const at = pointAt(road.line, Math.max(0, Math.min(along, length)), number % 2 === 1 ? ROADSIDE : -ROADSIDE)
  return { ...at, radius: reaches(road, number) ? radiusOf(road, number, along, length) : null }
}

/** A line may end some metres before its last building. */
const MAX_BEYOND = 30

function reaches({ line, known }: Pick<NumberedRoad, 'line' | 'known'>, number: number): boolean {
  return metresOf(known, number) - lengthOf(line) <= MAX_BEYOND
}

/** The number at the point of the road nearest to a position, and its distance in metres. */
export function numberAt(road: NumberedRoad, position: Position): { number: number; away: number; radius: Radius } {
  const { away, along, isLeft } = project(road.line, position)
  const exact = numberOf(road.known, along)
  const number = Math.max(1, isLeft ? 2 * Math.round((exact - 1) / 2) + 1 : 2 * Math.round(exact / 2))
  return { number, away, radius: radiusOf(road, number, along, lengthOf(road.line)) }
}

/** Certainty depends on how the road's start was found, and decreases with the distance. */
function radiusOf({ start, gap, known }: NumberedRoad, number: number, along: number, length: number): Radius {
  const steps = pairs(known).map(([other]) => (other - number) * METRES_PER_NUMBER)
  const isNear = (reach: number) => steps.some((step) => Math.abs(step) <= reach)
  const isBetween = steps.some((step) => step <= 0 && step >= -400) && steps.some((step) => step >= 0 && step <= 400)
  const fromParent = start === 'parent' && gap !== null ? gap : Number.POSITIVE_INFINITY
  if (isBetween || length <= 120) return 50
  if (steps.length >= 5 && isNear(200)) return 50
  if (fromParent <= 15 && along <= 100) return 50
  if (start === 'order' && along <= 400) return 50
  if (isNear(1000) || (fromParent <= 25 && along <= 400) || (start === 'order' && along <= 1500)) return 200
  return length <= 300 ? 200 : null
}

function metresOf(known: readonly number[], number: number): number {
  return interpolate(pairs(known), number, METRES_PER_NUMBER)
}

function numberOf(known: readonly number[], metres: number): number {
  const reversed = pairs(known).map(([number, along]) => [along, number] as const)
  return interpolate(reversed, metres, 1 / METRES_PER_NUMBER)
}

function interpolate(points: readonly (readonly [x: number, y: number])[], x: number, slope: number): number {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return x * slope
  if (x <= first[0]) return Math.max(Math.min(x * slope, first[1]), first[1] - (first[0] - x) * slope)
  if (x >= last[0]) return last[1] + (x - last[0]) * slope
  const index = points.findIndex(([other]) => other > x)
  const [a, b] = [points[index - 1] ?? first, points[index] ?? last]
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
}

function pairs(known: readonly number[]): (readonly [number, number])[] {
  return known.flatMap((value, index) => (index % 2 === 0 ? [[value, known[index + 1] ?? 0] as const] : []))
}
