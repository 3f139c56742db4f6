import { type RawBuilder, sql } from 'kysely'
import type { QueryReverseGeocodeArgs, ReverseGeocodeResult } from '#contract/schema.gen.ts'
import { type Precision, positionSchema, precisionLabels } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { OperationContext } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { checkInput } from '../errors.ts'
import { areaNames } from './address.ts'
import { builtInAreas } from './korea-areas.ts'
import { findNearestAddress } from './roads/find-road.ts'

/** Polygons are simplified, and piers stand in the sea: this far outside, in degrees, still counts (about 2 km). */
export const NEARBY_DEGREES = 0.02

/** Without polygons the nearest centre is used, unless it is this far away, in metres. */
const NEAR_CENTRE = 30_000

/** A point on a border touches several outlines, an enclave lies in two. */
const OUTLINES = 6

type Area = Readonly<{ address: string; code: string | null; precision: Precision; isExact: boolean }>

/**
 * The 시도, 시군구 and 동 of a position, or the 시군구 with the nearest centre, marked as inexact; null abroad or at sea.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function reverseGeocode(
  context: OperationContext,
  args: QueryReverseGeocodeArgs,
): Promise<ReverseGeocodeResult | null> {
  const position = checkInput(positionSchema, args)
  const area = (await findByPolygon(context.db, position)) ?? (await guessIfNoPolygons(context.db, position))
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

type Outline = { id: number; is_hole: boolean; level: number; address: string; code: string | null; away: number }

/**
 * `select area_id, is_hole, away` (degrees) of the nearest outlines; unsorted, because the index rounds and may fail.
 */
export function outlinesAround(lat: RawBuilder<unknown>, lng: RawBuilder<unknown>): RawBuilder<unknown> {
  const reach = sql.lit(NEARBY_DEGREES)
  const around = sql`polygon(box(point(${lng} - ${reach}, ${lat} - ${reach}), point(${lng} + ${reach}, ${lat} + ${reach})))`
  return sql`
    select * from (
      select area_id, is_hole, ring <-> point(${lng}, ${lat}) as away from place_rings where ring && ${around} offset 0
    ) near order by away limit ${sql.lit(OUTLINES)}`
}

async function findByPolygon(db: Queryable, { lat, lng }: Position): Promise<Area | null> {
  const { rows } = await sql<Outline>`
    select a.id, r.is_hole, a.level, coalesce(a.legal_address, a.address) as address, a.code, r.away
    from (${outlinesAround(sql`${lat}::float8`, sql`${lng}::float8`)}) r join place_areas a on a.id = r.area_id
    join place_sources s on s.id = a.source_id
    order by r.away, a.level desc, s.is_bundled`.execute(db)
  const holed = new Set(rows.filter(({ is_hole, away }) => is_hole && away === 0).map(({ id }) => id))
  const found = rows.find(({ id, is_hole }) => !is_hole && !holed.has(id))
  if (!found || found.away > NEARBY_DEGREES) return null
  const precision = found.level > 2 ? 'dong' : found.level === 2 ? 'district' : 'province'
  return { address: found.address, code: found.code, precision, isExact: found.away === 0 }
}

async function guessIfNoPolygons(db: Queryable, position: Position): Promise<Area | null> {
  const { rows } = await sql`select from place_rings limit 1`.execute(db)
  if (rows.length > 0) return null
  const nearest = builtInAreas
    .filter(({ level, address }) => level === 2 || address === '세종특별자치시')
    .map(({ address, lat, lng }) => ({ address, away: metresBetween(position, { lat, lng }) }))
    .reduce((best, area) => (area.away < best.away ? area : best))
  if (nearest.away > NEAR_CENTRE) return null
  return { address: nearest.address, code: null, precision: 'district', isExact: false }
}
