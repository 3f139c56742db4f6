import { sql } from 'kysely'
import { STREET_CATEGORY } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { type BuildingNumber, houseNumber, isDistrictWithin, ROAD_WORD, withUsualNumbers } from '../address.ts'
import type { FoundPlace } from '../found-place.ts'
import { areasAt, readKoreaTable } from '../korea-areas.ts'
import { decodePolyline, type Line, lengthOf, pointAt, project } from './geometry.ts'
import {
  isLongEnough,
  locateNumber,
  type NumberedRoad,
  numberAt,
  type Radius,
  type Road,
  widenForSub,
} from './numbers.ts'
import { orientAlley } from './orient-alley.ts'
import { locateInStretch, stretchInTown } from './town-stretch.ts'

type Row = Omit<NumberedRoad, 'line'> & Readonly<{ name: string; districts: string[]; line: string }>

const MOST_ROADS = 500

/** Where a road is looked for: in areas such as '서울특별시 마포구' or '서울특별시', anywhere if there are none; and in the typed 읍면동. */
export type RoadWhere = Readonly<{ areas: readonly string[]; towns: readonly string[] }>

/** The position of a road, or of a number on it. */
export type OnRoad = Position &
  Readonly<{
    /** '서울특별시 마포구 월드컵로 32', without a number if none was given. */
    address: string
    /** Metres; null for anywhere on the road. */
    radius: Radius
    line: Line
  }>

/** Locates a road, or a number on it; null if the areas have no road of that name, or several cities have one that is long enough. */
export async function locateOnRoad(
  db: Queryable,
  name: string,
  where: RoadWhere,
  number: BuildingNumber | null,
): Promise<OnRoad | null> {
  const roads = await roadsOfCity(db, name, where, number?.main ?? null)
  const [first, ...others] = roads.toSorted((a, b) => lengthOf(b.line) - lengthOf(a.line))
  if (!first) return null
  const longest = number === null ? first : await orientAlley(db, first)
  const stretch = await stretchInTown(db, [longest, ...others], where.towns)
  const { districts, line } = stretch ?? longest
  const estimate = stretch
    ? locateInStretch(stretch, number)
    : locateNumber(longest, number?.main ?? Math.round(lengthOf(line) / 20))
  const [district] = await districtsAt(db, [{ position: estimate, districts }])
  const address = `${district} ${name}${number === null ? '' : ` ${written(number)}`}`
  const isUnsure = number === null || (others.length > 0 && !stretch)
  return {
    lat: estimate.lat,
    lng: estimate.lng,
    address,
    line,
    radius: isUnsure ? null : widenForSub(estimate.radius, number),
  }
}

function written({ main, sub, isUnderground }: BuildingNumber): string {
  return `${isUnderground ? '지하 ' : ''}${main}${sub === 0 ? '' : `-${sub}`}`
}

/** Roads of that name in the areas; none unless they are in one city, or long enough for the number in only one. */
async function roadsOfCity(db: Queryable, name: string, { areas }: RoadWhere, main: number | null): Promise<Road[]> {
  const { rows } = await sql<Row>`
    select name, districts, line, start, gap, known from roads where name = ${name} limit ${MOST_ROADS}`.execute(db)
  const all = rows.flatMap((row) => {
    const districts = row.districts.filter(
      (one) => areas.length === 0 || areas.some((area) => isDistrictWithin(one, area)),
    )
    return districts.length === 0 ? [] : [{ ...decode(row), districts }]
  })
  const cities = Map.groupBy(all, ({ districts: [first = ''] }) => cityOf(first))
  const [roads, ...elsewhere] =
    cities.size > 1 && main !== null
      ? [...cities.values()].filter((ofCity) => ofCity.some((road) => isLongEnough(road, main)))
      : cities.values()
  return roads && elsewhere.length === 0 ? roads : []
}

/** A name with a number, and the road from which it branches off: '초당순두부길77번길', '천곡2길'. */
const BRANCH = /^(.*?[가-힣](?:로|길)?)(\d+)(번)?(?:안|[가-하])?길$/

/** Radius in metres around the place where a branch begins, and its growth for each house number on it. */
const AROUND_BRANCH = 200
const METRES_PER_HOUSE = 8
const MOST_HOUSES = 200

/** Radius in metres around the start of a branch with a near number. */
const NEXT_BRANCH = 300

/** Branches with near numbers that are looked for. */
const NEXT_BRANCHES = 6

/**
 * The place where an unknown branch leaves its road: '77번길' 770 m from the start, another one near branches with the nearest
 * numbers, or else anywhere on the road.
 */
export async function findParentRoad(
  db: Queryable,
  branch: string,
  where: RoadWhere,
  house: number,
): Promise<OnRoad | null> {
  const along = AROUND_BRANCH + METRES_PER_HOUSE * Math.min(house, MOST_HOUSES)
  const [, stem = '', number, isDistance] = BRANCH.exec(branch) ?? []
  if (number === undefined) return null
  const names = /[로길]$/.test(stem) ? [stem] : [`${stem}길`, `${stem}로`]
  for (const name of names) {
    if (isDistance) {
      const found = await locateOnRoad(db, name, where, { main: Number(number), sub: 0, isUnderground: false })
      const address = found?.address.slice(0, found.address.lastIndexOf(' ')) ?? ''
      const radius = found === null || found.radius === null ? null : found.radius + along
      if (found) return { ...found, address, radius }
    }
    const beside = await findBeside(db, stem, Number(number), where, NEXT_BRANCH + along)
    if (beside) return beside
    const found = await locateOnRoad(db, name, where, null)
    if (found) return found
  }
  return null
}

async function findBeside(
  db: Queryable,
  stem: string,
  number: number,
  where: RoadWhere,
  radius: number,
): Promise<OnRoad | null> {
  const steps = Array.from({ length: NEXT_BRANCHES }, (_, index) => index + 1).flatMap((step) => [
    number - step,
    number + step,
  ])
  for (const next of steps.filter((one) => one > 0).slice(0, NEXT_BRANCHES)) {
    const [road, ...others] = await roadsOfCity(db, `${stem}${next}길`, where, null)
    const start = road?.line[0]
    if (!road || !start || others.length > 0) continue
    return { ...start, address: `${road.districts[0]} ${road.name}`, radius, line: road.line }
  }
  return null
}

/** For each road, the one of its districts that the position is in. */
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
 * The longest street of that name in each city; with other words only in the areas or at the place that they name: '망원동
 * 포은로'. With a number, only streets that are long enough, and none if they are all in one city: `locateOnRoad` locates that
 * number more exactly.
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
    if (number !== null && !isLongEnough(road, number)) return []
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
    return { ...place, category: STREET_CATEGORY, isEstimated: true, source: 'roads' }
  })
}

/** Half the width of the box in which roads are read, in degrees (some 60 m), and metres to a road at most. */
const REACH = 0.0006
const NEAR = 50
const MOST_NEAR = 60

/** The address of the nearest road, '서울특별시 마포구 월드컵로 32', without a number that is only a guess; null if no road is near. */
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

const shortDistricts = new Set(readKoreaTable('short-numbers.tsv').flat())

function decode(row: Row): Road {
  return {
    ...row,
    line: decodePolyline(row.line),
    isAlley: row.name.endsWith('길'),
    isShort: row.districts.every((district) => shortDistricts.has(district)),
  }
}

/** The city of a district, in which road names are unique: a 특별시 or 광역시 as a whole, else the 시 or 군. */
export function cityOf(district: string): string {
  const [province = '', city = ''] = district.split(' ')
  return /(?:특별시|광역시|특별자치시)$/.test(province) ? province : `${province} ${city}`
}
