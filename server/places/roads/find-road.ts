import { sql } from 'kysely'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../db/connect.ts'
import { ROAD_WORD } from '../address.ts'
import type { FoundPlace } from '../found-place.ts'
import { decodePolyline, type Line, lengthOf, pointAt } from './geometry.ts'
import { locateNumber, type NumberedRoad, numberAt, type Radius } from './numbers.ts'

type Row = Omit<NumberedRoad, 'line'> & Readonly<{ name: string; districts: string[]; line: string }>
type Road = NumberedRoad & Readonly<{ name: string; districts: string[] }>

const MOST_ROADS = 500

export type OnRoad = Position &
  Readonly<{
    /** '서울특별시 마포구 월드컵로 32', or without a number if none was asked for. */
    address: string
    /** In metres; null for anywhere on the road. */
    radius: Radius
    line: Line
  }>

/** Null if the name is unknown in these areas, or if several cities have it. */
export async function findOnRoad(
  db: Queryable,
  name: string,
  areas: readonly string[],
  number: number | null,
): Promise<OnRoad | null> {
  const { rows } = await sql<Row>`
    select name, districts, line, start, gap, known from roads where name = ${name} limit ${MOST_ROADS}`.execute(db)
  const roads = rows.flatMap((row) => {
    const district = row.districts.find((one) => areas.length === 0 || areas.some((area) => isWithin(one, area)))
    return district === undefined ? [] : [{ ...decode(row), district }]
  })
  if (new Set(roads.map(({ district }) => cityOf(district))).size > 1) return null
  const [road, ...others] = roads.toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))
  if (!road) return null
  const { line, district } = road
  const address = `${district} ${name}${number === null ? '' : ` ${number}`}`
  const estimate = locateNumber(road, number ?? Math.round(lengthOf(line) / 20))
  return { ...estimate, address, line, radius: number === null || others.length > 0 ? null : estimate.radius }
}

/** The streets of that name, one of each city, the longest; with other words only in areas that have them. */
export async function findStreets(db: Queryable, keyword: string): Promise<FoundPlace[]> {
  const words = keyword.split(' ')
  const name = words.findLast((word) => ROAD_WORD.test(word))
  if (name === undefined) return []
  const others = words.filter((word) => word !== name)
  const { rows } = await sql<Row>`
    select name, districts, line, start, gap, known from roads where name = ${name} limit ${MOST_ROADS}`.execute(db)
  const streets = rows.flatMap((row) => {
    const district = row.districts.find((one) => others.every((other) => one.includes(other)))
    return district === undefined ? [] : [{ district, line: decodePolyline(row.line) }]
  })
  const longest = streets.toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))
  return [...Map.groupBy(longest, ({ district }) => cityOf(district)).values()].flatMap(([street]) => {
    if (!street) return []
    const { district, line } = street
    const middle = pointAt(line, lengthOf(line) / 2)
    return [{ ...middle, name, address: `${district} ${name}`, category: '도로', isEstimated: true, source: 'roads' }]
  })
}

/** In degrees, about 60 m. */
const REACH = 0.0006
const NEAR = 50
const MOST_NEAR = 60

/** '서울특별시 마포구 월드컵로 32', without a number where that is a guess; null off the road. */
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

/** The 시군구 is the area or lies in it; the area may lack its 시도. */
function isWithin(district: string, area: string): boolean {
  return `${district} `.startsWith(`${area} `) || ` ${district} `.includes(` ${area} `)
}

/** Roads are numbered by city: a 특별시 or 광역시 as a whole, else the 시 or 군. */
export function cityOf(district: string): string {
  const [province = '', city = ''] = district.split(' ')
  return /(?:특별시|광역시|특별자치시)$/.test(province) ? province : `${province} ${city}`
}
