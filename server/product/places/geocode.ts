import { sql } from 'kysely'
import type {
  GeocodeResult,
  QueryGeocodeArgs,
  QueryReverseGeocodeArgs,
  ReverseGeocodeResult,
} from '#contract/schema.gen.ts'
import { geocodeSchema, type Precision, positionSchema, precisionLabels } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { HOUSE_NUMBER } from '#rules/precision.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { areaNames, houseNumber, parseTypedAddress, ROAD_WORD } from './address.ts'
import { isPreparing } from './bundle/start-bundle.ts'
import { type AreaAt, areasAt, builtInAreas, findArea, possibleAreas } from './korea-areas.ts'
import { presentAddress } from './renamed-areas.ts'
import { findNearestAddress, findOnRoad, type Radius } from './roads/find-road.ts'
import type { Line } from './roads/geometry.ts'

type Located = Position & Readonly<{ address: string; precision: Precision; radius?: Radius; line?: Line }>

/** The position of the longest known part of an address. @throws {AppError} BAD_USER_INPUT, PREPARING */
export async function geocode(context: OperationContext, args: QueryGeocodeArgs): Promise<GeocodeResult | null> {
  const { words, area } = parseTypedAddress(checkInput(geocodeSchema, args).address)
  const located: Located | null =
    (await findWithin(context.db, words)) ??
    (await findCompleted(context.db, words)) ??
    (await findArea(context.db, area))
  if (!isFullyLocated(words, located) && (await isPreparing(context))) throw new AppError('PREPARING')
  if (!located) return null
  return {
    position: { lat: located.lat, lng: located.lng },
    address_name: located.address,
    precision: located.precision,
    precision_label: precisionLabels[located.precision],
    radius: located.radius ?? null,
    road: located.radius === null ? [...(located.line ?? [])] : [],
  }
}

/** Whether the typed words are located as exactly as possible. */
function isFullyLocated(words: readonly string[], located: Located | null): boolean {
  const hasRoad = words.some((word) => HOUSE_NUMBER.test(word) || ROAD_WORD.test(word))
  const hasDong = /[동읍면리가]$/.test(words.at(-1) ?? '')
  return located !== null && located.precision === (hasRoad ? 'building' : hasDong ? 'dong' : located.precision)
}

/** Finds the building, a known one next to it, an estimate, or a known one farther along the road. */
async function findWithin(db: Queryable, words: readonly string[]): Promise<Located | null> {
  return (
    (await findBuilding(db, words)) ??
    (await findRoad(db, words, NEXT_NUMBERS)) ??
    (await estimate(db, words)) ??
    (await findRoad(db, words, MAX_NUMBERS_AWAY))
  )
}

/**
 * Estimates the number's position on its road. An address without an area gets one, in which a place with the next
 * number may be known.
 */
async function estimate(db: Queryable, words: readonly string[]): Promise<Located | null> {
  const { areas, rest } = possibleAreas(words)
  const end = rest.findIndex((word) => ROAD_WORD.test(word))
  const name = rest[end]
  if (name === undefined) return null
  const found = await findOnRoad(db, name, areas.length > MOST_AREAS ? [] : areas, houseNumber(rest.slice(end + 1)))
  if (!found) return null
  const whole = found.address.split(' ')
  const next = whole.length > words.length ? await findRoad(db, whole, NEXT_NUMBERS) : null
  return next ?? { ...found, precision: 'road' }
}

// An address without 시도 or 시군구, such as '월드컵로 200', is found only if a single possible area has a known road of that
// name, and never exactly: another area may have it too.
async function findCompleted(db: Queryable, words: readonly string[]): Promise<Located | null> {
  const { areas, rest } = possibleAreas(words)
  const [area] = areas
  if (area !== undefined && areas.length === 1) {
    const completed = [...area.split(' '), ...rest]
    return completed.length === words.length ? null : findWithin(db, completed)
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

/** Any known place in the building, whose stored address may end with the 동 in brackets. */
async function findBuilding(db: Queryable, words: readonly string[]): Promise<Located | null> {
  const end = words.findIndex((word, index) => index > 0 && HOUSE_NUMBER.test(word))
  if (end === -1) return null
  const address = words.slice(0, end + 1).join(' ')
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

/** Difference of house numbers up to which a place is closer than an estimate. */
const NEXT_NUMBERS = 4

const MOST_AREAS = 30

// Known place on the road with the nearest house number, at most `reach` away. Without a number the middle place,
// because the mean of a bent road may lie beside it. Neither is exact; the address tells which place it is.
async function findRoad(db: Queryable, words: readonly string[], reach: number): Promise<Located | null> {
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

/** Metres from the nearest centre, which replaces missing polygons. */
const NEAR_CENTRE = 30_000

/**
 * Finds 시도, 시군구 and 동 of a position, or the 시군구 with the nearest centre, marked as inexact; null abroad or at sea.
 * @throws {AppError} BAD_USER_INPUT, PREPARING
 */
export async function reverseGeocode(
  context: OperationContext,
  args: QueryReverseGeocodeArgs,
): Promise<ReverseGeocodeResult | null> {
  const position = checkInput(positionSchema, args)
  const [known] = await areasAt(context.db, [position])
  if (!known && (await isPreparing(context))) throw new AppError('PREPARING')
  const area = known ?? (await guessIfNoPolygons(context.db, position))
  if (!area) return null
  const address = presentAddress(area.address)
  const { province, district, dong } = areaNames(address)
  // The list of roads has the names of the gazetteer.
  const listed = areaNames(area.address)
  const city = listed.district === null ? listed.province : `${listed.province} ${listed.district}`
  return {
    address_name: address,
    road_address: await findNearestAddress(context.db, position, area.isExact ? city : null),
    province,
    district,
    dong,
    code: area.code,
    exact: area.isExact,
    precision: area.precision,
    precision_label: precisionLabels[area.precision],
  }
}

async function guessIfNoPolygons(db: Queryable, position: Position): Promise<AreaAt | null> {
  const { rows } = await sql`select from place_rings limit 1`.execute(db)
  if (rows.length > 0) return null
  const nearest = builtInAreas
    .filter(({ level, address }) => level === 2 || address === '세종특별자치시')
    .map(({ address, lat, lng }) => ({ address, away: metresBetween(position, { lat, lng }) }))
    .reduce((best, area) => (area.away < best.away ? area : best))
  if (nearest.away > NEAR_CENTRE) return null
  return { address: nearest.address, code: null, precision: 'district', isExact: false }
}
