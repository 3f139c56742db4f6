import { sql } from 'kysely'
import type { Precision } from '#rules/places.ts'
import type { Position } from '#rules/position.ts'
import { HOUSE_NUMBER } from '#rules/precision.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { houseNumber, ROAD_WORD, type TypedAddress } from './address.ts'
import { locateNearestNumber, locateOfficial } from './addresses/locate-official.ts'
import { extentOfArea, findAreaByWords, possibleAreas } from './korea-areas.ts'
import { findParentRoad, locateOnRoad } from './roads/find-road.ts'
import type { Line } from './roads/geometry.ts'
import type { Radius } from './roads/numbers.ts'

export type LocatedAddress = Position &
  Readonly<{
    address: string
    precision: Precision
    /** Metres; null for anywhere on the `line`. */
    radius?: Radius
    line?: Line
  }>

/** The position of the longest known part of an address. */
export async function locateAddress(db: Queryable, typed: TypedAddress): Promise<LocatedAddress | null> {
  return (
    (await findOfficial(db, typed)) ??
    (await findWithin(db, typed, typed.words)) ??
    (await findCompleted(db, typed)) ??
    (await findAround(db, typed))
  )
}

/** Radius in metres of an address that another area may have too. */
const UNSURE = 50

async function findOfficial(db: Queryable, typed: TypedAddress): Promise<LocatedAddress | null> {
  const located = await locateOfficial(db, typed)
  if (!located) return null
  const { found, isSure } = located
  const { lat, lng, address } = found
  return { lat, lng, address, ...(isSure ? { precision: 'building' } : { precision: 'road', radius: UNSURE }) }
}

/** Finds the building, a known one next to it, an estimate, or a known one farther along the road. */
async function findWithin(
  db: Queryable,
  typed: TypedAddress,
  words: readonly string[],
): Promise<LocatedAddress | null> {
  const short = withoutTown(typed, words)
  const findKnown = async (reach: number) =>
    (await findOnKnownRoad(db, typed, words, reach)) ??
    (short === words ? null : await findOnKnownRoad(db, typed, short, reach))
  return (
    (await findBuilding(db, words)) ??
    (short === words ? null : await findBuilding(db, short)) ??
    (await findOfficialNext(db, typed)) ??
    (await findKnown(NEXT_NUMBERS)) ??
    (await estimate(db, typed, words)) ??
    (await findKnown(MAX_NUMBERS_AWAY))
  )
}

/** The known place with the nearest number on the road; none for an underground address, whose numbers differ from those on the road. */
async function findOnKnownRoad(
  db: Queryable,
  { number }: TypedAddress,
  words: readonly string[],
  reach: number,
): Promise<LocatedAddress | null> {
  return number?.isUnderground ? null : findRoad(db, words, reach)
}

/** The words without 읍 or 면 before the road, as known places have their addresses. */
function withoutTown({ road }: TypedAddress, words: readonly string[]): readonly string[] {
  const end = road === null ? -1 : words.indexOf(road)
  const short = words.filter((word, index) => index >= end || !/[읍면]$/.test(word))
  return end === -1 || short.length === words.length ? words : short
}

async function findOfficialNext(db: Queryable, typed: TypedAddress): Promise<LocatedAddress | null> {
  const next = await locateNearestNumber(db, typed)
  if (!next) return null
  const { lat, lng, address } = next
  return { lat, lng, address, precision: 'road', radius: UNSURE }
}

/**
 * Estimates the position of the number on its road, or the place where an unknown road branches off its parent. Where this adds
 * the area to an address without one, a known place with a near number is preferred.
 */
async function estimate(db: Queryable, typed: TypedAddress, words: readonly string[]): Promise<LocatedAddress | null> {
  const { areas, rest } = possibleAreas(words)
  const end = rest.findIndex((word) => ROAD_WORD.test(word))
  const name = rest[end]
  if (name === undefined) return null
  const where = { areas: areas.length > MOST_AREAS ? [] : areas, towns: rest.slice(0, end) }
  const { number } = typed
  const found = await locateOnRoad(db, name, where, number)
  if (!found) {
    const parent = await findParentRoad(db, name, where, number?.main ?? 0)
    return parent && { ...parent, precision: 'road' }
  }
  const whole = found.address.split(' ')
  const isNextKnown = number !== null && !number.isUnderground && whole.length > words.length
  const next = isNextKnown ? await findRoad(db, whole, NEXT_NUMBERS) : null
  return next ?? { ...found, precision: 'road' }
}

