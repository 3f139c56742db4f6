import { sql } from 'kysely'
import type { QueryReverseGeocodeArgs, ReverseGeocodeResult } from '#contract/schema.gen.ts'
import { positionSchema, precisionLabels } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { checkInput } from '../errors.ts'
import { areaNames } from './address.ts'
import { type AreaAt, areasAt, builtInAreas } from './korea-areas.ts'
import { findNearestAddress } from './roads/find-road.ts'

/** Without polygons the nearest centre is used, unless it is this far away, in metres. */
const NEAR_CENTRE = 30_000

/**
 * The 시도, 시군구 and 동 of a position, or the 시군구 with the nearest centre, marked as inexact; null abroad or at sea.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function reverseGeocode(
  context: OperationContext,
  args: QueryReverseGeocodeArgs,
): Promise<ReverseGeocodeResult | null> {
  const position = checkInput(positionSchema, args)
  const [known] = await areasAt(context.db, [position])
  const area = known ?? (await guessIfNoPolygons(context.db, position))
  if (!area) return null
  const { province, district, dong } = areaNames(area.address)
  const city = district === null ? province : `${province} ${district}`
  return {
    address_name: area.address,
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
