import { sql } from 'kysely'
import type {
  GeocodeResult,
  QueryGeocodeArgs,
  QueryReverseGeocodeArgs,
  ReverseGeocodeResult,
} from '#contract/schema.gen.ts'
import { geocodeSchema, positionSchema, precisionLabels } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { HOUSE_NUMBER } from '#rules/precision.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError, checkInput } from '../../platform/errors.ts'
import { parseTypedAddress, ROAD_WORD, splitAreaNames } from './address.ts'
import { findNearestEntrance } from './addresses/find-address.ts'
import { isBundleLoading } from './bundle/start-bundle.ts'
import { type AreaAtPosition, areasAt, builtInAreas } from './korea-areas.ts'
import { type LocatedAddress, locateAddress } from './locate-address.ts'
import { currentAddress } from './renamed-areas.ts'
import { findNearestAddress } from './roads/find-road.ts'

/** The position of the longest known part of an address. @throws {AppError} BAD_USER_INPUT, PREPARING */
export async function geocode(context: OperationContext, args: QueryGeocodeArgs): Promise<GeocodeResult | null> {
  const typed = parseTypedAddress(checkInput(geocodeSchema, args).address)
  const located = await locateAddress(context.db, typed)
  if (!isFullyLocated(typed.words, located) && (await isBundleLoading(context))) throw new AppError('PREPARING')
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
function isFullyLocated(words: readonly string[], located: LocatedAddress | null): boolean {
  const hasRoad = words.some((word) => HOUSE_NUMBER.test(word) || ROAD_WORD.test(word))
  const hasDong = /[동읍면리가]$/.test(words.at(-1) ?? '')
  return located !== null && located.precision === (hasRoad ? 'building' : hasDong ? 'dong' : located.precision)
}

/** Metres to the nearest centre of a 시군구, at most, that stands in for missing polygons. */
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
  if (!known && (await isBundleLoading(context))) throw new AppError('PREPARING')
  const area = known ?? (await guessIfNoPolygons(context.db, position))
  if (!area) return null
  const address = currentAddress(area.address)
  const { province, district, dong } = splitAreaNames(address)
  // Roads are listed under the area names of the gazetteer.
  const listed = splitAreaNames(area.address)
  const city = listed.district === null ? listed.province : `${listed.province} ${listed.district}`
  return {
    address_name: address,
    road_address:
      (await findNearestEntrance(context.db, position))?.address ??
      (await findNearestAddress(context.db, position, area.isExact ? city : null)),
    province,
    district,
    dong,
    code: area.code,
    exact: area.isExact,
    precision: area.precision,
    precision_label: precisionLabels[area.precision],
  }
}

async function guessIfNoPolygons(db: Queryable, position: Position): Promise<AreaAtPosition | null> {
  const { rows } = await sql`select from place_rings limit 1`.execute(db)
  if (rows.length > 0) return null
  const nearest = builtInAreas
    .filter(({ level, address }) => level === 2 || address === '세종특별자치시')
    .map(({ address, lat, lng }) => ({ address, away: metresBetween(position, { lat, lng }) }))
    .reduce((best, area) => (area.away < best.away ? area : best))
  if (nearest.away > NEAR_CENTRE) return null
  return { address: nearest.address, code: null, precision: 'district', isExact: false }
}