// An address without 시도 or 시군구, such as '월드컵로 200', is found only if a single possible area has a known road of that
// name, and never exactly: another area may have it too.
async function findCompleted(db: Queryable, typed: TypedAddress): Promise<LocatedAddress | null> {
  const { words } = typed
  const { areas, rest } = possibleAreas(words)
  const [area] = areas
  if (area !== undefined && areas.length === 1) {
    const completed = [...area.split(' '), ...rest]
    return completed.length === words.length ? null : findWithin(db, typed, completed)
  }
  const end = rest.findIndex((word) => ROAD_WORD.test(word))
  if (end === -1) return null
  const road = rest.slice(0, end + 1).join(' ')
  const { rows } = await sql<{ road: string }>`
    select road from unnest(${areas.map((one) => `${one} ${road}`)}::text[]) road
    where exists (
      select from places where road_address collate "C" > road || ' ' and road_address collate "C" < road || '!'
    ) limit 2`.execute(db)
  const [only, ...others] = rows
  const completed = [...(only?.road.split(' ') ?? []), ...rest.slice(end + 1)]
  return only && others.length === 0 ? findRoad(db, completed, MAX_NUMBERS_AWAY) : null
}

/** The area of an address, with the radius that contains all of a 동. */
async function findAround(db: Queryable, { area, formerArea }: TypedAddress): Promise<LocatedAddress | null> {
  const present = await findAreaByWords(db, area)
  const former = present?.precision === 'dong' || !formerArea ? null : await findAreaByWords(db, formerArea)
  const found = former?.precision === 'dong' ? former : present
  if (found?.precision !== 'dong') return found
  return { ...found, ...(await extentOfArea(db, found)) }
}

/** A known place in the building; its stored address may end with the 동 in brackets. */
async function findBuilding(db: Queryable, words: readonly string[]): Promise<LocatedAddress | null> {
  const end = words.findIndex((word, index) => index > 0 && HOUSE_NUMBER.test(word))
  if (end === -1) return null
  const address = words.slice(0, end + 1).join(' ')
  // Lists write '달구벌대로지하 888' too.
  const joined = address.replace(/(?<=[로길]) 지하 /, '지하 ')
  return (await findBuildingAt(db, address)) ?? (joined === address ? null : findBuildingAt(db, joined))
}

async function findBuildingAt(db: Queryable, address: string): Promise<LocatedAddress | null> {
  const isThere = (column: 'road_address' | 'address') => sql`
    (select lat, lng from places where ${sql.ref(column)} collate "C" = ${address} and not is_estimated limit 1)
    union all
    (select lat, lng from places
      where ${sql.ref(column)} collate "C" > ${`${address} (`} and ${sql.ref(column)} collate "C" < ${`${address} )`}
        and not is_estimated limit 1)`
  const { rows } = await sql<Position>`${isThere('road_address')} union all ${isThere('address')} limit 1`.execute(db)
  return rows[0] ? { ...rows[0], address, precision: 'building' } : null
}

/** House numbers count ten metres each: a place with a number farther away says little about a building's position. */
const MAX_NUMBERS_AWAY = 50

/** Largest difference of house numbers at which a known place locates an address better than an estimate. */
const NEXT_NUMBERS = 4

const MOST_AREAS = 30

// Known place on the road with the nearest house number, at most `reach` away. Without a number the middle place,
// because the mean of a bent road may lie beside it. Neither is exact; the address tells which place it is.
async function findRoad(db: Queryable, words: readonly string[], reach: number): Promise<LocatedAddress | null> {
  const end = words.findIndex((word, index) => index > 0 && ROAD_WORD.test(word))
  if (end === -1) return null
  const address = words.slice(0, end + 1).join(' ')
  const wanted = houseNumber(words.slice(end + 1))
  const { rows } = await sql<Position & { house: string }>`
    with on_road as materialized (
      select lat, lng, substring(substr(road_address, ${address.length + 1}) from '[0-9]{1,5}(?:-[0-9]+)?') as house
      from places
      where road_address collate "C" > ${`${address} `} and road_address collate "C" < ${`${address}!`}
        and not is_estimated
    ), numbered as (
      select *, split_part(house, '-', 1)::integer as number from on_road
    )
    ${
      wanted === null
        ? sql`select lat, lng, house from numbered order by number offset (select count(*) / 2 from numbered) limit 1`
        : sql`select lat, lng, house from numbered where abs(number - ${wanted}::integer) <= ${reach}
            order by abs(number - ${wanted}::integer), number limit 1`
    }`.execute(db)
  const [found] = rows
  if (!found) return null
  const { lat, lng, house } = found
  return { lat, lng, address: wanted === null ? address : `${address} ${house}`, precision: 'road' }
}
